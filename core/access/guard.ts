import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Actor, Kernel } from '../context.ts'
import { sql } from '../db/sql.ts'
import { quick } from '../db/statement.ts'
import { Failed, FORBIDDEN, text, UNAUTHENTICATED } from '../http/errors.ts'
import { step } from '../http/kernel.ts'
import { refuseForeignPage, requireOurPage } from './origin.ts'
import { satisfies } from './permission.ts'
import { credential, sessionSubject, slide } from './session.ts'
import { tokenHash } from './token.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Admin routes: the permission, `a | b` for either, `a & b` for both. */
    needs?: string
    /** Admin routes any signed-in person may call; `anyone` without signing in. */
    open?: 'signed-in' | 'anyone'
    /** Store routes: for everybody, or for signed-in customers. */
    access?: 'public' | 'customer'
    /** Pages of others may write here, for example a payment page sending its payer back: no session is looked at. */
    fromAnywhere?: boolean
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
}

/** Routes a person may still call while their one-time password is in force. */
const beforePassword = new Set(['GET /api/admin', 'PUT /api/admin', 'POST /api/admin/logout'])

/** The staff member behind a token, with the permissions of this moment. */
async function staff(kernel: Kernel, request: FastifyRequest, token: string): Promise<Actor | undefined> {
  const row = await kernel.db.one<AccountRow>(
    quick(
      sql`
    select a.id, a.name, a.must_change_password, r.superuser, r.permission_list, s.last_seen_at < now() - interval '1 minute' as stale
    from session s join account a on a.id = s.subject_id join role r on r.id = a.role_id
    where s.token_hash = ${tokenHash(token)} and s.kind = 'admin' and s.expires_at > now() and a.enabled`,
      'session.staff',
    ),
  )
  if (!row) return undefined
  if (row.stale) await slide(kernel.db, 'admin', token)
  if (row.must_change_password && !beforePassword.has(`${request.method} ${request.routeOptions.url}`)) {
    throw new Failed(FORBIDDEN, [text('core:error.must_change_password')])
  }
  const held = new Set(row.permission_list)
  return { kind: 'admin', id: row.id, name: row.name, allows: (needs) => row.superuser || satisfies(held, needs) }
}

/** Whether a call can change anything. A clone by GET does (specification C §7). */
const writes = ({ method, routeOptions }: FastifyRequest): boolean =>
  !['GET', 'HEAD', 'OPTIONS'].includes(method) || (method !== 'OPTIONS' && (routeOptions.url ?? '').endsWith('/clone'))

/** Who sends this request, and may they? Runs before the body is read. */
async function admit(kernel: Kernel, request: FastifyRequest): Promise<void> {
  const { needs, open, access, fromAnywhere } = request.routeOptions.config
  if (fromAnywhere) return
  const kind = access === undefined ? 'admin' : 'user'
  const guarded = (access ?? open ?? needs) !== undefined && writes(request)
  if (guarded && credential(request, kind)?.from !== 'header') refuseForeignPage(request, kernel, kind)
  if (access !== undefined) return admitShopper(kernel, request, access)
  if (open === 'anyone' || (needs === undefined && open === undefined)) return
  const found = credential(request, 'admin')
  const actor = found && (await staff(kernel, request, found.token))
  if (!found || !actor) throw new Failed(UNAUTHENTICATED, undefined, { extra: { error: 'login_required' } })
  if (found.from === 'cookie' && writes(request)) requireOurPage(request, kernel, 'admin')
  if (needs !== undefined && !(actor.kind === 'admin' && actor.allows(needs))) {
    throw new Failed(FORBIDDEN, [text('core:error.needs', { needs })])
  }
  request.actor = actor
  request.sessionToken = found.token
}

async function admitShopper(kernel: Kernel, request: FastifyRequest, access: 'public' | 'customer'): Promise<void> {
  const found = credential(request, 'user')
  const subject = found && (await sessionSubject(kernel, 'user', found.token))
  if (subject === undefined) {
    if (access === 'customer') throw new Failed(UNAUTHENTICATED, undefined, { extra: { error: 'login_required' } })
    return
  }
  if (found?.from === 'cookie' && writes(request)) requireOurPage(request, kernel, 'user')
  request.actor = { kind: 'customer', id: subject }
  if (found) request.sessionToken = found.token
}

/** Puts the guard on every route and refuses to start when an API route does not say who may call it. */
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
