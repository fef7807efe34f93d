import type { FastifyInstance } from 'fastify'
import { checkInput, ctxOf, f, hit, invalid, type Kernel, text } from '#core'
import { CAPTCHA } from '../services/captcha.ts'
import { resetPassword } from '../services/reset.ts'
import { limitLetters, plainEmail } from '../services/rules.ts'
import { type Body, open } from './shared.ts'

const asked = { email: f.email(), type: f.pick(['user', 'admin'], { default: 'user' }) }
const chosen = { token: f.text({ maxLength: 100 }), password: f.password(), password_confirmation: f.text({ maxLength: 128 }) }

/** Forgotten passwords. Answers are the same for addresses known and unknown. */
export function resetRoutes(app: FastifyInstance, kernel: Kernel): void {
  app.post('/reset/email', open, async (request) => {
    const input = await checkInput(asked, request.body as Body, request.typed)
    const email = plainEmail(input.email)
    await kernel.get(CAPTCHA).require(request, 'password')
    await limitLetters(kernel, `reset-${String(input.type)}`, email)
    await kernel.work(async (tx) => tx.enqueue('people/reset-mail', { email, type: input.type, language: ctxOf(kernel, request).language }))
    return { status: 'passwords.sent' }
  })

  app.post('/reset/password', open, async (request) => {
    const input = await checkInput(chosen, request.body as Body, request.typed)
    if (input.password !== input.password_confirmation) throw invalid({ password_confirmation: text('core:rule.confirmation') })
    await hit(kernel.db, `reset-from ${request.ip}`, { max: 20, seconds: 900 })
    await resetPassword(kernel, String(input.token), String(input.password))
    return { status: 'passwords.reset' }
  })
}
