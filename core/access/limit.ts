import type { Db } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { Failed, text, TOO_MANY } from '../http/errors.ts'

/** So many hits in so many seconds. */
export interface Limit { max: number; seconds: number; message?: string }

/**
 * Counts one hit and refuses beyond the limit. The state is in the database, so all nodes count together,
 * and counting comes before the work it protects, so parallel guesses are counted too.
 * @throws Failed TOO_MANY with Retry-After in seconds.
 */
export async function hit(db: Db, key: string, limit: Limit): Promise<void> {
  const row = await db.one<{ hits: number; left: number }>(sql`
    insert into rate_limit as r (key, hits, expires_at) values (${key}, 1, now() + make_interval(secs => ${limit.seconds}))
    on conflict (key) do update set
      hits = case when r.expires_at < now() then 1 else r.hits + 1 end,
      expires_at = case when r.expires_at < now() then excluded.expires_at else r.expires_at end
    returning hits, ceil(extract(epoch from expires_at - now()))::int as left`, 'limit.hit')
  if (row && row.hits > limit.max) {
    throw new Failed(TOO_MANY, [text(limit.message ?? 'core:error.too_many')], { headers: { 'retry-after': String(Math.max(1, row.left)) } })
  }
}

/** Forgets the hits of a key, for example after the right password. */
export async function forgive(db: Db, key: string): Promise<void> {
  await db.run(sql`delete from rate_limit where key = ${key}`)
}
