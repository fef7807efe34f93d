import { f, rateLimit, route, Session, sourceOf, t } from 'stoa'
import { EMAIL_UNVERIFIED, SWITCHED_OFF, UNREGISTERED } from '../errors.ts'
import { enterAccount } from '../services/entering.ts'
import { doorRules } from '../services/rules.ts'
import { accountOf, connect, whoHolds } from '../services/social.ts'
import { requireVerified } from '../services/verify-email.ts'
import { open } from './shared.ts'

/** Signing in with an account somebody has elsewhere. */
export const socialRoutes = [
  route({
    ...open,
    on: 'POST /facebook/sign_in',
    id: 'customer.facebook',
    summary: 'Signs in by a token of Facebook; who is signed in already connects the account',
    body: { access_token: f.text({ maxLength: 2_000 }) },
    answer: t.either(t.object({ status: t.is('connected') }), Session),
    fails: [SWITCHED_OFF, UNREGISTERED, EMAIL_UNVERIFIED],
    run: async ({ kernel, ctx, body, request, reply }) => {
      const { actor } = ctx
      await rateLimit(kernel.db, `social ${sourceOf(request.ip)}`, { max: 20, seconds: 900 })
      const someone = await whoHolds(kernel, body.access_token)
      if (actor.kind === 'customer') {
        await kernel.work((tx) => connect(tx, actor.id, someone.subject))
        return { status: 'connected' }
      }
      const account = await kernel.work((tx) => accountOf(tx, someone))
      requireVerified(doorRules(kernel).validateEmail, account.email_verified_at)
      return enterAccount(ctx, reply, account.id, 'facebook')
    },
  }),
]
