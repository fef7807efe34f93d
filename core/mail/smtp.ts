import { Readable } from 'node:stream'
import type { Config } from '../config.ts'
import { type SmtpError, SmtpSession } from './smtp-session.ts'
import { type MailConnection, MailDeliveryError, type MailTransport, type OutgoingMail } from './transport.ts'

/** Maximum concurrent connections to the server. */
const CONNECTIONS = 5

/** Sends e-mails by the SMTP server of the environment. */
export const smtpTransport: MailTransport = {
  isConfigured: ({ config }) => config.smtpUrl !== undefined,
  connect: ({ config }, timeout) => connectSmtp(config.smtpUrl ?? '', timeout),
}

/** Connects and authenticates without sending. @throws Error of the server or the network */
export async function verifySmtp({ smtpUrl = '' }: Pick<Config, 'smtpUrl'>): Promise<void> {
  const session = new SmtpSession(smtpUrl, { connect: 3_000, answer: 6_000 })
  await session.open()
  session.close()
}

/**
 * A few reusable connections. The end of each e-mail is sent after `beforeEnd` resolved. An e-mail whose sender crashed earlier was
 * not accepted, so only e-mails without a reply are in doubt.
 */
async function connectSmtp(url: string, timeout: number): Promise<MailConnection> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const sessions = Array.from({ length: CONNECTIONS }, () => new SmtpSession(url, { connect: Math.min(10_000, timeout), answer: timeout }))
  const free = [...sessions]
  return {
    concurrency: CONNECTIONS,
    awaitsEnd: true,
    close: () => sessions.forEach((session) => session.close()),
    async send({ returnPath, ...mail }: OutgoingMail, beforeEnd) {
      const session = free.pop()
      if (!session) throw new Error('more concurrent sends than connections')
      let stopped: { by: unknown } | undefined
      try {
        const composed = new MailComposer({ ...mail, attachments: [...(mail.attachments ?? [])] }).compile()
        const { from, to } = composed.getEnvelope()
        const bytes = await composed.build()
        const content = async function* content() {
          yield bytes
          await beforeEnd?.().catch((error: unknown) => {
            stopped = { by: error }
            throw error
          })
        }
        return await session.send({ from: returnPath ?? (from || ''), to }, Readable.from(content(), { objectMode: false }))
      } catch (error) {
        // The library may wrap the stream's error.
        throw stopped ? stopped.by : answeredError(error as SmtpError)
      } finally {
        free.push(session)
      }
    },
  }
}

/** Converts a server reply to a delivery error; an error without a reply is returned unchanged. */
function answeredError(error: SmtpError): Error {
  const { message, responseCode: code } = error
  if (code === undefined || code < 400) return error
  if (code < 500) return new MailDeliveryError('unavailable', message)
  const isUnknownRecipient = /\b5\.1\.[0-3]\b/.test(message) || (code === 550 && !/\b5\.7\.\d/.test(message))
  return new MailDeliveryError('refused', message, { isUnknownRecipient })
}
