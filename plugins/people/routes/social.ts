import type { FastifyInstance } from 'fastify'
import { checkInput, f, hit, type Kernel, openSession } from '#core'
import { doorRules } from '../services/rules.ts'
import { accountOf, connect, whoHolds } from '../services/social.ts'
import { requireVerified } from '../services/verify-email.ts'
import { type Body, open } from './shared.ts'

/** `POST /api/facebook/sign_in {access_token}`: signs in; who is signed in already connects the account. */
export function socialRoutes(app: FastifyInstance, kernel: Kernel): void {
  app.post('/facebook/sign_in', open, async (request, reply) => {
    const input = await checkInput({ access_token: f.text({ maxLength: 2_000 }) }, request.body as Body, request.typed)
    await hit(kernel.db, `social ${request.ip}`, { max: 20, seconds: 900 })
    const someone = await whoHolds(kernel, String(input.access_token))
    const { actor } = request
    if (actor.kind === 'customer') {
      await kernel.work((tx) => connect(tx, actor.id, someone.subject))
      return { status: 'connected' }
    }
    const account = await kernel.work((tx) => accountOf(tx, someone))
    requireVerified(doorRules(kernel).validateEmail, account.email_verified_at)
    return openSession(kernel, reply, 'user', account.id)
  })
}
