import { f, rateLimit, route, Session, getNetwork, t } from 'stoa'
import { EMAIL_UNVERIFIED, SWITCHED_OFF, UNREGISTERED } from '../errors.ts'
import { signInCustomer } from '../services/sign-in-customer.ts'
import { getSignInRules } from '../services/sign-in-rules.ts'
import { findConnectedAccount, connectAccount, findTokenOwner } from '../services/social.ts'
import { requireVerified } from '../services/verify-email.ts'
import { publicRoute } from './shared.ts'

/** Sign-in with an external identity. */
export const socialRoutes = [
  route({
    ...publicRoute,
    on: 'POST /facebook/sign_in',
    id: 'customer.facebook',
    summary: 'Signs in with a Facebook token, or connects Facebook with the signed-in account',
    body: { access_token: f.text({ maxLength: 2_000 }) },
    response: t.either(t.object({ status: t.is('connected') }), Session),
    errors: [SWITCHED_OFF, UNREGISTERED, EMAIL_UNVERIFIED],
    run: async ({ kernel, ctx, body, request, reply }) => {
      const { actor } = ctx
      await rateLimit(kernel.db, `social ${getNetwork(request.ip)}`, { max: 20, seconds: 900 })
      const someone = await findTokenOwner(kernel, body.access_token)
      if (actor.kind === 'customer') {
        await kernel.transaction((tx) => connectAccount(tx, actor.id, someone.subject))
        return { status: 'connected' }
      }
      const account = await kernel.transaction((tx) => findConnectedAccount(tx, someone))
      requireVerified(getSignInRules(kernel).validateEmail, account.email_verified_at)
      return signInCustomer(ctx, reply, account.id, 'facebook')
    },
  }),
]
