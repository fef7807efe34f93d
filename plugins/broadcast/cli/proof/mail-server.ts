import { createServer, type Socket } from 'node:net'

/** A mail server for proofs. It implements the part of SMTP that one e-mail needs, and fails in the ways real servers fail. */
export interface ProofServer {
  url: string
  /** The number of complete e-mails received, by address. */
  receivedCounts: Map<string, number>
  close(): Promise<void>
}

/** Behaviour of the server: probabilities between 0 and 1, and delays in milliseconds. */
export interface ServerBehaviour {
  slow: () => number
  refuses: (address: string) => boolean
  hangsUp: () => 'before' | 'after' | undefined
  onReceived?: (address: string) => void
}

/** Starts the server on a free port. */
export async function startProofServer(behaviour: ServerBehaviour): Promise<ProofServer> {
  const receivedCounts = new Map<string, number>()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    serveConnection(socket, receivedCounts, behaviour)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve())
  })
  const address = server.address()
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    receivedCounts,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

function serveConnection(socket: Socket, receivedCounts: Map<string, number>, behaviour: ServerBehaviour): void {
  let buffer = ''
  let to = ''
  let inMessageData = false
  const say = (line: string) => void socket.write(`${line}\r\n`)
  say('220 proof')
  socket.on('data', (chunk: Buffer) => {
    buffer += chunk.toString('latin1')
    for (;;) {
      if (inMessageData) {
        const end = buffer.indexOf('\r\n.\r\n')
        if (end < 0) return
        buffer = buffer.slice(end + 5)
        inMessageData = false
        // The server has accepted the e-mail from here on.
        receivedCounts.set(to, (receivedCounts.get(to) ?? 0) + 1)
        behaviour.onReceived?.(to)
        if (behaviour.hangsUp() === 'after') return void socket.destroy()
        setTimeout(() => say('250 2.0.0 taken'), behaviour.slow())
        continue
      }
      const end = buffer.indexOf('\r\n')
      if (end < 0) return
      const line = buffer.slice(0, end)
      buffer = buffer.slice(end + 2)
      const word = line.slice(0, 4).toUpperCase()
      if (word === 'RCPT') {
        to = /<([^<>]*)>/.exec(line)?.[1] ?? ''
        if (behaviour.hangsUp() === 'before') return void socket.destroy()
        say(behaviour.refuses(to) ? '550 5.1.1 nobody here by that name' : '250 2.1.5 fine')
      } else if (word === 'DATA') {
        inMessageData = true
        say('354 go on')
      } else if (word === 'QUIT') {
        say('221 bye')
        socket.end()
      } else say('250 fine')
    }
  })
}
