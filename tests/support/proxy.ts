import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy in front of several nodes. */
export interface Proxy {
  url: string
  /** Number of requests that were passed to another node after one had failed. */
  passedOn(): number
  close(): Promise<void>
}

const agent = new Agent({ keepAlive: true })

/**
 * Starts a round-robin proxy. Requests that a node did not accept, and idempotent requests, are retried on the next node; any other
 * interrupted request gets 502.
 */
export async function startProxy(nodes: readonly string[]): Promise<Proxy> {
  let turn = 0
  let passed = 0
  const server = createServer((incoming, reply) => {
    void readAll(incoming).then(async (body) => {
      const first = turn++
      for (let tried = 0; tried < nodes.length; tried++) {
        try {
          return await pass(`${nodes[(first + tried) % nodes.length]}`, incoming, body, reply)
        } catch (error) {
          const begun = (error as NodeJS.ErrnoException).code !== 'ECONNREFUSED'
          if (reply.headersSent || (begun && incoming.method === 'POST')) break
          passed++
        }
      }
      if (reply.headersSent) reply.destroy()
      else reply.writeHead(502).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passedOn: () => passed,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function pass(node: string, incoming: IncomingMessage, body: Buffer, reply: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      new URL(incoming.url ?? '/', node),
      { method: incoming.method ?? 'GET', headers: incoming.headers, agent },
      (answer) => {
        reply.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(reply)
        answer.once('error', reject)
        answer.once('end', resolve)
      },
    )
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}

async function readAll(incoming: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of incoming) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
