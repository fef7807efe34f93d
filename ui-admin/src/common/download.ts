import { api, type QueryValue } from '../api/client.ts'

/** Fetches a file of the staff API and hands it to the browser under a name. */
export async function download(path: string, query: Record<string, QueryValue>, name: string): Promise<void> {
  saveBlob(await api<Blob>(path, { query, as: 'blob' }), name)
}

/** Offers a blob as a download. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
