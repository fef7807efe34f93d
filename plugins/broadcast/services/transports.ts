import { type Kernel, saveEmail, MailDeliveryError, type MailTransport, type OutgoingMail, getSender } from 'stoa'
import { fullName, SMS, SmsRefused } from 'stoa/plugins/people'
import { broadcasting } from '../settings.ts'
import type { ClaimedRecipient, RunningBroadcast } from './claim.ts'
import type { EmailRenderer, EmailRecipient } from './email-renderer.ts'
import { markHandedOver, type Outcome } from './outcome.ts'
import { recipientTag } from './tokens.ts'

/** Sends the messages of a broadcast. */
export interface Transport {
  /** Sends one message. Never throws: an error becomes an outcome. */
  send(row: ClaimedRecipient): Promise<Outcome>
  /** Maximum number of concurrent sends. */
  width: number
  close(): void
}

/** The sender fields of an e-mail. */
export interface Sender {
  sender_name: string
  reply_to: string | null
}

/** Maximum number of concurrent SMS requests. */
const SMS_CONCURRENCY = 5

const toEmailRecipient = ({ id, address_norm: address, language, merge_data }: ClaimedRecipient): EmailRecipient => ({
  id,
  address,
  language,
  data: {
    ...merge_data,
    name: fullName(merge_data.first_name ?? '', merge_data.last_name ?? ''),
    email: address.includes('@') ? address : '',
  },
})

/** Thrown when `markHandedOver` refuses an e-mail right before its end is sent. */
class MailWithheld extends Error {}

/**
 * Maps an error of the transport to an outcome. Without a definite response the outcome depends on whether the provider may have the whole
 * e-mail.
 */
function toOutcome(error: Error, handed: boolean): Outcome {
  if (error instanceof MailWithheld) return { kind: 'withheld' }
  const errorText = error.message.slice(0, 500)
  if (!(error instanceof MailDeliveryError)) return { kind: handed ? 'unknown' : 'later', error: errorText }
  return error.outcome === 'refused'
    ? { kind: 'refused', error: errorText, isUnknownRecipient: error.isUnknownRecipient }
    : { kind: 'later', error: errorText }
}

/** The return address (VERP) of one recipient. It identifies the recipient in a bounce. */
function getReturnPath(kernel: Kernel, recipient: number): string | undefined {
  const { bounce_address: bounceAddress } = kernel.settings.of(broadcasting)
  if (!bounceAddress) return undefined
  const at = bounceAddress.lastIndexOf('@')
  return `${bounceAddress.slice(0, at)}+${recipientTag(kernel, recipient)}${bounceAddress.slice(at)}`
}

/** Builds the e-mail of one recipient. */
function buildMail(kernel: Kernel, renderer: EmailRenderer, sender: Sender, row: ClaimedRecipient): OutgoingMail {
  const { sender_name, reply_to } = kernel.settings.read('mail', row.language)
  const replyTo = sender.reply_to ?? (typeof reply_to === 'string' ? reply_to : null)
  const returnPath = getReturnPath(kernel, row.id)
  const { subject, html, text, headers } = renderer.renderEmail(toEmailRecipient(row))
  return {
    from: getSender(kernel.config, sender.sender_name || String(sender_name || '')),
    ...(returnPath ? { returnPath } : {}),
    ...(replyTo ? { replyTo } : {}),
    to: row.address_norm,
    subject,
    html,
    text,
    headers: { ...headers, 'Feedback-ID': `${recipientTag(kernel, row.id)}:stoa`, Precedence: 'bulk' },
    messageId: `<${recipientTag(kernel, row.id)}@${new URL(kernel.config.publicUrl).hostname}>`,
  }
}

/**
 * Sends e-mails through the mail transport of the environment. A transport that can delay the end of the message does so until
 * `markHandedOver` has committed; for the others it is called before sending.
 */
export async function createMailTransport(
  kernel: Kernel,
  {
    broadcast,
    renderer,
    sender,
    transport,
  }: { broadcast: RunningBroadcast; renderer: EmailRenderer; sender: Sender; transport: MailTransport },
): Promise<Transport> {
  const timeout = Math.max(2, Math.floor(kernel.settings.of(broadcasting).answer_seconds / 2)) * 1_000
  const connection = await transport.connect(kernel, timeout)
  return {
    width: connection.concurrency,
    close: () => connection.close(),
    async send(row) {
      let handed = false
      const checkBeforeEnd = async () => {
        if (!(await markHandedOver(kernel, broadcast, row))) throw new MailWithheld()
        handed = true
      }
      try {
        const mail = buildMail(kernel, renderer, sender, row)
        if (!connection.awaitsEnd) await checkBeforeEnd()
        return { kind: 'sent', providerId: await connection.send(mail, connection.awaitsEnd ? checkBeforeEnd : undefined) }
      } catch (error) {
        return toOutcome(error as Error, handed)
      }
    },
  }
}

/** Without a mail transport, e-mails are stored in the outbox, where staff and the command line can read them. */
export const createOutboxTransport = (kernel: Kernel, broadcast: RunningBroadcast, renderer: EmailRenderer): Transport => ({
  width: 1,
  close: () => undefined,
  async send(row) {
    if (!(await markHandedOver(kernel, broadcast, row))) return { kind: 'withheld' }
    const id = await saveEmail(kernel.db, { to: row.address_norm, ...renderer.renderEmail(toEmailRecipient(row)) })
    return { kind: 'sent', providerId: `mail ${id}` }
  },
})

/** Sends SMS through the provider of the settings. */
export const createSmsTransport = (kernel: Kernel, broadcast: RunningBroadcast, renderer: EmailRenderer): Transport => ({
  width: SMS_CONCURRENCY,
  close: () => undefined,
  async send(row) {
    if (!(await markHandedOver(kernel, broadcast, row))) return { kind: 'withheld' }
    try {
      const { id } = await kernel.get(SMS).deliver({ to: row.address_norm, body: renderer.renderSms(toEmailRecipient(row)) })
      return { kind: 'sent', providerId: id }
    } catch (error) {
      const { message } = error as Error
      if (error instanceof SmsRefused) return { kind: 'refused', error: message }
      // 429 and 503 mean that the provider has not accepted the message.
      return /^(429|503)\b/.test(message) ? { kind: 'later', error: message } : { kind: 'unknown', error: message }
    }
  },
})
