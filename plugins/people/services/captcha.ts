import type { FastifyRequest } from 'fastify'
import { f, validationError, type Kernel, type Outgoing, outgoing, message, token } from 'stoa'
import { recaptcha } from '../settings.ts'

const answered = f.maybe(f.text({ maxLength: 8_000, says: 'people:error.captcha_expired' }))

/** Where a form carries the answer of the widget: by our name for it, or by the widget's own. */
export const captchaFields = { captcha: answered, 'g-recaptcha-response': answered }

/** Keeps programs away from forms. */
export interface Captcha {
  /**
   * Asks for the verdict on a form when the settings name it; otherwise nothing is asked. The answer of the widget stands in
   * the body as `captcha`. Never call it inside a transaction.
   * @throws Failed INVALID at `captcha`
   */
  require(request: FastifyRequest, form: string): Promise<void>
}

export const CAPTCHA = token<Captcha>('people/captcha')

export const captcha = (kernel: Kernel): Captcha => ({
  async require(request, form) {
    const { forms, secret_key, verify_url } = kernel.settings.of(recaptcha)
    if (!forms.includes(form)) return
    const body = (request.body ?? {}) as Record<string, unknown>
    const response = body.captcha ?? body['g-recaptcha-response']
    if (typeof response !== 'string' || response === '' || response.length > 8_000)
      throw validationError({ captcha: message('people:error.captcha_expired') })
    const verdict = await ask(outgoing(kernel.config), verify_url, { secret: secret_key ?? '', response, remoteip: request.ip }).catch(
      (error: unknown) => {
        request.log.warn({ err: { message: (error as Error).message } }, 'captcha not judged')
        return undefined
      },
    )
    if (verdict?.success === true && isSolvedHere(kernel.config.publicUrl, verdict.hostname)) return
    const late = verdict?.['error-codes']?.includes('timeout-or-duplicate')
    throw validationError({ captcha: message(late ? 'people:error.captcha_expired' : 'people:error.captcha_failed') })
  },
})

/** The host of an address without what many write before it. */
const plainHost = (host: string) => host.toLowerCase().replace(/^www\./, '')

/**
 * Whether a widget stood on a page of the shop: solved on another site with the key of this one it proves nothing. A shop whose address is
 * not set, and a verdict that does not say, are taken as they come.
 * @param publicUrl address of the shop
 * @param hostname what the judge says of the page
 */
export function isSolvedHere(publicUrl: string, hostname: string | undefined): boolean {
  const own = new URL(publicUrl).hostname
  return hostname === undefined || ['127.0.0.1', 'localhost', '[::1]'].includes(own) || plainHost(hostname) === plainHost(own)
}

interface Verdict {
  success?: boolean
  /** Of the page the widget stood on. */
  hostname?: string
  'error-codes'?: string[]
}

/** reCAPTCHA's siteverify: a form, answered with JSON. */
async function ask(call: Outgoing, url: string, form: Record<string, string>): Promise<Verdict> {
  const answer = await call(url, { method: 'POST', body: new URLSearchParams(form), patience: 5_000 })
  if (!answer.ok) throw new Error(`siteverify answered ${answer.status}`)
  return (await answer.json()) as Verdict
}
