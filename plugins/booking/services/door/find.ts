import { type Ctx, sql, type Sql, type Tx } from '#core'
import { millis } from '../clock.ts'
import type { BookingStatus } from '../../domain/statuses.ts'
import type { DoorResult } from '../../domain/door/judge.ts'
import { isShort, meant } from '../../domain/door/letters.ts'
import { codeIn } from './codes.ts'
import { type DoorSeat, seatColumns } from './seats.ts'

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

type Locked = Omit<Found, 'against'>

/**
 * Locks a booking and then its seats, and reads them as they are by then, all in one statement: what was waited for has changed them.
 * `seat` of the answer is the one that `named` fits, null where none does any more.
 */
async function lockBooking(tx: Tx, ctx: Ctx, booking: Sql, named: Sql): Promise<Locked | undefined> {
  const row = await tx.one<DoorBooking & Pick<Locked, 'seats' | 'seat'>>(sql`
    with b as materialized (select * from booking where id = ${booking} for update),
      s as materialized (select s.* from booking_seat s join b on b.id = s.booking_id where s.seat_no <= b.quantity order by s.id for update of s)
    select b.id, b.number, b.status, b.event_id as event, b.session_id as session,
      coalesce(e.title->>${ctx.language}, e.title->>${ctx.main}, e.url) as title, e.kind, b.zone, ${millis(sql`b.starts_at`)} as starts,
      ${millis(sql`b.ends_at`)} as ends, e.checkin_opens as opens, e.checkin_closes as closes, b.quantity, b.first_name, b.last_name, b.code_rev as rev,
      b.form_submission_id as submission, (select id from s where ${named}) as seat,
      coalesce((select json_agg(x order by x.id) from (select ${seatColumns} from s left join booking_device d on d.id = s.device_id) x), '[]') as seats
    from b join event e on e.id = b.event_id`)
  if (!row) return undefined
  const { seats, seat, ...found } = row
  return { booking: found, seats, seat }
}

/** A booking by one of its seats. */
const lockBySeat = async (tx: Tx, ctx: Ctx, named: Sql): Promise<Found | 'unknown'> => {
  const found = await lockBooking(tx, ctx, sql`(select s.booking_id from booking_seat s where ${named})`, named)
  return found && found.seat !== null ? found : 'unknown'
}

/** What somebody who lost their code is found by: staff chose their seat from a list. */
export const bySeat = (tx: Tx, ctx: Ctx, seat: number): Promise<Found | 'unknown'> => lockBySeat(tx, ctx, sql`s.id = ${seat}`)

/** What a code leads to, or why it leads nowhere. */
export async function byCode(tx: Tx, ctx: Ctx, said: string, now: number): Promise<Found | 'bad_signature' | 'unknown'> {
  const text = meant(said)
  // One that was replaced while its booking was waited for is none any more.
  if (isShort(text)) return lockBySeat(tx, ctx, sql`s.short = ${text}`)
  const code = codeIn(ctx, text)
  if (!code) return 'bad_signature'
  const booking = code.of === 'booking' ? sql`${code.id}` : sql`(select s.booking_id from booking_seat s where s.id = ${code.id})`
  const found = await lockBooking(tx, ctx, booking, sql`false`)
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
