import { type Ctx, AppError, NOT_FOUND, sql, message, recordHistory, type Tx, WRONG_STATE } from 'stoa'
import { millis } from './clock.ts'
import { booking } from '../resources/booking.ts'
import { getRefundPercent, type Step } from '../domain/refund.ts'
import { TOO_LATE } from '../errors.ts'
import { stepsSql } from './cancel.ts'
import { replaceCodes } from './check-in/codes.ts'
import { findPlaces, takeFirstFree } from './find-places.ts'
import { requireOnlyOne } from './limits.ts'
import { BOOKING_EMAIL } from './emails.ts'
import { freePlaces, lockSessions, takePlaces } from './seats.ts'
import { toInstant, parseMinute } from '../domain/clock.ts'
import type { BookingRow } from '../resources/booking-columns.ts'

interface ReschedulableBooking
  extends
    Pick<BookingRow, 'id' | 'number' | 'event_id' | 'session_id' | 'quantity' | 'status' | 'zone' | 'email'>,
    Pick<BookingRow, 'reschedules' | 'customer_id'> {
  resource_id: number | null
  starts: number
  max_reschedules: number
  alone: boolean
  until: number
  kind: string
  cancelUntil: number
  steps: Step[]
  most: number | null
}

const MINUTE = 60_000

/** Whether the customer may reschedule, without asking staff. */
export const canReschedule = (
  b: Pick<ReschedulableBooking, 'status' | 'starts' | 'reschedules' | 'max_reschedules' | 'until'>,
  now = Date.now(),
): boolean => ['pending', 'approved'].includes(b.status) && b.reschedules < b.max_reschedules && b.starts - now >= b.until * MINUTE

/**
 * Reschedules a booking to another time of its event. It takes the new places and releases the old ones in one
 * transaction. Number, quantity and price stay. The refund percentage is capped at its current value, so that a later
 * time does not restore an expired refund.
 * @throws AppError TOO_LATE, NO_TIME, FULL, WRONG_STATE
 */
export async function rescheduleBooking(tx: Tx, ctx: Ctx, id: number, to: { date: string; time: string }): Promise<void> {
  const b =
    await tx.one<ReschedulableBooking>(sql`select b.id, b.number, b.event_id, b.session_id, b.quantity, b.status, b.zone, b.email, b.reschedules,
      ${millis(sql`b.starts_at`)} as starts, e.max_reschedules, e.reschedule_until as until, e.kind, e.cancel_until as "cancelUntil",
      b.most_back::float as most, b.customer_id, e.one_per_person as alone, ${stepsSql} as steps
    from booking b join event e on e.id = b.event_id where b.id = ${id} for update of b`)
  if (!b) throw new AppError(NOT_FOUND)
  if (!['pending', 'approved', 'abnormal'].includes(b.status)) throw new AppError(WRONG_STATE, { status: [message('booking:error.over')] })
  const byStaff = ctx.actor.kind === 'admin'
  if (!byStaff && !canReschedule(b)) throw new AppError(TOO_LATE)
  const mostBack = byStaff ? b.most : getRefundPercent(b, (b.starts - Date.now()) / MINUTE)
  const minute = b.kind === 'day' ? 0 : parseMinute(to.time)
  await lockSessions(tx, b.session_id, { event: b.event_id, starts: toInstant(to.date, minute, b.zone) })
  // Releases its own places first, since the new time may overlap. The transaction rolls back if no places are found.
  await freePlaces(tx, b.session_id, b.quantity)
  const found = await findPlaces(tx, ctx, { event_id: b.event_id, date: to.date, time: to.time, quantity: b.quantity })
  const session = await takeFirstFree(found, (place) => takePlaces(tx, place, b.quantity))
  const { slot, bookable } = found
  if (session === b.session_id) throw new AppError(WRONG_STATE, { time: [message('booking:error.same_time')] })
  if (b.alone && !byStaff) await requireOnlyOne(tx, id, { session_id: session, customer_id: b.customer_id, email: b.email })
  const moved = await tx.one<{
    sequence: number
  }>(sql`update booking set session_id = ${session}, starts_at = ${new Date(slot.starts).toISOString()},
      ends_at = ${new Date(slot.ends).toISOString()}, zone = ${bookable.zone}, sequence = sequence + 1,
      reschedules = reschedules + ${byStaff ? 0 : 1}, most_back = ${mostBack}, reminded_at = null, version = version + 1, updated_at = now()
    where id = ${id} returning sequence`)
  await replaceCodes(tx, id)
  await recordHistory({ tx, ctx }, booking, id, {
    from: b.status,
    to: b.status,
    reason: `${to.date} ${b.kind === 'day' ? '' : to.time}`.trim(),
  })
  tx.invalidate('booking')
  if (b.email !== '') tx.enqueue(BOOKING_EMAIL, { id, kind: 'moved', ref: moved?.sequence ?? 0 })
  tx.emit('booking.moved', { bookingId: id }, { type: 'booking', id })
}
