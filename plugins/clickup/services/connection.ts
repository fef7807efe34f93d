import { AppError, type Ctx, message, basic, sign, sql, type Kernel } from 'stoa'
import { RATE_LIMITED, TOKEN_INVALID } from '../errors.ts'
import { clickup } from '../settings.ts'

/** Access to ClickUp with the token of the shop. */
export interface Connection {
  token: string
  /** Keyed hash of the token. Stored rows belong to it, so that another token does not use them. */
  key: string
}

/** The connection with a token: that of the shop, unless it is given. @throws AppError TOKEN_INVALID when no token is stored */
export function getConnection(kernel: Kernel, token = kernel.settings.of(clickup).token): Connection {
  // What ClickUp answers to a call without the header.
  if (!token) throw new AppError(TOKEN_INVALID, undefined, { extra: { ECODE: 'OAUTH_017' } })
  return { token, key: sign(kernel.config, 'clickup/connection', token) }
}

/** The value of the `Authorization` header: personal tokens are sent as they are, others as a bearer token. */
export const getAuthorization = ({ token }: Connection): string => (token.startsWith('pk_') ? token : `Bearer ${token}`)

/** A refusal that names the time from which ClickUp may be called again. */
function createRateLimitError({ kernel, language, interfaceLanguage }: Ctx, until: Date): AppError {
  const timeZone = kernel.settings.of(basic).time_zone
  const time = new Intl.DateTimeFormat(interfaceLanguage ?? language, { timeStyle: 'medium', timeZone }).format(until)
  const seconds = Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1_000))
  return new AppError(RATE_LIMITED, [message('clickup:error.rate_limited_until', { time })], {
    extra: { retry_at: until.toISOString() },
    headers: { 'retry-after': String(seconds) },
  })
}

/** Refuses a call while the rate limit of ClickUp is used up. @throws AppError RATE_LIMITED */
export async function assertNotBlocked(ctx: Ctx, { key }: Connection): Promise<void> {
  const row = await ctx.kernel.db.one<{ blocked_until: string }>(
    sql`select blocked_until from clickup_rate_limit where connection = ${key} and blocked_until > now()`,
  )
  if (row) throw createRateLimitError(ctx, new Date(row.blocked_until))
}

/** Stores that no process may call ClickUp for some seconds. Returns the error for the call that was refused. */
export async function blockCalls(ctx: Ctx, key: string, seconds: number): Promise<AppError> {
  const row = await ctx.kernel.db.one<{ blocked_until: string }>(sql`
    insert into clickup_rate_limit as l (connection, blocked_until) values (${key}, now() + make_interval(secs => ${seconds}))
    on conflict (connection) do update
      set blocked_until = greatest(l.blocked_until, excluded.blocked_until), updated_at = now(), version = l.version + 1
    returning blocked_until`)
  return createRateLimitError(ctx, row ? new Date(row.blocked_until) : new Date(Date.now() + seconds * 1_000))
}
