import { type Db, sql, type Sql } from 'stoa'

/** Contacts that lie closer together are one time in which the device was online. */
const GAP = sql`interval '90 seconds'`
/** So long after a contact a device still counts as online. */
const LINGER = sql`interval '10 seconds'`

/** Notes that a device was heard of. Written every few seconds at most. */
export const recordContact = (db: Pick<Db, 'run'>, session: number, device: string): Promise<unknown> =>
  db.run(sql`update pos_device set seen_at = now(), online_since = case when seen_at < now() - ${GAP} then now() else online_since end
    where session_id = ${session} and device = ${device}::uuid and seen_at < now() - interval '3 seconds'`)

/** Whether device `d` was online at a moment of its own clock: it is sent at that moment, or the server heard of the device around it. */
export const wasOnlineSql = (at: Date | string | null): Sql => {
  const moment = sql`least(coalesce(${at}::timestamptz, now()), now())`
  return sql`(${moment} >= now() - interval '3 seconds' or ${moment} between d.online_since and d.seen_at + ${LINGER})`
}
