import type { FastifyInstance } from 'fastify'
import {
  checkInput,
  checkPassword,
  closeSession,
  ctxOf,
  f,
  Failed,
  forgive,
  hit,
  type Kernel,
  openSession,
  rotateSession,
  sql,
  text,
  UNAUTHENTICATED,
  WRONG_CREDENTIALS,
} from '#core'
import { accountByEmail, accountByPhone } from '../services/accounts.ts'
import { CAPTCHA } from '../services/captcha.ts'
import { readProfile } from '../services/profile.ts'
import { register } from '../services/register.ts'
import { doorRules, plainEmail, plainPhone, requirePhone } from '../services/rules.ts'
import { requireVerified } from '../services/verify-email.ts'
import { type Body, customerOf, mine, open } from './shared.ts'

const login = {
  email: f.maybe(f.email()),
  country_code: f.maybe(f.text({ maxLength: 4 })),
  phone: f.maybe(f.phone()),
  password: f.text({ maxLength: 128 }),
}

/** Signing up, in and out of the shop (specification C §7). */
export function sessionRoutes(app: FastifyInstance, kernel: Kernel): void {
  app.post('/register', open, async (request, reply) => {
    await hit(kernel.db, `register ${request.ip}`, { max: 10, seconds: 60, message: 'core:error.too_frequent' })
    const guard = () => kernel.get(CAPTCHA).require(request, 'register')
    const made = await register(ctxOf(kernel, request), { body: request.body as Body, typed: request.typed, guard })
    return reply.code(201).send(made)
  })

  app.post('/login', open, async (request, reply) => {
    const rules = doorRules(kernel)
    const input = await checkInput(login, request.body as Body, request.typed)
    const byPhone = rules.phoneLogin && !input.email && Boolean(input.phone)
    if (byPhone) requirePhone(kernel, input)
    else await checkInput({ email: f.email() }, input)
    const who = byPhone ? plainPhone(String(input.country_code), String(input.phone)) : plainEmail(input.email)
    const keys = [`login ${who} ${request.ip}`, `login-hour ${who} ${request.ip}`] as const
    await hit(kernel.db, keys[0], { max: 5, seconds: 900 })
    await hit(kernel.db, keys[1], { max: 20, seconds: 3_600 })
    await hit(kernel.db, `login-from ${request.ip}`, { max: 100, seconds: 900 })
    await kernel.get(CAPTCHA).require(request, 'login')
    const found = byPhone ? await accountByPhone(kernel.db, who) : await accountByEmail(kernel.db, who)
    const right = await checkPassword(found?.password_hash, String(input.password))
    if (!found || !right) throw new Failed(WRONG_CREDENTIALS, byPhone ? [text('people:error.wrong_phone')] : undefined)
    // The right password was one of the tries that are counted.
    await kernel.db.run(sql`update rate_limit set hits = greatest(hits - 1, 0) where key = ${`login-from ${request.ip}`}`)
    for (const key of keys) await forgive(kernel.db, key)
    requireVerified(rules.validateEmail, found.email_verified_at)
    return openSession(kernel, reply, 'user', found.id)
  })

  app.post('/logout', open, async (request, reply) => {
    await closeSession(kernel, request, reply, 'user')
    return { status: 'ok' }
  })

  // `role` says which of two sessions a browser may hold; a token of the other kind is no session of this one.
  app.post('/token/refresh', open, async (request, reply) => {
    const { role } = await checkInput({ role: f.pick(['user', 'admin'], { default: 'user' }) }, request.body as Body, request.typed)
    const issued = await rotateSession(kernel, request, reply, role as 'user' | 'admin')
    if (!issued) throw new Failed(UNAUTHENTICATED, undefined, { extra: { error: 'login_required' } })
    return issued
  })

  app.post('/info', mine, (request) => readProfile(kernel, customerOf(request)))
}
