import { type Ctx, sql, type Sql, type Tx } from '#core'
import { millis } from '../clock.ts'
import type { BookingStatus } from '../../domain/statuses.ts'
import type { DoorResult } from '../../domain/door/judge.ts'
import { isShort, meant } from '../../domain/door/letters.ts'
import { codeIn } from './codes.ts'
import { type DoorSeat, seatsSql } from './seats.ts'

/** A booking as the door knows it. Moments in milliseconds. */
export interface DoorBooking {
  id: number
  number: string
  status: BookingStatus
  event: number
  session: number
  title: string
  kind: string
  zone: string
  starts: number
  ends: number
  opens: number
  closes: number
  quantity: number
  first_name: string
  last_name: string
  rev: number
  submission: number | null
}

/** What a code leads to: a booking with its seats, and the one seat it is of. */
export interface Found {
  booking: DoorBooking
  seats: DoorSeat[]
  /** Null: of the whole booking. */
  seat: number | null
  /** What the code itself has against it. */
  against?: DoorResult
}

/** A booking and its seats, locked. */
async function locked(tx: Tx, ctx: Ctx, id: number): Promise<Omit<Found, 'seat' | 'against'> | undefined> {
  const booking = await tx.one<DoorBooking>(sql`select b.id, b.number, b.status, b.event_id as event, b.session_id as session,
      coalesce(e.title->>${ctx.language}, e.title->>${ctx.main}, e.url) as title, e.kind, b.zone, ${millis(sql`b.starts_at`)} as starts,
      ${millis(sql`b.ends_at`)} as ends, e.checkin_opens as opens, e.checkin_closes as closes, b.quantity, b.first_name, b.last_name, b.code_rev as rev,
      b.form_submission_id as submission
    from booking b join event e on e.id = b.event_id where b.id = ${id} for update of b`)
  if (!booking) return undefined
  const seats = await tx.rows<DoorSeat>(sql`${seatsSql(id)} for update of s`)
  return { booking, seats }
}

const bookingOf = async (tx: Tx, seat: Sql): Promise<{ id: number; booking_id: number } | undefined> =>
  tx.one(sql`select id, booking_id from booking_seat where ${seat}`)

/** What somebody who lost their code is found by: staff chose their seat from a list. */
export async function bySeat(tx: Tx, ctx: Ctx, seat: number): Promise<Found | 'unknown'> {
  const named = await bookingOf(tx, sql`id = ${seat}`)
  const found = named && (await locked(tx, ctx, named.booking_id))
  return found?.seats.some(({ id }) => id === seat) ? { ...found, seat } : 'unknown'
}

/** What a code leads to, or why it leads nowhere. */
export async function byCode(tx: Tx, ctx: Ctx, said: string, now: number): Promise<Found | 'bad_signature' | 'unknown'> {
  const text = meant(said)
  if (isShort(text)) {
    const named = await bookingOf(tx, sql`short = ${text}`)
    const found = named && (await locked(tx, ctx, named.booking_id))
    // It may have been replaced while its booking was waited for.
    const still = named && (await bookingOf(tx, sql`id = ${named.id} and short = ${text}`))
    return found && still && found.seats.some(({ id }) => id === named.id) ? { ...found, seat: named.id } : 'unknown'
  }
  const code = codeIn(ctx, text)
  if (!code) return 'bad_signature'
  const booking = code.of === 'booking' ? code.id : (await bookingOf(tx, sql`id = ${code.id}`))?.booking_id
  const found = booking === undefined ? undefined : await locked(tx, ctx, booking)
  if (!found) return 'unknown'
  const { rev, session, status } = found.booking
  const old = code.rev !== rev % 256 || code.session !== session
  const seat = code.of === 'seat' ? code.id : null
  // A seat that was taken out of a booking.
  const gone = seat !== null && !found.seats.some(({ id }) => id === seat)
  const over = ['canceled', 'rejected', 'refunded'].includes(status)
  const against = code.expires * 1_000 < now ? 'expired_code' : old ? 'replaced' : gone && !over ? 'canceled' : undefined
  return { ...found, seat, ...(against ? { against } : {}) }
}
