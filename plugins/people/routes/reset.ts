import { f, rateLimit, validationError, route, getNetwork, t, message } from 'stoa'
import { CAPTCHA, captchaFields } from '../services/captcha.ts'
import { resetPages, RESET_MAIL, resetPassword } from '../services/reset.ts'
import { limitEmails, normalizeEmail } from '../services/sign-in-rules.ts'
import { publicRoute } from './shared.ts'

/** Password reset. Responses are the same for known and unknown addresses. */
export const resetRoutes = [
  route({
    ...publicRoute,
    on: 'POST /reset/email',
    id: 'customer.forget_password',
    summary: 'Sends a link for a new password, to a customer or to staff',
    body: { email: f.email(), type: f.pick(resetPages, { default: 'user' }), ...captchaFields },
    response: t.object({ status: t.is('passwords.sent') }),
    run: async ({ kernel, ctx, body, request }) => {
      const email = normalizeEmail(body.email)
      await kernel.get(CAPTCHA).require(request, 'password')
      await limitEmails(kernel, `reset-${body.type}`, email)
      await kernel.transaction(async (tx) => tx.enqueue(RESET_MAIL, { email, type: body.type, language: ctx.language }))
      return { status: 'passwords.sent' }
    },
  }),
  route({
    ...publicRoute,
    on: 'POST /reset/password',
    id: 'customer.choose_password',
    summary: 'Sets a new password with a token from an e-mail or SMS',
    body: { token: f.text({ maxLength: 100 }), password: f.password(), password_confirmation: f.password({ minLength: 1 }) },
    response: t.object({ status: t.is('passwords.reset') }),
    run: async ({ kernel, body, request }) => {
      if (body.password !== body.password_confirmation) throw validationError({ password_confirmation: message('core:rule.confirmation') })
      await rateLimit(kernel.db, `reset-from ${getNetwork(request.ip)}`, { max: 20, seconds: 900 })
      await resetPassword(kernel, body.token, body.password)
      return { status: 'passwords.reset' }
    },
  }),
]
