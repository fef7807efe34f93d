import { type Actor, type Kernel, systemCtx } from '../context.ts'
import { sql } from '../db/sql.ts'
import { f } from '../fields/f.ts'
import { AppError, validationError, message, UNAUTHENTICATED, WRONG_CREDENTIALS } from '../http/errors.ts'
import { requestLanguage } from '../http/language.ts'
import { locales } from '../i18n/locale.ts'
import { route } from '../http/route.ts'
import { t } from '../http/shapes.ts'
import { recordAudit } from '../audit/audit.ts'
import { expandPermissions } from './expand-permissions.ts'
import { savePreferences } from './preferences.ts'
import { rateLimit, resetLimit } from './rate-limit.ts'
import { checkPassword, hashPassword } from './password.ts'
import { RESET_MAIL } from './reset-link.ts'
import { getNetwork } from './network.ts'
import { closeSession, setPassword } from './session.ts'
import { SIGN_IN_STEPS, signIn } from './sign-in.ts'
import { hashToken } from './token.ts'
import { countAttempt } from './attempts.ts'
import { Me, Session, SignInStep } from './api-types.ts'

const done = <const W extends string>(word: W) => t.object({ status: t.is(word) })

/** Staff: sign in, sign out, profile, forgotten password. */
export const staffRoutes = [
  route({
    on: 'POST /login',
    id: 'me.login',
    summary: 'Create a session for a member of staff',
    open: 'anyone',
    body: { email: f.email(), password: f.password({ minLength: 1 }) },
    response: Session,
    otherResponses: { 202: SignInStep },
    errors: [WRONG_CREDENTIALS],
    run: async ({ kernel, ctx, body, reply }) => {
      const email = body.email.toLowerCase()
      const isRight = await countAttempt(kernel, reply, 'admin', email)
      const found = await kernel.db.one<{ id: number; role_id: number; password_hash: string | null }>(sql`
        select id, role_id, password_hash from account where lower(email) = ${email} and enabled`)
      const right = await checkPassword(found?.password_hash, body.password)
      if (!found || !right) {
        await recordAudit(kernel.db, ctx, { resource: 'account', rowId: found?.id ?? null, verb: 'failed login', changes: [] })
        throw new AppError(WRONG_CREDENTIALS)
      }
      let next: SignInStep | undefined
      for (const asks of kernel.contributions(SIGN_IN_STEPS).values()) next ??= await asks(found)
      const answer = next ?? (await signIn(ctx, reply, found.id))
      await isRight()
      return reply.code(next ? 202 : 200).send(answer)
    },
  }),
  route({
    on: 'POST /logout',
    id: 'me.logout',
    summary: 'Delete the session',
    open: 'signed-in',
    response: done('ok'),
    run: async ({ kernel, ctx, request, reply }) => {
      await closeSession(kernel, request, reply, 'admin')
      await recordAudit(kernel.db, ctx, { resource: 'account', rowId: actorId(ctx.actor), verb: 'logout', changes: [] })
      return { status: 'ok' }
    },
  }),
  route({
    on: 'GET /',
    id: 'me.get',
    summary: 'The signed-in account with all permissions of its role',
    open: 'signed-in',
    response: Me,
    run: ({ kernel, ctx }) => me(kernel, actorId(ctx.actor)),
  }),
  route({
    on: 'PUT /',
    id: 'me.update',
    summary: 'Update the own profile',
    open: 'signed-in',
    body: {
      name: f.maybe(f.text()),
      language: f.maybe(f.pick(locales)),
      theme: f.maybe(f.pick(['system', 'light', 'dark'])),
      password: f.maybe(f.password()),
      password_confirmation: f.maybe(f.password({ minLength: 1 })),
      current_password: f.maybe(f.password({ minLength: 1 })),
      preferences: f.maybe(f.json()),
    },
    response: Me,
    run: async ({ kernel, ctx, body, request }) => {
      const id = actorId(ctx.actor)
      const { name, language, theme, password, current_password, preferences } = body
      if (password && (body.password_confirmation ?? password) !== password)
        throw validationError({ password_confirmation: message('core:rule.confirmation') })
      if (password) await requirePassword(kernel, id, current_password ?? '', 'current_password')
      if (password && password === current_password) throw validationError({ password: message('core:rule.same_password') })
      const hash = password && (await hashPassword(password))
      await kernel.transaction(async (tx) => {
        if (hash) {
          await setPassword(tx, id, hash, request.sessionToken)
          await recordAudit(tx, ctx, { resource: 'account', rowId: id, verb: 'change password', changes: [] })
        }
        if (preferences) await savePreferences(tx, id, preferences)
        await tx.run(sql`update account set name = coalesce(${name}, name), language = coalesce(${language}, language),
          theme = coalesce(${theme}, theme), updated_at = now() where id = ${id}`)
      })
      return me(kernel, id)
    },
  }),
  route({
    on: 'POST /password/email',
    id: 'me.forgot',
    summary: 'Email a password reset link if the account exists',
    open: 'anyone',
    body: { email: f.email() },
    response: done('passwords.sent'),
    run: async ({ kernel, body, request }) => {
      const email = body.email.toLowerCase()
      const message = 'core:error.too_frequent'
      await rateLimit(kernel.db, `admin-reset-mail-from ${getNetwork(request.ip)}`, { max: 20, seconds: 900, message })
      await rateLimit(kernel.db, `admin-reset ${email}`, { max: 1, seconds: 60, message })
      await rateLimit(kernel.db, `admin-reset-day ${email}`, { max: 5, seconds: 86_400, message })
      const language = requestLanguage(kernel, request)
      await kernel.transaction(async (tx) => tx.enqueue(RESET_MAIL, { email, language }))
      return { status: 'passwords.sent' }
    },
  }),
  route({
    on: 'POST /password/reset',
    id: 'me.reset',
    summary: 'Set a new password with the token of an emailed link',
    open: 'anyone',
    body: { token: f.text(), password: f.password(), password_confirmation: f.password({ minLength: 1 }) },
    response: done('passwords.reset'),
    run: async ({ kernel, body, request }) => {
      if (body.password !== body.password_confirmation) throw validationError({ password_confirmation: message('core:rule.confirmation') })
      await rateLimit(kernel.db, `admin-reset-from ${getNetwork(request.ip)}`, { max: 20, seconds: 900 })
      await resetPassword(kernel, body.token, await hashPassword(body.password))
      return { status: 'passwords.reset' }
    },
  }),
]

