import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that a fake server received. */
export interface CapturedRequest {
  url: URL
  form: URLSearchParams
  authorization: string
}

type Reply = { status?: number; body?: unknown; hang?: boolean }

async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

/** Starts a server on the loopback interface. */
async function listen(answer: RequestListener): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => new Promise((resolve) => server.close(() => resolve())) }
}

/** A fake JSON API on the loopback interface: its received requests and its current response. */
export interface FakeApi {
  url: string
  requests: { headers: IncomingMessage['headers']; body: any }[]
  answer: (response: ServerResponse) => void
  close: () => Promise<void>
}

/** Starts a fake JSON API whose responses can be invalid. */
export async function fakeApi(): Promise<FakeApi> {
  const api: Pick<FakeApi, 'requests' | 'answer'> = { requests: [], answer: (response) => void response.end('{}') }
  const server = await listen((request, response) => {
    void readText(request).then((text) => {
      api.requests.push({ headers: request.headers, body: JSON.parse(text) })
      api.answer(response)
    })
  })
  return Object.assign(api, server)
}

/** Starts a fake service on the loopback interface with the given responses. */
export async function fake(
  answer: (request: CapturedRequest) => Reply,
): Promise<{ url: string; requests: CapturedRequest[]; close: () => Promise<void> }> {
  const requests: CapturedRequest[] = []
  const server = await listen((request, response) => {
    void readText(request).then((text) => {
      const captured = {
        url: new URL(request.url ?? '/', 'http://fake'),
        form: new URLSearchParams(text),
        authorization: request.headers.authorization ?? '',
      }
      requests.push(captured)
      const { status = 200, body = {}, hang } = answer(captured)
      if (hang) return request.socket.destroy()
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      return undefined
    })
  })
  return { ...server, requests }
}
