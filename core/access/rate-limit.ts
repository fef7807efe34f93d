import type { Database, Db } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { AppError, message, TOO_MANY } from '../http/errors.ts'

/** So many hits in so many seconds. */
export interface Limit {
  max: number
  seconds: number
  message?: string
  /**
   * Hits are told to the database in bundles of this size, for limits on cheap reads where a few hits more per
   * process do not matter. Absent: every hit.
   */
  step?: number
}

/** Hits of this process that are not told yet. */
const untold = new Map<string, number>()

/** How many hits to tell now: none until a bundle is full. */
function bundle(key: string, step: number): number {
  const n = (untold.get(key) ?? 0) + 1
  if (untold.size > 10_000) untold.clear()
  untold.set(key, n % step)
  return n % step === 0 ? step : 0
}

/**
 * Counts one hit and refuses beyond the limit. The state is in the database, so all nodes count together,
 * and counting comes before the work it protects, so parallel guesses are counted too. Nobody waits for the disk: a
 * database that falls may forget the hits of its last moment. Never inside a transaction, which would not wait either.
 * @throws Failed TOO_MANY with Retry-After in seconds.
 */
export async function rateLimit(db: Database, key: string, limit: Limit): Promise<void> {
  const hits = limit.step ? bundle(key, limit.step) : 1
  if (hits === 0) return
  const row = await db.one<{ hits: number; left: number }>(
    sql`
    with unwaited as materialized (select set_config('synchronous_commit', 'off', true))
    insert into rate_limit as r (key, hits, expires_at) select ${key}, ${hits}, now() + make_interval(secs => ${limit.seconds}) from unwaited
    on conflict (key) do update set
      hits = case when r.expires_at < now() then excluded.hits else r.hits + excluded.hits end,
      expires_at = case when r.expires_at < now() then excluded.expires_at else r.expires_at end
    returning hits, ceil(extract(epoch from expires_at - now()))::int as left`,
    'limit.hit',
  )
  if (row && row.hits > limit.max) {
    throw new AppError(TOO_MANY, [message(limit.message ?? 'core:error.too_many')], {
      headers: { 'retry-after': String(Math.max(1, row.left)) },
    })
  }
}

/** Forgets the hits of a key, for example after the right password. */
export async function resetLimit(db: Db, key: string): Promise<void> {
  await db.run(sql`delete from rate_limit where key = ${key}`)
}
