import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One door before many nodes. */
export interface Proxy {
  url: string
  /** Requests that were passed to another node after one had failed. */
  passedOn(): number
  close(): Promise<void>
}

const agent = new Agent({ keepAlive: true })

/**
 * A door that asks its nodes in turn, with the usual care of a proxy: what a node did not take, or what may be done
 * twice, goes to the next one; anything else that was cut off before its answer is told as 502.
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
