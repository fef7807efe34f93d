import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as a fake saw it. */
export interface Seen {
  url: URL
  form: URLSearchParams
  authorization: string
}

type Reply = { status?: number; body?: unknown; hang?: boolean }

/** Another service on the loopback, which answers as it is told. */
export async function fake(answer: (seen: Seen) => Reply): Promise<{ url: string; seen: Seen[]; close: () => Promise<void> }> {
  const seen: Seen[] = []
  const read = async (request: IncomingMessage) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    return text
  }
  const server = createServer((request, response) => {
    void read(request).then((text) => {
      const one = {
        url: new URL(request.url ?? '/', 'http://fake'),
        form: new URLSearchParams(text),
        authorization: request.headers.authorization ?? '',
      }
      seen.push(one)
      const { status = 200, body = {}, hang } = answer(one)
      if (hang) return request.socket.destroy()
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      return undefined
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, seen, close: () => new Promise((resolve) => server.close(() => resolve())) }
}
