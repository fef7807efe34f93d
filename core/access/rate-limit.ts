import type { Database, Db } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { AppError, message, TOO_MANY } from '../http/errors.ts'

/** At most `max` hits within `seconds`. */
export interface Limit {
  max: number
  seconds: number
  message?: string
  /**
   * Writes hits to the database in batches of this size, for limits on cheap reads that need not be exact per process. Absent:
   * every hit is written.
   */
  step?: number
}

/** Hits of this process that are not yet written. */
const untold = new Map<string, number>()

/** The number of hits to write now: 0 until a batch is full. */
function bundle(key: string, step: number): number {
  const n = (untold.get(key) ?? 0) + 1
  if (untold.size > 10_000) untold.clear()
  untold.set(key, n % step)
  return n % step === 0 ? step : 0
}

/** Counts hits in one statement. Returns the number of hits in the window and the seconds until it ends. */
const addHits = (db: Database, key: string, hits: number, seconds: number) =>
  db.one<{ hits: number; left: number }>(
    sql`
    with unwaited as materialized (select set_config('synchronous_commit', 'off', true))
    insert into rate_limit as r (key, hits, expires_at) select ${key}, ${hits}, now() + make_interval(secs => ${seconds}) from unwaited
    on conflict (key) do update set
      hits = case when r.expires_at < now() then excluded.hits else r.hits + excluded.hits end,
      expires_at = case when r.expires_at < now() then excluded.expires_at else r.expires_at end
    returning hits, ceil(extract(epoch from expires_at - now()))::int as left`,
    'limit.hit',
  )

/**
 * Counts one hit and refuses it beyond the limit. The counter is in the database, so all nodes share it. It is increased before the
 * work it protects, so parallel guesses count too. Commits asynchronously: a database crash may lose the last hits. Never call it
 * inside a transaction, which would then commit asynchronously too.
 * @throws AppError TOO_MANY with Retry-After in seconds.
 */
export async function rateLimit(db: Database, key: string, limit: Limit): Promise<void> {
  const hits = limit.step ? bundle(key, limit.step) : 1
  if (hits > 0) await countHits(db, key, limit, hits)
}

/**
 * As `rateLimit`, for guesses that are withdrawn when they were right. Returns how many hits the window still allows: 0 for the last one.
 * @throws AppError TOO_MANY with Retry-After in seconds.
 */
export const countGuess = (db: Database, key: string, limit: Omit<Limit, 'step'>): Promise<number> => countHits(db, key, limit, 1)

async function countHits(db: Database, key: string, limit: Limit, hits: number): Promise<number> {
  const row = await addHits(db, key, hits, limit.seconds)
  if (row && row.hits > limit.max) {
    throw new AppError(TOO_MANY, [message(limit.message ?? 'core:error.too_many')], {
      headers: { 'retry-after': String(Math.max(1, row.left)) },
    })
  }
  return limit.max - (row?.hits ?? 0)
}

/** Takes one hit back, for counters that many people share: a right guess does not count. */
export async function withdrawGuess(db: Db, key: string): Promise<void> {
  await db.run(sql`update rate_limit set hits = greatest(hits - 1, 0) where key = ${key}`)
}

/** Resets a counter, for example after a correct password. */
export async function resetLimit(db: Db, key: string): Promise<void> {
  await db.run(sql`delete from rate_limit where key = ${key}`)
}
