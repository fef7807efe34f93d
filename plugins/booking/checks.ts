import { type Kernel, sql } from 'stoa'
import { occupying } from './domain/statuses.ts'

/** Invariant checks of bookings, for `stoa doctor`. */
export const checks = {
  'places taken at a time are those of its bookings': async ({ db }: Kernel) =>
    (
      await db.rows<{ id: number; taken: number; booked: number }>(sql`
        select s.id, s.taken, coalesce(b.n, 0) as booked from booking_session s
        left join (select session_id, sum(quantity)::int as n from booking where status = any(${[...occupying]}) group by session_id) b on b.session_id = s.id
        where s.taken <> coalesce(b.n, 0) order by s.id limit 20`)
    ).map((r) => `time ${r.id}: ${r.taken} taken, ${r.booked} booked`),
  'nobody and nothing is booked twice at once': async ({ db }: Kernel) =>
    (
      await db.rows<{
        a: number
        b: number
      }>(sql`select a.id as a, b.id as b from booking_session a join booking_session b on b.lane = a.lane and b.id > a.id
        and b.busy && a.busy where a.taken > 0 and b.taken > 0 order by a.id limit 20`)
    ).map((r) => `times ${r.a} and ${r.b} overlap`),
}
