import {
  checkPassword,
  closeSession,
  countAttempt,
  f,
  AppError,
  rateLimit,
  recordAudit,
  validationError,
  rotateSession,
  route,
  Session,
  getNetwork,
  t,
  message,
  UNAUTHENTICATED,
  WRONG_CREDENTIALS,
} from 'stoa'
import { EMAIL_UNVERIFIED } from '../errors.ts'
import { accountByEmail, accountByPhone } from '../services/accounts.ts'
import { CAPTCHA, captchaFields } from '../services/captcha.ts'
import { signInCustomer } from '../services/sign-in-customer.ts'
import { markOpenedHere } from '../services/opened-here-cookie.ts'
import { readProfile } from '../services/profile.ts'
import { register, registerFields } from '../services/register.ts'
import { getSignInRules, normalizeEmail, normalizePhone, requirePhone } from '../services/sign-in-rules.ts'
import { requireVerified } from '../services/verify-email.ts'
import { Profile, Registered } from '../api-types.ts'
import { getCustomerId, customerRoute, publicRoute } from './shared.ts'

/** Registration, sign-in and sign-out in the store (specification C §7). */
export const sessionRoutes = [
  route({
    ...publicRoute,
    on: 'POST /register',
    id: 'customer.register',
    summary: 'Creates an account, and signs in unless the address has to be verified first',
    body: { ...registerFields, ...captchaFields },
    response: Registered,
    status: 201,
    admit: ({ kernel, request }) =>
      rateLimit(kernel.db, `register ${getNetwork(request.ip)}`, { max: 10, seconds: 60, message: 'core:error.too_frequent' }),
    run: async ({ kernel, ctx, body, request, reply }) => {
      const made = await register(ctx, body, () => kernel.get(CAPTCHA).require(request, 'register'))
      // A newly registered customer is signed in without entering the password again.
      if (made.status === 'registered') await signInCustomer(ctx, reply, made.id, 'password')
      markOpenedHere(kernel, reply, made.id)
      return made
    },
  }),
  route({
    ...publicRoute,
    on: 'POST /login',
    id: 'customer.login',
    summary: 'Sign in with email address, or with phone number where the shop allows it, and password',
    body: {
      email: f.maybe(f.email()),
      country_code: f.maybe(f.text({ maxLength: 4 })),
      phone: f.maybe(f.phone()),
      password: f.password({ minLength: 1 }),
      ...captchaFields,
    },
    response: Session,
    errors: [WRONG_CREDENTIALS, EMAIL_UNVERIFIED],
    run: async ({ kernel, ctx, body, request, reply }) => {
      const rules = getSignInRules(kernel)
      const byPhone = rules.phoneLogin && !body.email && Boolean(body.phone)
      if (byPhone) requirePhone(kernel, body)
      else if (!body.email) throw validationError({ email: message('core:rule.required') })
      const identifier = byPhone ? normalizePhone(body.country_code ?? '', body.phone ?? '') : normalizeEmail(body.email)
      const isRight = await countAttempt(kernel, reply, 'user', identifier)
      await kernel.get(CAPTCHA).require(request, 'login')
      const found = byPhone ? await accountByPhone(kernel.db, identifier) : await accountByEmail(kernel.db, identifier)
      const right = await checkPassword(found?.password_hash, body.password)
      if (!found || !right) {
        if (found) await recordAudit(kernel.db, ctx, { resource: 'customer', rowId: found.id, verb: 'failed login', changes: [] })
        throw new AppError(WRONG_CREDENTIALS, byPhone ? [message('people:error.wrong_phone')] : undefined)
      }
      await isRight()
      requireVerified(rules.validateEmail, found.email_verified_at)
      return signInCustomer(ctx, reply, found.id, 'password')
    },
  }),
  route({
    ...publicRoute,
    on: 'POST /logout',
    id: 'customer.logout',
    summary: 'Sign out',
    response: t.object({ status: t.is('ok') }),
    run: async ({ kernel, ctx, request, reply }) => {
      await closeSession(kernel, request, reply, 'user')
      if (ctx.actor.kind === 'customer')
        await recordAudit(kernel.db, ctx, { resource: 'customer', rowId: ctx.actor.id, verb: 'logout', changes: [] })
      return { status: 'ok' }
    },
  }),
  route({
    ...publicRoute,
    on: 'POST /token/refresh',
    id: 'customer.refresh',
    summary: 'Replaces the session token of the request',
    description: 'A browser may have a customer session and a staff session: `role` selects one. The old token stays valid for one minute.',
    body: { role: f.pick(['user', 'admin'], { default: 'user' }) },
    response: Session,
    errors: [UNAUTHENTICATED],
    run: async ({ kernel, body, request, reply }) => {
      const issued = await rotateSession(kernel, request, reply, body.role)
      if (!issued) throw new AppError(UNAUTHENTICATED, undefined, { extra: { error: 'login_required' } })
      return issued
    },
  }),
  route({
    ...customerRoute,
    on: 'POST /info',
    id: 'customer.info',
    summary: 'The account of the signed-in customer',
    response: Profile,
    run: ({ kernel, ctx }) => readProfile(kernel, getCustomerId(ctx)),
  }),
]
