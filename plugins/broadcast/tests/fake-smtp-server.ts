import { SMTPServer } from 'smtp-server'

/** An email the server received completely, whether or not it acknowledged it. */
export interface ReceivedEmail {
  to: string
  from: string
  data: string
}

/** Faults that the server simulates. */
export interface Faults {
  /** Delay in milliseconds before the response to an email. */
  slow?: () => number
  /** Rejects an address permanently. */
  refuses?: (address: string) => boolean
  /** Rejects an address temporarily. */
  later?: (address: string) => boolean
  /** Drops the connection before or after it received the email. */
  drops?: (address: string) => 'before' | 'after' | undefined
}

export interface MailServer {
  url: string
  received: ReceivedEmail[]
  faults: Faults
  /** Number of connections that were made. */
  connections: number
  close(): Promise<void>
}

const failure = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code })

/** A real SMTP server that can simulate the failures of mail servers. */
export async function mailServer(faults: Faults = {}): Promise<MailServer> {
  const made: MailServer = { url: '', received: [], faults, connections: 0, close: async () => undefined }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onConnect(_session, done) {
      made.connections++
      done()
    },
    onRcptTo({ address }, session, done) {
      if (made.faults.refuses?.(address)) return done(failure(550, '5.1.1 nobody here by that name'))
      if (made.faults.later?.(address)) return done(failure(450, '4.2.1 come back later'))
      if (made.faults.drops?.(address) === 'before') return void hangUp(session.id)
      done()
    },
    onData(stream, session, done) {
      let data = ''
      stream.on('data', (chunk: Buffer) => (data += chunk.toString('utf8')))
      stream.on('error', () => undefined)
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map((recipient) => recipient.address).join(',')
        const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : ''
        made.received.push({ to, from, data })
        if (made.faults.drops?.(to) === 'after') return void hangUp(session.id)
        setTimeout(() => done(), made.faults.slow?.() ?? 0)
      })
    },
  })
  const open = (server as unknown as { connections: Set<{ id: string; _socket: { destroy(): void } }> }).connections
  const hangUp = (id: string) => {
    for (const connection of open) if (connection.id === id) connection._socket.destroy()
  }
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve())
  })
  const { port } = server.server.address() as { port: number }
  made.url = `smtp://127.0.0.1:${port}`
  made.close = () => new Promise<void>((resolve) => void server.close(() => resolve()))
  return made
}
