import type { FastifyInstance } from 'fastify'
import {
  type Actor,
  checkInput,
  checkPassword,
  closeSession,
  ctxOf,
  f,
  Failed,
  forgive,
  hit,
  invalid,
  type Kernel,
  openSession,
  sql,
  systemCtx,
  text,
  UNAUTHENTICATED,
  WRONG_CREDENTIALS,
} from '#core'
import { DIRECTORY } from '../services/directory.ts'

const login = { email: f.email(), password: f.text({ maxLength: 128 }) }
const register = {
  email: f.email(),
  first_name: f.text(),
  last_name: f.text(),
  password: f.password(),
  password_confirmation: f.text({ maxLength: 128 }),
  country_code: f.maybe(f.text({ maxLength: 4 })),
  phone: f.maybe(f.phone()),
  gender: f.maybe(f.pick(['female', 'male'])),
  birthday: f.maybe(f.date()),
  is_subscribe: f.flag({ default: true }),
}

type Body = Record<string, unknown>
const open = { config: { access: 'public' as const }, schema: { tags: ['customer'] } }
const mine = { config: { access: 'customer' as const }, schema: { tags: ['customer'] } }

/** Signing up, in and out of the shop (specification C §7). */
export function sessionRoutes(app: FastifyInstance, kernel: Kernel): void {
  app.post('/register', open, async (request, reply) => {
    await hit(kernel.db, `register ${request.ip}`, { max: 10, seconds: 60, message: 'core:error.too_frequent' })
    const { password_confirmation, ...input } = await checkInput(register, request.body as Body, request.typed)
    if (input.password !== password_confirmation) throw invalid({ password_confirmation: text('core:rule.confirmation') })
    // A phone without a number is dropped together with its country code.
    if (!input.phone) Object.assign(input, { phone: null, country_code: null })
    const ctx = systemCtx(kernel, 'register', ctxOf(kernel, request).language)
    const id = await kernel.work(async (tx) => {
      const { id: customerId } = await kernel.resources.createIn(tx, ctx, 'customer', input)
      const person = await kernel.get(DIRECTORY).remember(tx, input as never)
      await tx.run(sql`update customer set person_id = ${person}, language = ${ctx.language} where id = ${customerId}`)
      return customerId
    })
    return reply.code(201).send({ id, status: 'registered' })
  })

  app.post('/login', open, async (request, reply) => {
    const input = await checkInput(login, request.body as Body, request.typed)
    const email = String(input.email).normalize('NFC').toLowerCase()
    await hit(kernel.db, `login ${email} ${request.ip}`, { max: 5, seconds: 900 })
    await hit(kernel.db, `login-from ${request.ip}`, { max: 100, seconds: 900 })
    const found = await kernel.db.one<{ id: number; password_hash: string | null }>(
      sql`select id, password_hash from customer where email = ${email} and enabled`,
    )
    const right = await checkPassword(found?.password_hash, String(input.password))
    if (!found || !right) throw new Failed(WRONG_CREDENTIALS)
    await forgive(kernel.db, `login ${email} ${request.ip}`)
    return openSession(kernel, reply, 'user', found.id)
  })

  app.post('/logout', open, async (request, reply) => {
    await closeSession(kernel, request, reply, 'user')
    return { status: 'ok' }
  })

  app.post('/info', mine, async (request) => profile(kernel, request.actor))
}

async function profile(kernel: Kernel, actor: Actor): Promise<Body> {
  const row =
    actor.kind === 'customer'
      ? await kernel.db.one<Body>(sql`
    select id, email, first_name, last_name, country_code, phone, gender, birthday, is_subscribe, email_verified_at, phone_verified_at, language
    from customer where id = ${actor.id} and enabled`)
      : undefined
  if (!row) throw new Failed(UNAUTHENTICATED, undefined, { extra: { error: 'login_required' } })
  return row
}
