import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kernel } from '../context.ts'
import type { Db } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { CROSS_SITE, Failed } from '../http/errors.ts'
import { newToken, tokenHash } from './token.ts'

/** Staff and shoppers have sessions of different kinds; one never passes for the other. */
export type SessionKind = 'admin' | 'user'

export const cookieName: Record<SessionKind, string> = { admin: 'stoa_admin', user: 'stoa_user' }

/** Lifetime in seconds: a staff session ends after twelve idle hours, a shopper's after thirty days. */
const lifetime: Record<SessionKind, number> = { admin: 12 * 3_600, user: 30 * 86_400 }

export interface Issued {
  token: string
  expires_at: string
}

/** Opens a session and sets its cookie. The token goes to API clients; pages use the cookie alone. */
export async function openSession(kernel: Kernel, reply: FastifyReply, kind: SessionKind, subject: number): Promise<Issued> {
  const token = newToken()
  const row = await kernel.db.one<{ expires_at: string }>(sql`
    insert into session (token_hash, kind, subject_id, expires_at)
    values (${tokenHash(token)}, ${kind}, ${subject}, now() + make_interval(secs => ${lifetime[kind]})) returning expires_at`)
  setCookie(kernel, reply, kind, token, lifetime[kind])
  return { token, expires_at: row?.expires_at ?? '' }
}

function setCookie(kernel: Kernel, reply: FastifyReply, kind: SessionKind, token: string, maxAge: number): void {
  reply.setCookie(cookieName[kind], token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: kernel.config.publicUrl.startsWith('https:'),
    maxAge,
  })
}

/** Ends the session of this request. */
export async function closeSession(kernel: Kernel, request: FastifyRequest, reply: FastifyReply, kind: SessionKind): Promise<void> {
  const found = credential(request, kind)
  if (found) await kernel.db.run(sql`delete from session where token_hash = ${tokenHash(found.token)} and kind = ${kind}`)
  reply.clearCookie(cookieName[kind], { path: '/' })
}

/**
 * Puts a new token in place of the one a request came with. Other tabs may use the old one for another minute; it counts as
 * just seen until then, so that using it does not slide its end.
 */
export async function rotateSession(
  kernel: Kernel,
  request: FastifyRequest,
  reply: FastifyReply,
  kind: SessionKind,
): Promise<Issued | undefined> {
  const found = credential(request, kind)
  const subject = found && (await sessionSubject(kernel.db, kind, found.token))
  if (subject === undefined) return undefined
  if (found?.from === 'cookie') requireSameOrigin(request, kernel)
  const issued = await openSession(kernel, reply, kind, subject)
  await kernel.db
    .run(sql`update session set expires_at = least(expires_at, now() + interval '1 minute'), last_seen_at = now() + interval '1 hour'
    where token_hash = ${tokenHash(found?.token ?? '')}`)
  return issued
}

/** Ends all sessions of somebody, but for one token. Called when a password changes or an account is switched off. */
export async function closeSessionsOf(db: Db, kind: SessionKind, subject: number, except?: string): Promise<void> {
  await db.run(sql`delete from session where kind = ${kind} and subject_id = ${subject}
    and token_hash <> ${except ? tokenHash(except) : Buffer.alloc(0)}`)
}

/** Token of a request: the Authorization header, else the cookie. */
export function credential(request: FastifyRequest, kind: SessionKind): { token: string; from: 'header' | 'cookie' } | undefined {
  const header = /^Bearer ([\w-]{20,100})$/.exec(request.headers.authorization ?? '')
  if (header?.[1]) return { token: header[1], from: 'header' }
  const cookie = request.cookies?.[cookieName[kind]]
  return cookie ? { token: cookie, from: 'cookie' } : undefined
}

/**
 * A cookie travels with forged requests too: whoever relies on one must come from our own pages.
 * @throws Failed CROSS_SITE
 */
export function requireSameOrigin(request: FastifyRequest, kernel: Kernel): void {
  const site = request.headers['sec-fetch-site']
  if (site === 'same-origin') return
  const origin = request.headers.origin
  if (origin) {
    const allowed = [request.headers.host, hostOf(kernel.config.publicUrl), hostOf(kernel.config.adminOrigin)]
    if (allowed.includes(hostOf(origin))) return
  } else if (site === undefined || site === 'none') return
  throw new Failed(CROSS_SITE)
}

const hostOf = (url: string | undefined) => (url && URL.canParse(url) ? new URL(url).host : undefined)

/** Whose live session of a kind a token is. Touches it at most once a minute, sliding its end. */
export async function sessionSubject(db: Db, kind: SessionKind, token: string): Promise<number | undefined> {
  const row = await db.one<{ subject_id: number; stale: boolean }>(
    sql`
    select subject_id, last_seen_at < now() - interval '1 minute' as stale from session
    where token_hash = ${tokenHash(token)} and kind = ${kind} and expires_at > now()`,
    'session.find',
  )
  if (row?.stale) await slide(db, kind, token)
  return row?.subject_id
}

export async function slide(db: Db, kind: SessionKind, token: string): Promise<void> {
  await db.run(sql`update session set last_seen_at = now(), expires_at = greatest(expires_at, now() + make_interval(secs => ${lifetime[kind]}))
    where token_hash = ${tokenHash(token)}`)
}
