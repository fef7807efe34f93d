import type { Readable } from 'node:stream'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'

/** A refusal by the mail server, with its SMTP reply code; without a code the connection failed. */
export interface SmtpError extends Error {
  responseCode?: number
}

export interface Envelope {
  from: string
  to: string[]
}

/** Timeouts for connecting and for a reply, in milliseconds. */
export interface SmtpTimeouts {
  connect: number
  answer: number
}

/** E-mails sent over one connection before it is closed; some servers limit the number. */
const MAILS_PER_CONNECTION = 500

/**
 * A reusable connection to the mail server. The e-mail stream is read only when the server is ready for DATA, and the final dot is
 * sent only after the stream has ended. The stream can therefore stop the e-mail until the last moment.
 */
export class SmtpSession {
  readonly #url: string
  readonly #timeouts: SmtpTimeouts
  #connection: SMTPConnection | undefined
  #sent = 0

  constructor(url: string, timeouts: SmtpTimeouts) {
    this.#url = url
    this.#timeouts = timeouts
  }

  /** Sends an e-mail and returns the server's reply. @throws SmtpError */
  async send(envelope: Envelope, mail: Readable): Promise<string> {
    const connection = this.#connection ?? (await this.#open())
    try {
      const response = await new Promise<string>((resolve, reject) => {
        connection.send(envelope, mail, (error, info) => (error ? reject(error) : resolve(String(info.response))))
      })
      if (++this.#sent >= MAILS_PER_CONNECTION) this.close()
      return response
    } catch (error) {
      // Without a reply the state of the SMTP session is unknown.
      if ((error as SmtpError).responseCode === undefined || !(await this.#reset(connection))) {
        this.#lost(connection)
        connection.close()
      }
      throw error
    }
  }

  /** Connects and authenticates. @throws SmtpError */
  async open(): Promise<void> {
    await this.#open()
  }

  /** Closes the session. */
  close(): void {
    const connection = this.#connection
    this.#connection = undefined
    connection?.quit()
  }

  async #open(): Promise<SMTPConnection> {
    const { default: Connection } = await import('nodemailer/lib/smtp-connection')
    const { parseConnectionUrl } = await import('nodemailer/lib/shared')
    const { connect, answer } = this.#timeouts
    const options = parseConnectionUrl(this.#url) as SMTPConnection.Options & { auth?: { user: string; pass: string } }
    const connection = new Connection({ ...options, connectionTimeout: connect, greetingTimeout: connect, socketTimeout: answer })
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject)
      connection.once('end', () => reject(new Error('the mail server closed the connection')))
      connection.connect((error) => (error ? reject(error) : resolve()))
    })
    connection.removeAllListeners('error')
    // The connection itself rejects a pending `send`; otherwise the next one reconnects.
    connection.on('error', () => this.#lost(connection))
    connection.once('end', () => this.#lost(connection))
    if (options.auth?.user && (connection as SMTPConnection & { allowsAuth: boolean }).allowsAuth) {
      const { user, pass } = options.auth
      await new Promise<void>((resolve, reject) => {
        connection.login({ user, pass, credentials: { user, pass } } as never, (error) => (error ? reject(error) : resolve()))
      }).catch((error: unknown) => {
        connection.close()
        throw error
      })
    }
    this.#connection = connection
    this.#sent = 0
    return connection
  }

  #lost(connection: SMTPConnection): void {
    if (this.#connection === connection) this.#connection = undefined
  }

  #reset = (connection: SMTPConnection): Promise<boolean> =>
    new Promise((resolve) => {
      connection.once('end', () => resolve(false))
      connection.reset((error) => resolve(!error))
    })
}
