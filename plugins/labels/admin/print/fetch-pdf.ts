import { ApiError, apiUrl } from 'stoa/admin'

/** Marker of a finished page in a PDF stream. */
const MARK = '/Type /Page\n'

/** Fetches a PDF; `onPage` gets the number of received pages. @throws ApiError, or the reason of `signal` */
export async function fetchPdf(path: string, body: unknown, signal: AbortSignal, onPage: (pages: number) => void): Promise<Blob> {
  const response = await fetch(apiUrl(path), {
    method: 'POST',
    credentials: 'same-origin',
    headers: { Accept: 'application/pdf, application/json', 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  })
  if (!response.ok || !response.body) throw new ApiError(response.status, await response.json().catch(() => ({})))
  const parts: Uint8Array<ArrayBuffer>[] = []
  const latin = new TextDecoder('latin1')
  let pages = 0
  let rest = ''
  const reader = response.body.getReader()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    parts.push(piece.value)
    const text = rest + latin.decode(piece.value, { stream: true })
    pages += text.split(MARK).length - 1
    rest = text.slice(-(MARK.length - 1))
    onPage(pages)
  }
  return new Blob(parts, { type: 'application/pdf' })
}
