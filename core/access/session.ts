import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kernel } from '../context.ts'
import type { Db } from '../db/pool.ts'
import { sql, type Sql } from '../db/sql.ts'
import { requireOwnOrigin } from './origin.ts'
import type { SessionKind } from './session-kind.ts'
import { signingIn } from './sign-in-settings.ts'
import { getNetwork } from './network.ts'
import { createToken, hashToken } from './token.ts'
import type { Session } from './api-types.ts'

const isSecure = ({ config }: Pick<Kernel, 'config'>): boolean => config.publicUrl.startsWith('https:')

/** Name of a cookie. With https it has the prefix `__Host-`, which no other host and no plain connection can set. */
export const getCookieName = (kernel: Pick<Kernel, 'config'>, name: string): string => (isSecure(kernel) ? `__Host-${name}` : name)

/** Name of the session cookie. */
export const getSessionCookieName = (kernel: Pick<Kernel, 'config'>, kind: SessionKind): string => getCookieName(kernel, `stoa_${kind}`)

/** Idle lifetime in seconds: a staff session ends after twelve idle hours, a customer's after thirty days. */
const lifetime: Record<SessionKind, number> = { admin: 12 * 3_600, user: 30 * 86_400 }

/**
 * Opens a session and sets its cookie. API clients use the returned token, pages the cookie. When `before` is the token of a
 * session that this one replaces, the new session keeps its start time.
 */
export async function openSession(kernel: Kernel, reply: FastifyReply, kind: SessionKind, subject: number, before = ''): Promise<Session> {
  const token = createToken()
  const { headers, ip } = reply.request
  const row = await kernel.db.one<{ expires_at: string }>(sql`
    insert into session (token_hash, kind, subject_id, expires_at, browser, network, created_at, proved_at)
    select ${hashToken(token)}, ${kind}, ${subject}, now() + make_interval(secs => ${lifetime[kind]}),
      ${(headers['user-agent'] ?? '').replaceAll('\0', '').slice(0, 300)}, ${getNetwork(ip)}, coalesce(b.created_at, now()), coalesce(b.proved_at, now())
    from (select 1) one left join session b on b.token_hash = ${hashToken(before)} returning expires_at`)
  setCookie(kernel, reply, `stoa_${kind}`, token, lifetime[kind])
  return { token, expires_at: row?.expires_at ?? '' }
}

/** Sets an HttpOnly cookie. `maxAge` in seconds. `strict`: the browser sends it with no request that another site began. */
export function setCookie(
  kernel: Kernel,
  reply: FastifyReply,
  name: string,
  value: string,
  maxAge: number,
  sameSite: 'lax' | 'strict' = 'lax',
): void {
  reply.setCookie(getCookieName(kernel, name), value, { path: '/', httpOnly: true, sameSite, secure: isSecure(kernel), maxAge })
}

/** Ends the session of this request. */
export async function closeSession(kernel: Kernel, request: FastifyRequest, reply: FastifyReply, kind: SessionKind): Promise<void> {
  const found = readCredential(request, kind)
  if (found) await kernel.db.run(sql`delete from session where token_hash = ${hashToken(found.token)} and kind = ${kind}`)
  reply.clearCookie(getSessionCookieName(kernel, kind), { path: '/', secure: isSecure(kernel) })
}

/**
 * Replaces the session token of a request (rotation). Other tabs may use the old token for another minute. It counts as just seen
 * until then, so that using it does not extend it.
 */
export async function rotateSession(
  kernel: Kernel,
  request: FastifyRequest,
  reply: FastifyReply,
  kind: SessionKind,
): Promise<Session | undefined> {
  const found = readCredential(request, kind)
  const subject = found && (await findSessionSubject(kernel, kind, found.token))
  if (subject === undefined) return undefined
  if (found?.from === 'cookie') requireOwnOrigin(request, kernel, kind)
  const issued = await openSession(kernel, reply, kind, subject, found?.token)
  await kernel.db
    .run(sql`update session set expires_at = least(expires_at, now() + interval '1 minute'), last_seen_at = now() + interval '1 hour'
    where token_hash = ${hashToken(found?.token ?? '')}`)
  return issued
}

