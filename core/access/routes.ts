import type { FastifyInstance } from 'fastify'
import { type Kernel, systemCtx } from '../context.ts'
import { sql } from '../db/sql.ts'
import { f } from '../fields/f.ts'
import { Failed, invalid, text, UNAUTHENTICATED, WRONG_CREDENTIALS } from '../http/errors.ts'
import { ctxOf, speech } from '../http/language.ts'
import { record } from '../audit/audit.ts'
import { keepPreferences } from './preferences.ts'
import { checkInput } from '../resource/input.ts'
import type { Me } from '../wire.ts'
import { forgive, hit } from './limit.ts'
import { checkPassword, hashPassword } from './password.ts'
import { sendResetLink } from './reset-link.ts'
import { closeSession, closeSessionsOf, openSession } from './session.ts'
import { tokenHash } from './token.ts'

const credentials = { email: f.email(), password: f.text({ maxLength: 128 }) }

/** Signing in and out, one's own profile, and forgotten passwords of staff. */
export function adminRoutes(app: FastifyInstance, kernel: Kernel): void {
  app.post('/login', { config: { open: 'anyone' } }, async (request, reply) => {
    const input = await checkInput(credentials, request.body as Record<string, unknown>)
    const email = String(input.email).toLowerCase()
    const keys = [`admin-login ${email}`, `admin-login-from ${request.ip}`] as const
    await hit(kernel.db, keys[0], { max: 5, seconds: 900 })
    await hit(kernel.db, keys[1], { max: 100, seconds: 900 })
    const found = await kernel.db.one<{ id: number; name: string; password_hash: string | null }>(sql`
      select id, name, password_hash from account where lower(email) = ${email} and enabled`)
    const right = await checkPassword(found?.password_hash, String(input.password))
    const ctx = ctxOf(kernel, request)
    if (!found || !right) {
      await record(kernel.db, ctx, { resource: 'account', rowId: found?.id ?? null, verb: 'failed login', changes: [] })
      throw new Failed(WRONG_CREDENTIALS)
    }
    await forgive(kernel.db, keys[0])
    await kernel.db.run(sql`update account set last_login_at = now() where id = ${found.id}`)
    await record(
      kernel.db,
      { ...ctx, actor: { kind: 'admin', id: found.id, name: found.name, allows: () => false } },
      { resource: 'account', rowId: found.id, verb: 'login', changes: [] },
    )
    return openSession(kernel, reply, 'admin', found.id)
  })

  app.post('/logout', { config: { open: 'signed-in' } }, async (request, reply) => {
    await closeSession(kernel, request, reply, 'admin')
    return { status: 'ok' }
  })

  app.get('', { config: { open: 'signed-in' } }, async (request) => me(kernel, actorId(request.actor)))

  app.put('', { config: { open: 'signed-in' } }, async (request) => {
    const id = actorId(request.actor)
    const input = await checkInput(
      {
        name: f.maybe(f.text()),
        language: f.maybe(f.pick(['en-US', 'zh-HK', 'zh-CN'])),
        theme: f.maybe(f.pick(['system', 'light', 'dark'])),
        password: f.maybe(f.password()),
        current_password: f.maybe(f.text({ maxLength: 128 })),
        preferences: f.maybe(f.json()),
      },
      request.body as Record<string, unknown>,
    )
    if (input.password) await changePassword(kernel, id, String(input.password), String(input.current_password ?? ''), request.sessionToken)
    if (input.preferences) await keepPreferences(kernel.db, id, input.preferences)
    await kernel.db.run(sql`update account set name = coalesce(${input.name}, name), language = coalesce(${input.language}, language),
      theme = coalesce(${input.theme}, theme), updated_at = now() where id = ${id}`)
    return me(kernel, id)
  })

  app.post('/password/email', { config: { open: 'anyone' } }, async (request) => {
    const input = await checkInput({ email: f.email() }, request.body as Record<string, unknown>)
    const email = String(input.email).toLowerCase()
    await hit(kernel.db, `admin-reset ${email}`, { max: 1, seconds: 60, message: 'core:error.too_frequent' })
    const language = speech(kernel, request)
    await kernel.work(async (tx) => {
      const found = await tx.one<{ id: number }>(sql`select id from account where lower(email) = ${email} and enabled`)
      if (!found) return
      await sendResetLink(kernel, tx, { id: found.id, email }, language)
    })
    return { status: 'passwords.sent' }
  })

  app.post('/password/reset', { config: { open: 'anyone' } }, async (request) => {
    const input = await checkInput(
      { token: f.text(), password: f.password(), password_confirmation: f.text({ maxLength: 128 }) },
      request.body as Record<string, unknown>,
    )
    if (input.password !== input.password_confirmation) throw invalid({ password_confirmation: text('core:rule.confirmation') })
    await hit(kernel.db, `admin-reset-from ${request.ip}`, { max: 20, seconds: 900 })
    const hash = await hashPassword(String(input.password))
    await kernel.work(async (tx) => {
      const used = await tx.one<{ subject_id: number }>(sql`update password_reset set used_at = now()
        where token_hash = ${tokenHash(String(input.token))} and kind = 'admin' and used_at is null and expires_at > now() returning subject_id`)
      if (!used) throw invalid({ token: text('core:error.reset_token') })
      await tx.run(
        sql`update account set password_hash = ${hash}, must_change_password = false, updated_at = now() where id = ${used.subject_id}`,
      )
      await closeSessionsOf(tx, 'admin', used.subject_id)
      await record(tx, systemCtx(kernel, 'password reset'), {
        resource: 'account',
        rowId: used.subject_id,
        verb: 'reset password',
        changes: [],
      })
    })
    return { status: 'passwords.reset' }
  })
}

function actorId(actor: { kind: string; id?: number }): number {
  if (actor.kind !== 'admin' || actor.id === undefined) throw new Failed(UNAUTHENTICATED)
  return actor.id
}

async function changePassword(kernel: Kernel, id: number, password: string, current: string, token: string | undefined): Promise<void> {
  const row = await kernel.db.one<{ password_hash: string | null }>(sql`select password_hash from account where id = ${id}`)
  await hit(kernel.db, `admin-password ${id}`, { max: 5, seconds: 900 })
  if (!(await checkPassword(row?.password_hash, current))) throw invalid({ current_password: text('core:error.wrong_password') })
  const hash = await hashPassword(password)
  await kernel.db.run(sql`update account set password_hash = ${hash}, must_change_password = false where id = ${id}`)
  await closeSessionsOf(kernel.db, 'admin', id, token)
}

/** The signed-in member of staff with all permissions their role holds. */
export async function me(kernel: Kernel, id: number): Promise<Me> {
  const row = await kernel.db.one<
    Omit<Me, 'role'> & { role_id: number; role_name: string; superuser: boolean; permission_list: string[] }
  >(sql`
    select a.id, a.name, a.email, a.language, a.theme, a.must_change_password, a.preferences, a.role_id, r.name as role_name, r.superuser, r.permission_list
    from account a join role r on r.id = a.role_id where a.id = ${id}`)
  if (!row) throw new Failed(UNAUTHENTICATED)
  const { role_id, role_name, superuser, permission_list, ...mine } = row
  return {
    ...mine,
    role: { id: role_id, name: role_name, permission_list: superuser ? [...kernel.registry.permissions.keys()].sort() : permission_list },
  }
}
