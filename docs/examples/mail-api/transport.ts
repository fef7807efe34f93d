import { defineSettings, f, MailDeliveryError, type MailTransport, type OutgoingMail, outgoing } from 'stoa'

/** Where the API is, and the key that opens it. */
export const mailApi = defineSettings({
  group: 'mail_api',
  order: 31,
  fields: { url: f.maybe(f.url({ guards: ['key'] })), key: f.maybe(f.sealed({ maxLength: 200 })) },
})

/** The mail as the API reads it. */
const toMessage = ({ from, to, replyTo, subject, text, html, headers, attachments = [] }: OutgoingMail) => ({
  from,
  to,
  reply_to: replyTo,
  subject,
  text,
  html,
  headers,
  attachments: attachments.map(({ content, ...file }) => ({ ...file, content: content.toString('base64') })),
})

/** Sends e-mails through an HTTP API. */
export const mailApiTransport: MailTransport = {
  isConfigured: ({ settings }) => Boolean(settings.of(mailApi).url && settings.of(mailApi).key),
  connect: (kernel, timeout) => ({
    concurrency: 5,
    close: () => undefined,
    send: async (mail) => {
      const { url, key } = kernel.settings.of(mailApi)
      const response = await outgoing(kernel.config)(`${url}/messages`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': mail.messageId },
        body: JSON.stringify(toMessage(mail)),
        timeoutMs: timeout,
      })
      const { status } = response
      if (status === 429 || status === 503) throw new MailDeliveryError('unavailable', `the mail API answered ${status}`)
      if (status < 500 && !response.ok)
        throw new MailDeliveryError('refused', `the mail API answered ${status}`, { isUnknownRecipient: status === 404 })
      // The API may have accepted the e-mail: any other error means that the outcome is unknown.
      if (!response.ok) throw new Error(`the mail API answered ${status}`)
      const { id } = (await response.json()) as { id?: unknown }
      if (typeof id !== 'string') throw new Error('the mail API answered without an id')
      return id
    },
  }),
}
