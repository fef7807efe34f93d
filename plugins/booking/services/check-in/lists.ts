import { type Ctx, type Db, AppError, NOT_FOUND, sql } from 'stoa'
import { millis } from '../clock.ts'
import { fingerprintCode } from './code.ts'
import { initials } from '../../domain/check-in/scan-result.ts'
import type { CheckInList, CheckInTime } from '../../check-in-api-types.ts'
import { signCode } from './codes.ts'

/** SQL: bookings whose guests are expected. */
const EXPECTED = sql`b.status in ('approved', 'present', 'absent', 'completed')`

const times = (ctx: Ctx, where: ReturnType<typeof sql>) => sql`
  select s.id as session, e.id as event, coalesce(e.title->>${ctx.language}, e.title->>${ctx.mainLanguage}, e.url) as title, e.kind, c.zone,
    s.starts_at, s.ends_at, r.name as with, c.expected, p.present
  from booking_session s join event e on e.id = s.event_id left join booking_resource r on r.id = s.resource_id
  cross join lateral (select coalesce(max(b.zone), '') as zone, coalesce(sum(b.quantity), 0)::int as expected
    from booking b where b.session_id = s.id and ${EXPECTED}) c
  cross join lateral (select count(*)::int as present from booking b join booking_seat x on x.booking_id = b.id and x.seat_no <= b.quantity
    where b.session_id = s.id and x.status = 'present' and ${EXPECTED}) p
  where s.taken > 0 and ${where} and c.expected > 0 order by s.starts_at, s.id limit 200`

const getTime = ({ starts_at, ends_at, ...row }: CheckInTime): CheckInTime => ({
  ...row,
  starts_at: new Date(starts_at).toISOString(),
  ends_at: new Date(ends_at).toISOString(),
})

/** Times for check-in: open ones, those that start within a day, and those that ended less than half a day ago, with their numbers. */
export const listCheckInTimes = async (ctx: Ctx): Promise<CheckInTime[]> =>
  (
    await ctx.kernel.db.rows<CheckInTime>(
      times(
        ctx,
        // The first condition uses an index: it covers the longest duration and the longest check-in window.
        sql`s.starts_at between now() - interval '16 days' and now() + interval '2 days'
          and s.starts_at < now() + greatest(make_interval(mins => e.checkin_opens), interval '24 hours')
          and s.ends_at > now() - greatest(make_interval(mins => e.checkin_closes), interval '12 hours')`,
      ),
    )
  ).map(getTime)

/** Numbers of expected and present guests of a time. @throws AppError NOT_FOUND */
export async function readCheckInTime(ctx: Ctx, db: Db, session: number): Promise<CheckInTime> {
  const row = await db.one<CheckInTime>(times(ctx, sql`s.id = ${session}`))
  if (!row) throw new AppError(NOT_FOUND)
  return getTime(row)
}

/** Milliseconds after the end of a time until devices delete its list. */
const RETENTION_MS = 2 * 3_600_000

interface SeatRow {
  id: number
  booking: number
  seat_no: number
  of: number
  first_name: string
  last_name: string
  number: string
  status: 'pending' | 'present' | 'absent'
  at: string | null
  short: string
  rev: number
  ends: number
}

/**
 * Check-in list for offline use: for each seat the hashes of its codes and the initials of the guest. The list does
 * not allow creating a code.
 * @throws AppError NOT_FOUND
 */
export async function readCheckInList(ctx: Ctx, session: number): Promise<CheckInList> {
  const { db } = ctx.kernel
  const time = await readCheckInTime(ctx, db, session)
  const rules = await db.one<{ opens: number; closes: number }>(
    sql`select checkin_opens as opens, checkin_closes as closes from event where id = ${time.event}`,
  )
  const rows =
    await db.rows<SeatRow>(sql`select s.id, b.id as booking, s.seat_no, b.quantity as of, b.first_name, b.last_name, b.number, s.status,
      s.checked_at as at, s.short, b.code_rev as rev, ${millis(sql`b.ends_at`)} as ends
    from booking b join booking_seat s on s.booking_id = b.id and s.seat_no <= b.quantity
    where b.session_id = ${session} and ${EXPECTED} order by b.id, s.seat_no`)
  const made = Date.now()
  return {
    time,
    opens: rules?.opens ?? 0,
    closes: rules?.closes ?? 0,
    made_at: new Date(made).toISOString(),
    forget_at: new Date(Date.parse(time.ends_at) + (rules?.closes ?? 0) * 60_000 + RETENTION_MS).toISOString(),
    seats: rows.map(({ first_name, last_name, short, rev, ends, at, ...seat }) => ({
      ...seat,
      name: initials(first_name, last_name),
      at: at === null ? null : new Date(at).toISOString(),
      rev: rev % 256,
      prints: [fingerprintCode(signCode(ctx, 'seat', seat.id, { session, ends, rev })), fingerprintCode(short)],
      group: fingerprintCode(signCode(ctx, 'booking', seat.booking, { session, ends, rev })),
    })),
  }
}
