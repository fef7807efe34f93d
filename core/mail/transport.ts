import type { Config } from '../config.ts'
import type { Kernel } from '../context.ts'
import { extensionPoint } from '../plugin/contributions.ts'
import { getChosenContribution } from '../plugin/extension-points.ts'

/** An e-mail with all that is needed to send it. */
export interface OutgoingMail {
  from: { name: string; address: string }
  /** Where notices of failed delivery go; to the address of `from` when absent. */
  returnPath?: string
  replyTo?: string
  to: string
  subject: string
  text: string
  html?: string
  headers: Readonly<Record<string, string>>
  /** The HTML shows an attachment that has a `cid` by `cid:<cid>`. */
  attachments?: readonly { filename: string; contentType: string; content: Buffer; cid?: string }[]
  /** The same at each attempt: what an API takes as its idempotency key. */
  messageId: string
}

/** What mails are sent over until it is closed. */
export interface MailConnection {
  /** How many mails may be sent at once. */
  concurrency: number
  /** True: `send` awaits `beforeEnd` at the last moment at which it can still stop. Else `beforeEnd` is awaited before `send` is called. */
  awaitsEnd?: boolean
  /**
   * Sends a mail and answers what the provider calls it or says. A rejection of `beforeEnd` is thrown on.
   * @throws MailDeliveryError when the mail was certainly not accepted; after any other error nobody knows whether it was
   */
  send(mail: OutgoingMail, beforeEnd?: () => Promise<void>): Promise<string>
  close(): void
}

/** A way for e-mails to leave. The jobs that send try again by themselves after a failure. */
export interface MailTransport {
  /** Whether its address and keys are known. Until then mails stay in the outbox. */
  isConfigured(kernel: Kernel): boolean
  /** Opens a connection, on which nothing waits longer than `timeout` milliseconds for an answer. */
  connect(kernel: Kernel, timeout: number): MailConnection | Promise<MailConnection>
  /** For `stoa doctor`. @throws Error saying why mails cannot be sent */
  verify?(kernel: Kernel): Promise<unknown>
}

/** Transports by the name that STOA_MAIL_TRANSPORT gives; `smtp` is that of the product. */
export const MAIL_TRANSPORTS = extensionPoint<MailTransport>('core/mail-transports', {
  description: 'ways for e-mails to leave, by the name STOA_MAIL_TRANSPORT gives',
})

/** The server or API did not accept a mail. */
export class MailDeliveryError extends Error {
  /** `refused`: it never will. `unavailable`: later it may. */
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

/** The transport of the environment. @throws Error when no plugin offers it */
export const getChosenTransport = (kernel: Kernel): MailTransport =>
  getChosenContribution(kernel, MAIL_TRANSPORTS, { name: kernel.config.mailTransport, variable: 'STOA_MAIL_TRANSPORT' })

/** The transport mails are sent by; undefined while mails stay in the outbox. */
export function getConfiguredTransport(kernel: Kernel): MailTransport | undefined {
  const transport = getChosenTransport(kernel)
  return transport.isConfigured(kernel) ? transport : undefined
}

/** The sender of all mails: an address, or `Name <address>`, of the environment, under the name of the settings where there is one. */
export function getSender({ mailFrom }: Pick<Config, 'mailFrom'>, name?: string | null): OutgoingMail['from'] {
  const [own = '', address] = mailFrom.split(/[<>]/)
  return { name: name || own.trim().replace(/^"|"$/g, ''), address: address ?? mailFrom.trim() }
}