/**
 * Ends all sessions of a subject except that of one token, and invalidates their password reset links. Called when a password
 * changes or an account is disabled. For staff, `account.sessions_ended_at` records the time: credentials that plugins issued
 * before it are invalid too.
 */
export async function closeSessions(db: Db, kind: SessionKind, subject: number, except?: string): Promise<void> {
  await db.run(sql`with links as (delete from password_reset where kind = ${kind} and subject_id = ${subject}),
      ended as (update account set sessions_ended_at = now() where ${kind} = 'admin' and id = ${subject})
    delete from session where kind = ${kind} and subject_id = ${subject}
    and token_hash <> ${except ? hashToken(except) : Buffer.alloc(0)}`)
}

/** SQL for the last time all sessions of a member of staff were ended; null when never. */
export const sessionsEndedSql = (account: Sql): Sql => sql`(select a.sessions_ended_at from account a where a.id = ${account})`

/** Sets the password of a member of staff and ends all their sessions except that of one token. */
export async function setPassword(db: Db, account: number, hash: string, except?: string): Promise<void> {
  await db.run(sql`update account set password_hash = ${hash}, must_change_password = false, updated_at = now() where id = ${account}`)
  await closeSessions(db, 'admin', account, except)
}

/** Session token of a request: from the Authorization header, else from the cookie. */
export function readCredential(request: FastifyRequest, kind: SessionKind): { token: string; from: 'header' | 'cookie' } | undefined {
  const header = /^Bearer ([\w-]{20,100})$/.exec(request.headers.authorization ?? '')
  if (header?.[1]) return { token: header[1], from: 'header' }
  const cookie = request.cookies?.[getSessionCookieName(request.server.kernel, kind)]
  return cookie ? { token: cookie, from: 'cookie' } : undefined
}

/** Absolute lifetime: staff sessions end some time after sign-in, whatever the activity. */
export const notTooOldSql = ({ settings }: Kernel) =>
  sql`s.created_at > now() - make_interval(hours => ${settings.of(signingIn).longest_hours})`

const staffHolder = (kernel: Kernel) =>
  sql`exists (select 1 from account h where h.id = s.subject_id and h.enabled) and ${notTooOldSql(kernel)}`

/**
 * The subject of a live session token; undefined when the session has expired or its holder is disabled. Extends the session at
 * most once a minute.
 */
export async function findSessionSubject(kernel: Kernel, kind: SessionKind, token: string): Promise<number | undefined> {
  const holder = kind === 'admin' ? staffHolder(kernel) : (kernel.registry.sessionHolder ?? sql`true`)
  const row = await kernel.db.one<{ subject_id: number; stale: boolean }>(
    sql`
    select s.subject_id, s.last_seen_at < now() - interval '1 minute' as stale from session s
    where s.token_hash = ${hashToken(token)} and s.kind = ${kind} and s.expires_at > now() and ${holder}`,
    `session.find-${kind}`,
  )
  if (row?.stale) await extendSession(kernel.db, kind, token)
  return row?.subject_id
}

export async function extendSession(db: Db, kind: SessionKind, token: string): Promise<void> {
  await db.run(sql`update session set last_seen_at = now(), expires_at = greatest(expires_at, now() + make_interval(secs => ${lifetime[kind]}))
    where token_hash = ${hashToken(token)}`)
}

/** The live sessions `s` of a member of staff, to select or delete from. Rotated tokens are not among them. */
export const findSessions = (kernel: Kernel, account: number) =>
  sql`session s where s.kind = 'admin' and s.subject_id = ${account} and s.expires_at > now() and s.last_seen_at <= now() and ${notTooOldSql(kernel)}`

/** Records that the password was entered again: actions that require it are allowed to this session for a while. */
export const proveSession = ({ db }: Kernel, token: string) =>
  db.run(sql`update session set proved_at = now() where token_hash = ${hashToken(token)} and kind = 'admin'`)