/** Uses a reset token to set a new password and ends all sessions. @throws AppError INVALID when the token is used or expired */
async function resetPassword(kernel: Kernel, token: string, hash: string): Promise<void> {
  await kernel.transaction(async (tx) => {
    const used = await tx.one<{ subject_id: number }>(sql`update password_reset set used_at = now()
      where token_hash = ${hashToken(token)} and kind = 'admin' and used_at is null and expires_at > now() returning subject_id`)
    if (!used) throw validationError({ token: message('core:error.reset_token') })
    const id = used.subject_id
    await setPassword(tx, id, hash)
    await recordAudit(tx, systemCtx(kernel, 'password reset'), { resource: 'account', rowId: id, verb: 'reset password', changes: [] })
  })
}

function actorId(actor: Actor): number {
  if (actor.kind !== 'admin') throw new AppError(UNAUTHENTICATED)
  return actor.id
}

/** Checks the current password. @throws AppError INVALID naming the field it was typed into, TOO_MANY */
export async function requirePassword({ db }: Kernel, id: number, password: string, field: string): Promise<void> {
  const row = await db.one<{ password_hash: string | null }>(sql`select password_hash from account where id = ${id}`)
  await rateLimit(db, `admin-password ${id}`, { max: 5, seconds: 900 })
  if (!(await checkPassword(row?.password_hash, password))) throw validationError({ [field]: message('core:error.wrong_password') })
  await resetLimit(db, `admin-password ${id}`)
}

/** The signed-in member of staff with all permissions of their role. */
export async function me(kernel: Kernel, id: number): Promise<Me> {
  const row = await kernel.db.one<
    Omit<Me, 'role'> & { role_id: number; role_name: string; superuser: boolean; permission_list: string[] }
  >(sql`
    select a.id, a.name, a.email, a.language, a.theme, a.must_change_password, a.preferences, a.role_id, r.name as role_name, r.superuser, r.permission_list
    from account a join role r on r.id = a.role_id where a.id = ${id}`)
  if (!row) throw new AppError(UNAUTHENTICATED)
  const { role_id, role_name, superuser, permission_list, ...mine } = row
  return {
    ...mine,
    role: {
      id: role_id,
      name: role_name,
      permission_list: [...(superuser ? kernel.registry.permissions.keys() : expandPermissions(kernel.registry, permission_list))].sort(),
    },
  }
}
