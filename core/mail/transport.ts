import type { Config } from '../config.ts'
import type { Kernel } from '../context.ts'
import { extensionPoint } from '../plugin/contributions.ts'
import { getChosenContribution } from '../plugin/extension-points.ts'

/** An e-mail with everything a transport needs. */
export interface OutgoingMail {
  from: { name: string; address: string }
  /** Envelope sender for bounces; the address of `from` when absent. */
  returnPath?: string
  replyTo?: string
  to: string
  subject: string
  text: string
  html?: string
  headers: Readonly<Record<string, string>>
  /** HTML refers to an attachment with a `cid` as `cid:<cid>`. */
  attachments?: readonly { filename: string; contentType: string; content: Buffer; cid?: string }[]
  /** The same at every attempt: serves as the idempotency key of an API. */
  messageId: string
}

/** A connection that sends e-mails until it is closed. */
export interface MailConnection {
  /** Maximum number of concurrent sends. */
  concurrency: number
  /**
   * True: `send` awaits `beforeEnd` at the last moment at which it can still stop. Otherwise `beforeEnd` is awaited before `send`
   * is called.
   */
  awaitsEnd?: boolean
  /**
   * Sends an e-mail and returns the provider's id or reply. Rethrows a rejection of `beforeEnd`.
   * @throws MailDeliveryError when the e-mail was certainly not accepted; after any other error this is unknown
   */
  send(mail: OutgoingMail, beforeEnd?: () => Promise<void>): Promise<string>
  close(): void
}

/** A way of sending e-mails. The sending jobs retry after a failure. */
export interface MailTransport {
  /** Whether its address and keys are configured. Until then e-mails stay in the outbox. */
  isConfigured(kernel: Kernel): boolean
  /** Opens a connection whose calls wait at most `timeout` milliseconds for a reply. */
  connect(kernel: Kernel, timeout: number): MailConnection | Promise<MailConnection>
  /** For `stoa doctor`. @throws Error saying why e-mails cannot be sent */
  verify?(kernel: Kernel): Promise<unknown>
}

/** Mail transports by the name in STOA_MAIL_TRANSPORT; `smtp` is the built-in one. */
export const MAIL_TRANSPORTS = extensionPoint<MailTransport>('core/mail-transports', {
  description: 'mail transports, by the name in STOA_MAIL_TRANSPORT',
})

/** The server or API did not accept an e-mail. */
export class MailDeliveryError extends Error {
  /** `refused`: permanently. `unavailable`: a retry may succeed. */
  readonly outcome: 'refused' | 'unavailable'
  /** Refused because the recipient does not exist. */
  readonly isUnknownRecipient: boolean

  constructor(outcome: MailDeliveryError['outcome'], message: string, { isUnknownRecipient = false } = {}) {
    super(message)
    this.name = 'MailDeliveryError'
    this.outcome = outcome
    this.isUnknownRecipient = isUnknownRecipient
  }
}

/** The configured transport. @throws Error when no plugin contributes it */
export const getChosenTransport = (kernel: Kernel): MailTransport =>
  getChosenContribution(kernel, MAIL_TRANSPORTS, { name: kernel.config.mailTransport, variable: 'STOA_MAIL_TRANSPORT' })

/** The transport in use; undefined while e-mails stay in the outbox. */
export function getConfiguredTransport(kernel: Kernel): MailTransport | undefined {
  const transport = getChosenTransport(kernel)
  return transport.isConfigured(kernel) ? transport : undefined
}

/** The sender of all e-mails: the address or `Name <address>` of the environment, with the name of the settings when set. */
export function getSender({ mailFrom }: Pick<Config, 'mailFrom'>, name?: string | null): OutgoingMail['from'] {
  const [defaultName = '', address] = mailFrom.split(/[<>]/)
  return { name: name || defaultName.trim().replace(/^"|"$/g, ''), address: address ?? mailFrom.trim() }
}
