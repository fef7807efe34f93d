import type { FastifyRequest } from 'fastify'
import { f, validationError, type Kernel, type Outgoing, outgoing, message, token } from 'stoa'
import { recaptcha } from '../settings.ts'

const tokenField = f.maybe(f.text({ maxLength: 8_000, says: 'people:error.captcha_expired' }))

/** Fields with the captcha token: under our name or the widget's own. */
export const captchaFields = { captcha: tokenField, 'g-recaptcha-response': tokenField }

/** Captcha verification of forms. */
export interface Captcha {
  /**
   * Verifies the captcha of a form if the settings list it. The token is the field `captcha` of the body. It makes a
   * network call, so never call it inside a transaction.
   * @throws AppError INVALID at `captcha`
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
    const verdict = await verifyToken(outgoing(kernel.config), verify_url, {
      secret: secret_key ?? '',
      response,
      remoteip: request.ip,
    }).catch((error: unknown) => {
      request.log.warn({ err: { message: (error as Error).message } }, 'captcha not verified')
      return undefined
    })
    if (verdict?.success === true && isSolvedHere(kernel.config.publicUrl, verdict.hostname)) return
    const late = verdict?.['error-codes']?.includes('timeout-or-duplicate')
    throw validationError({ captcha: message(late ? 'people:error.captcha_expired' : 'people:error.captcha_failed') })
  },
})

/** A host name without the prefix `www.`. */
const plainHost = (host: string) => host.toLowerCase().replace(/^www\./, '')

/**
 * Whether the captcha was solved on a page of the shop: a token from another site with the same key is not valid. A
 * shop without a configured address, and a verdict without a host name, are accepted.
 * @param publicUrl address of the shop
 * @param hostname host name in the verdict
 */
export function isSolvedHere(publicUrl: string, hostname: string | undefined): boolean {
  const ownHost = new URL(publicUrl).hostname
  return hostname === undefined || ['127.0.0.1', 'localhost', '[::1]'].includes(ownHost) || plainHost(hostname) === plainHost(ownHost)
}

interface Verdict {
  success?: boolean
  /** Host name of the page with the widget. */
  hostname?: string
  'error-codes'?: string[]
}

/** reCAPTCHA siteverify: a form post with a JSON response. */
async function verifyToken(call: Outgoing, url: string, form: Record<string, string>): Promise<Verdict> {
  const answer = await call(url, { method: 'POST', body: new URLSearchParams(form), timeoutMs: 5_000 })
  if (!answer.ok) throw new Error(`siteverify answered ${answer.status}`)
  return (await answer.json()) as Verdict
}
