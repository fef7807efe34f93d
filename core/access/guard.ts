import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { recordRefusal } from '../audit/audit.ts'
import type { Actor, Ctx, Kernel } from '../context.ts'
import { sql } from '../db/sql.ts'
import { AppError, FORBIDDEN, PASSWORD_AGAIN, message, UNAUTHENTICATED } from '../http/errors.ts'
import { step } from '../http/kernel.ts'
import { createCtx } from '../http/language.ts'
import { rejectForeignOrigin, requireOwnOrigin } from './origin.ts'
import { expandPermissions } from './expand-permissions.ts'
import { listPermissions, satisfies } from './permission.ts'
import { readCredential, notTooOldSql, findSessionSubject, extendSession } from './session.ts'
import { signingIn } from './sign-in-settings.ts'
import { hashToken } from './token.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Admin routes: the required permission. `a | b` requires either, `a & b` both. */
    needs?: string
    /** Admin routes: `signed-in` requires a session but no permission; `anyone` requires no session. */
    open?: 'signed-in' | 'anyone'
    /** Beside `open: 'signed-in'`: computes the required permission where it depends on the path parameters. @throws AppError NOT_FOUND */
    getNeeds?(ctx: Ctx, params: Readonly<Record<string, string>>): string | Promise<string>
    /** Admin routes: the password must have been entered recently, otherwise the answer is PASSWORD_AGAIN. */
    fresh?: boolean
    /** Store routes: public, or for signed-in customers only. */
    access?: 'public' | 'customer'
    /** Accepts cross-site requests, for example of a payment page that sends the payer back. The session is ignored. */
    allowCrossOrigin?: boolean
  }
  interface FastifyRequest {
    actor: Actor
    sessionToken?: string
  }
}

interface AccountRow {
  id: number
  name: string
  superuser: boolean
  permission_list: string[]
  must_change_password: boolean
  stale: boolean
  fresh: boolean
}

type Staff = Extract<Actor, { kind: 'admin' }>

/** Routes that are allowed while a one-time password is in use. */
const beforePassword = new Set(['GET /api/admin', 'PUT /api/admin', 'POST /api/admin/logout'])

/** Finds the member of staff of a session token, with their current permissions. */
async function staff(kernel: Kernel, request: FastifyRequest, token: string): Promise<(Staff & { fresh: boolean }) | undefined> {
  const { password_minutes } = kernel.settings.of(signingIn)
  const row = await kernel.db.one<AccountRow>(
    sql`
    select a.id, a.name, a.must_change_password, r.superuser, r.permission_list, s.last_seen_at < now() - interval '1 minute' as stale,
      s.proved_at > now() - make_interval(mins => ${password_minutes}) as fresh
    from session s join account a on a.id = s.subject_id join role r on r.id = a.role_id
    where s.token_hash = ${hashToken(token)} and s.kind = 'admin' and s.expires_at > now() and a.enabled and ${notTooOldSql(kernel)}`,
    'session.staff',
  )
  if (!row) return undefined
  if (row.stale) await extendSession(kernel.db, 'admin', token)
  if (row.must_change_password && !beforePassword.has(`${request.method} ${request.routeOptions.url}`)) {
    throw new AppError(FORBIDDEN, [message('core:error.must_change_password')])
  }
  const granted = expandPermissions(kernel.registry, row.permission_list)
  return { fresh: row.fresh, kind: 'admin', id: row.id, name: row.name, allows: (needs) => row.superuser || satisfies(granted, needs) }
}

/** Whether a request can change data. A clone by GET does (specification C §7). */
const writes = ({ method, routeOptions }: FastifyRequest): boolean =>
  !['GET', 'HEAD', 'OPTIONS'].includes(method) || (method !== 'OPTIONS' && (routeOptions.url ?? '').endsWith('/clone'))

/** Whether a request requires a recently entered password: because its route or its permission says so. Of the reads, exports do. */
function asksAgain({ registry }: Kernel, request: FastifyRequest, needs = ''): boolean {
  const { fresh } = request.routeOptions.config
  return (
    fresh === true || listPermissions(needs).some((need) => registry.fresh.has(need) && (writes(request) || need.startsWith('export ')))
  )
}

/** Authenticates and authorizes a request. Runs before the body is read. */
async function admit(kernel: Kernel, request: FastifyRequest): Promise<void> {
  const { open, access, allowCrossOrigin, getNeeds, ...config } = request.routeOptions.config
  if (allowCrossOrigin) return
  const kind = access === undefined ? 'admin' : 'user'
  const guarded = (access ?? open ?? config.needs) !== undefined && writes(request)
  if (guarded && readCredential(request, kind)?.from !== 'header') rejectForeignOrigin(request, kernel, kind)
  if (access !== undefined) return admitShopper(kernel, request, access)
  if (open === 'anyone' || (config.needs === undefined && open === undefined)) return
  const found = readCredential(request, 'admin')
  const actor = found && (await staff(kernel, request, found.token))
  if (!found || !actor) throw new AppError(UNAUTHENTICATED, undefined, { extra: { error: 'login_required' } })
  if (found.from === 'cookie' && writes(request)) requireOwnOrigin(request, kernel, 'admin')
  request.actor = actor
  const needs = config.needs ?? (await getNeeds?.(createCtx(kernel, request), request.params as Record<string, string>))
  if (needs !== undefined && !actor.allows(needs)) {
    await recordRefusal(createCtx(kernel, request), needs)
    throw new AppError(FORBIDDEN, [message('core:error.needs', { needs })])
  }
  if (!actor.fresh && asksAgain(kernel, request, needs)) throw new AppError(PASSWORD_AGAIN)
  request.sessionToken = found.token
}

async function admitShopper(kernel: Kernel, request: FastifyRequest, access: 'public' | 'customer'): Promise<void> {
  const found = readCredential(request, 'user')
  const subject = found && (await findSessionSubject(kernel, 'user', found.token))
  if (subject === undefined) {
    if (access === 'customer') throw new AppError(UNAUTHENTICATED, undefined, { extra: { error: 'login_required' } })
    return
  }
  if (found?.from === 'cookie' && writes(request)) requireOwnOrigin(request, kernel, 'user')
  request.actor = { kind: 'customer', id: subject }
  if (found) request.sessionToken = found.token
}

/** Adds the guard to every route. The server refuses to start when an API route does not declare its access. */
export const guardRoutes = fp(
  async (app) => {
    app.decorateRequest('actor')
    app.decorateRequest('sessionToken')
    app.addHook('onRoute', (route) => {
      const { needs, open, access } = route.config ?? {}
      if (route.url.startsWith('/api/admin') ? !needs && !open : route.url.startsWith('/api/') && !access && !needs) {
        throw new Error(
          `Route ${String(route.method)} ${route.url} says neither who may call it: give its config ${route.url.startsWith('/api/admin') ? '"needs" or "open"' : '"access"'}`,
        )
      }
    })
    app.addHook('onRequest', async (request) => {
      request.actor = { kind: 'guest' }
      await admit(app.kernel, request)
    })
  },
  step('guard', ['kernel', 'routes', 'envelope']),
)
