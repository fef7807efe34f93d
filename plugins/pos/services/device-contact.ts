import { type Db, sql, type Sql } from 'stoa'

/** Contacts within this interval form one online period of a device. */
const GAP = sql`interval '90 seconds'`
/** Time after a contact during which a device counts as online. */
const LINGER = sql`interval '10 seconds'`

/** Records a contact of a device. Writes at most every few seconds. */
export const recordContact = (db: Pick<Db, 'run'>, session: number, device: string): Promise<unknown> =>
  db.run(sql`update pos_device set seen_at = now(), online_since = case when seen_at < now() - ${GAP} then now() else online_since end
    where session_id = ${session} and device = ${device}::uuid and seen_at < now() - interval '3 seconds'`)

/**
 * SQL: whether device `d` was online at a time of its own clock: the request is from that moment, or the server had
 * contact around it.
 */
export const wasOnlineSql = (at: Date | string | null): Sql => {
  const moment = sql`least(coalesce(${at}::timestamptz, now()), now())`
  return sql`(${moment} >= now() - interval '3 seconds' or ${moment} between d.online_since and d.seen_at + ${LINGER})`
}
