import type { Readable } from 'node:stream'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'

/** An answer of a mail server that is no yes, or the lack of one. */
export interface SmtpError extends Error {
  responseCode?: number
}

export interface Envelope {
  from: string
  to: string
}

/** How long a connection is waited for, and an answer, in milliseconds. */
export interface Patience {
  connect: number
  answer: number
}

/** As many letters go over one connection; some servers want it to end. */
const MOST = 500

/**
 * A connection to the mail server that stays open for many letters. The letter itself is read no sooner than the server asks for it, and
 * its end is sent no sooner than it has been read to its end: whoever writes the letter decides at that moment.
 */
export class SmtpLine {
  readonly #url: string
  readonly #patience: Patience
  #connection: SMTPConnection | undefined
  #sent = 0

  constructor(url: string, patience: Patience) {
    this.#url = url
    this.#patience = patience
  }

  /** Hands a letter over and answers what the server said. @throws SmtpError */
  async send({ from, to }: Envelope, letter: Readable): Promise<string> {
    const connection = this.#connection ?? (await this.#open())
    try {
      const said = await new Promise<string>((resolve, reject) => {
        connection.send({ from, to: [to] }, letter, (error, info) => (error ? reject(error) : resolve(String(info.response))))
      })
      if (++this.#sent >= MOST) this.close()
      return said
    } catch (error) {
      // Only after a plain answer it is known where both sides are.
      if ((error as SmtpError).responseCode === undefined || !(await this.#reset(connection))) this.close()
      throw error
    }
  }

  close(): void {
    const connection = this.#connection
    this.#connection = undefined
    connection?.close()
  }

  async #open(): Promise<SMTPConnection> {
    const { default: Connection } = await import('nodemailer/lib/smtp-connection')
    const { parseConnectionUrl } = await import('nodemailer/lib/shared')
    const { connect, answer } = this.#patience
    const options = parseConnectionUrl(this.#url) as SMTPConnection.Options & { auth?: { user: string; pass: string } }
    const connection = new Connection({ ...options, connectionTimeout: connect, greetingTimeout: connect, socketTimeout: answer })
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject)
      connection.once('end', () => reject(new Error('the mail server hung up')))
      connection.connect((error) => (error ? reject(error) : resolve()))
    })
    connection.removeAllListeners('error')
    // Whoever waits for an answer hears of it by that; else it is only gone.
    connection.on('error', () => this.#lost(connection))
    connection.once('end', () => this.#lost(connection))
    if (options.auth?.user) {
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
