import { type Kernel, outgoing, getErrorCode, trimTrailing } from 'stoa'
import { sms } from '../settings.ts'

/** An SMS to a number in international format without the plus. */
export interface Sms {
  to: string
  body: string
}

/** SMS provider. Throw `SmsRefused` for a permanent rejection; other errors are retried. */
export interface SmsProvider {
  /** Keeps the text after sending, because it is not delivered anywhere else. */
  keeps?: boolean
  send(kernel: Kernel, message: Sms): Promise<{ id: string }>
}

/** A permanent rejection by the provider. */
export class SmsRefused extends Error {}

/** Sends nothing: messages are read on the command line, and in the admin without their codes. */
const log: SmsProvider = {
  keeps: true,
  send: (kernel, { to }) => {
    kernel.log.info({ to: `${to.slice(0, 3)}…${to.slice(-2)}` }, 'message kept, no SMS provider is set')
    return Promise.resolve({ id: '' })
  },
}

/** Twilio's Messages resource: form post, basic authentication, 201 with a `sid`. */
const twilio: SmsProvider = {
  async send(kernel, { to, body }) {
    const { base_url, account_sid, auth_token, sender } = kernel.settings.of(sms)
    const url = `${trimTrailing(base_url, '/')}/2010-04-01/Accounts/${encodeURIComponent(account_sid)}/Messages.json`
    const answer = await outgoing(kernel.config)(url, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${account_sid}:${auth_token ?? ''}`).toString('base64')}` },
      body: new URLSearchParams({ To: `+${to}`, From: sender, Body: body }),
    })
    const payload = (await answer.json().catch(() => ({}))) as { sid?: unknown; code?: unknown }
    if (answer.ok && typeof payload.sid === 'string') return { id: payload.sid }
    // Shown to staff; the rest of the response is not trusted.
    const errorText = `${answer.status} ${getErrorCode(payload.code)}`.trim()
    if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) throw new SmsRefused(errorText)
    throw new Error(errorText)
  },
}

const providers: Record<string, SmsProvider> = { log, twilio }

/** The configured provider; undefined if SMS is disabled. */
export const smsProvider = (kernel: Kernel): SmsProvider | undefined => providers[kernel.settings.of(sms).provider]
