import { type Ctx, empty, sql, type Sql, type Tx } from 'stoa'
import { millis } from '../clock.ts'
import type { BookingStatus } from '../../domain/statuses.ts'
import type { CheckInResult } from '../../domain/check-in/scan-result.ts'
import { isShortCode, correctCode } from '../../domain/check-in/code-alphabet.ts'
import type { CheckInCode } from './code.ts'
import { parseCode } from './codes.ts'
import { type CheckInSeat, seatColumns } from './seats.ts'
import type { BookingRow } from '../../resources/booking-columns.ts'

/** A booking for check-in. Times in milliseconds. */
export interface CheckInBooking extends Pick<BookingRow, 'id' | 'number' | 'zone' | 'quantity' | 'first_name' | 'last_name'> {
  status: BookingStatus
  event: number
  session: number
  title: string
  kind: string
  starts: number
  ends: number
  opens: number
  closes: number
  rev: number
  submission: number | null
}

/** The booking of a code with its seats, and the seat of the code. */
export interface FoundBooking {
  booking: CheckInBooking
  seats: CheckInSeat[]
  /** Null: the code is for the whole booking. */
  seat: number | null
  /** Reason why the code itself is invalid. */
  against?: CheckInResult
}

/** SQL parts that identify what staff or a code name. */
export interface NamedBooking {
  /** Id of the booking. */
  booking: Sql
  /** Condition for the seats `s`. */
  seat: Sql
  /** The parsed signed code. */
  code?: CheckInCode
}

/** A seat replaced while waiting for the lock is not found any more. */
const namedBySeat = (seat: Sql): NamedBooking => ({ booking: sql`(select s.booking_id from booking_seat s where ${seat})`, seat })

/** Finds a seat that staff selected in a list, for a guest without code. */
export const findById = (seat: number): NamedBooking => namedBySeat(sql`s.id = ${seat}`)

/** Finds the target of a code; undefined for an invalid code. */
export function findByCode(ctx: Ctx, input: string): NamedBooking | undefined {
  const text = correctCode(input)
  if (isShortCode(text)) return namedBySeat(sql`s.short = ${text}`)
  const code = parseCode(ctx, text)
  if (!code) return undefined
  return code.kind === 'seat' ? { ...findById(code.id), code } : { booking: sql`${code.id}::bigint`, seat: sql`false`, code }
}

type LockedRow = { claimed: number | null } & Partial<CheckInBooking> & Pick<FoundBooking, 'seats' | 'seat'>

/**
 * Locks a booking and then its seats, and reads both under the lock in one statement, so that concurrent changes are
 * seen. `claim` is an insert of a scan that returns its `id`; a scan that was claimed before locks nothing.
 */
async function lockAndRead(
  tx: Tx,
  ctx: Ctx,
  { booking, seat }: NamedBooking,
  claim?: Sql,
): Promise<{ claimed: number | null; found?: FoundBooking }> {
  const row = await tx.one<LockedRow>(sql`
    with ${claim ? sql`c as (${claim}),` : empty}
      b as materialized (select * from booking where id = ${booking} ${claim ? sql`and exists (select from c)` : empty} for update),
      s as materialized (select s.* from booking_seat s join b on b.id = s.booking_id where s.seat_no <= b.quantity order by s.id for update of s)
    select ${claim ? sql`(select id from c)` : sql`null::bigint`} as claimed, x.* from (select) one left join (
      select b.id, b.number, b.status, b.event_id as event, b.session_id as session,
        coalesce(e.title->>${ctx.language}, e.title->>${ctx.mainLanguage}, e.url) as title, e.kind, b.zone, ${millis(sql`b.starts_at`)} as starts,
        ${millis(sql`b.ends_at`)} as ends, e.checkin_opens as opens, e.checkin_closes as closes, b.quantity, b.first_name, b.last_name,
        b.code_rev as rev, b.form_submission_id as submission, (select id from s where ${seat}) as seat,
        coalesce((select json_agg(x order by x.id) from (select ${seatColumns} from s left join booking_device d on d.id = s.device_id) x), '[]') as seats
      from b join event e on e.id = b.event_id) x on true`)
  const { claimed = null, seats = [], seat: foundSeat = null, ...found } = row ?? {}
  return isBooking(found) ? { claimed, found: { booking: found, seats, seat: foundSeat } } : { claimed }
}

/** Locks a booking with all its seats. */
export const lockBooking = async (tx: Tx, ctx: Ctx, id: number): Promise<FoundBooking | undefined> =>
  (await lockAndRead(tx, ctx, { booking: sql`${id}::bigint`, seat: sql`false` })).found

/** Claims a scan and locks its target. `claimed` is null if it was claimed before. */
export async function lockNamed(
  tx: Tx,
  ctx: Ctx,
  named: NamedBooking,
  { claim, now }: { claim: Sql; now: number },
): Promise<{ claimed: number | null; found: FoundBooking | 'unknown' }> {
  const { claimed, found } = await lockAndRead(tx, ctx, named, claim)
  if (!found || (!named.code && found.seat === null)) return { claimed, found: 'unknown' }
  return { claimed, found: named.code ? judgeCode(named.code, found, now) : found }
}

const isBooking = (found: Partial<CheckInBooking>): found is CheckInBooking => typeof found.id === 'number'

/** Adds the reason why a code itself is invalid. */
function judgeCode(code: CheckInCode, { booking, seats }: FoundBooking, now: number): FoundBooking {
  const old = code.rev !== booking.rev % 256 || code.session !== booking.session
  const seat = code.kind === 'seat' ? code.id : null
  // The seat was removed from the booking.
  const isRemoved = seat !== null && !seats.some(({ id }) => id === seat)
  const over = ['canceled', 'rejected', 'refunded'].includes(booking.status)
  const against = code.expires * 1_000 < now ? 'expired_code' : old ? 'replaced' : isRemoved && !over ? 'canceled' : undefined
  return { booking, seats, seat, ...(against ? { against } : {}) }
}
