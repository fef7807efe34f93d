import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

/** A request to a fake gateway. */
export interface FakeRequest {
  method: string
  path: string
  query: Record<string, string>
  headers: IncomingHttpHeaders
  body: string
  form: Record<string, string>
}

/** Its response: JSON, text or a page. */
export type FakeResponse = { status: number; headers?: Record<string, string> } & ({ json: unknown } | { text: string; type: string })

export const fail = (status: number, json: unknown): FakeResponse => ({ status, json })

export async function readCall(request: IncomingMessage): Promise<FakeRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks).toString('utf8')
  const url = new URL(request.url ?? '/', 'http://fake')
  const isForm = String(request.headers['content-type'] ?? '').includes('urlencoded')
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: request.headers,
    body,
    form: isForm ? Object.fromEntries(new URLSearchParams(body)) : {},
  }
}
