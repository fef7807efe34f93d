import { toLocale, type Ctx, type Locale, sql } from 'stoa'
import { millis } from '../clock.ts'
import { formatWhen } from '../format-when.ts'
import { signCode } from './codes.ts'
import type { BookingRow } from '../../resources/booking-columns.ts'

/** Code of one guest. */
export interface TicketCode {
  seat_no: number
  code: string
  short: string
  present: boolean
}

export interface Ticket {
  id: number
  number: string
  title: string
  when: string
  location: string
  language: Locale
  quantity: number
  codes: TicketCode[]
}

/** SQL: bookings with valid codes, `b` with their event `e`. */
export const openSql = sql`(b.status in ('approved', 'present') and e.attendance and b.ends_at > now() - interval '30 days')`

interface Row extends Pick<BookingRow, 'id' | 'number' | 'language' | 'zone' | 'quantity'> {
  title: string
  location: string
  kind: string
  starts: number
  ends: number
  session: number
  rev: number
  seats: { id: number; seat_no: number; short: string; present: boolean }[]
}

/** The codes of a booking in its language; undefined for an event without check-in. */
export async function readTicket(ctx: Ctx, id: number): Promise<Ticket | undefined> {
  const row = await ctx.kernel.db
    .one<Row>(sql`select b.id, b.number, coalesce(e.title->>b.language, e.title->>${ctx.mainLanguage}, e.url) as title,
      coalesce(e.location->>b.language, e.location->>${ctx.mainLanguage}, '') as location, b.language, e.kind, b.zone,
      ${millis(sql`b.starts_at`)} as starts, ${millis(sql`b.ends_at`)} as ends, b.quantity,
      b.session_id as session, b.code_rev as rev, coalesce((select json_agg(json_build_object('id', s.id, 'seat_no', s.seat_no, 'short', s.short,
        'present', s.status = 'present') order by s.seat_no) from booking_seat s where s.booking_id = b.id and s.seat_no <= b.quantity), '[]') as seats
    from booking b join event e on e.id = b.event_id where b.id = ${id} and ${openSql}`)
  if (!row || row.seats.length === 0) return undefined
  const { seats, language: storedLanguage, session, rev, ends, ...b } = row
  const language = toLocale(storedLanguage, ctx.mainLanguage)
  return {
    ...b,
    language,
    when: formatWhen(row, language),
    codes: seats.map(({ id: seat, ...seatFields }) => ({ ...seatFields, code: signCode(ctx, 'seat', seat, { session, ends, rev }) })),
  }
}
