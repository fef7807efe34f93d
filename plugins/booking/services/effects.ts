import { type Ctx, AppError, type TransitionContext, sql, message, type Tx, WRONG_STATE } from 'stoa'
import { TIMELINE } from 'stoa/plugins/people'
import { isAwaitingPayment, refundBooking } from './refund-booking.ts'
import { announceApproval, announceRequest, enqueueEmail } from './announce.ts'
import type { EmailKind } from './emails.ts'
import { makeSeats } from './check-in/codes.ts'
import { freePlaces } from './seats.ts'
import { afterOfferAccepted } from './waiting/claim.ts'
import { toActivityEvent, type BookingActivity, activitySql, type BookingEventType } from './timeline-source.ts'
import type { BookingRow } from '../resources/booking-columns.ts'

/** Booking data for effects of transitions. */
type Row = Pick<BookingRow, 'id' | 'session_id' | 'quantity' | 'status' | 'email' | 'order_id' | 'order_line_id' | 'sequence'>

/** The booking at the start of the transition, locked since. */
const getBooking = ({ row }: Pick<TransitionContext, 'row'>) => row as unknown as Row

const getReason = (m: TransitionContext) => String(m.input.reason ?? '')

async function tell(tx: Tx, ctx: Ctx, activity: BookingActivity | undefined, type: BookingEventType): Promise<void> {
  if (activity && activity.person_id !== null)
    await ctx.kernel
      .get(TIMELINE)
      .record(tx, { ...toActivityEvent({ ...activity, person_id: activity.person_id }, type), actor: ctx.actor })
}

/** Notifies the customer of a request that needs approval. */
export async function afterRequested(moving: TransitionContext): Promise<void> {
  const { tx, ctx } = moving
  const booking = getBooking(moving)
  const about = await tx.one<BookingActivity & { needs_approval: boolean; offered: boolean }>(
    activitySql(
      ctx,
      sql`b.id = ${booking.id}`,
      sql`e.needs_approval, exists (select from booking_waitlist w where w.booking_id = b.id and w.status = 'processing') as offered`,
    ),
  )
  if (about?.offered) await afterOfferAccepted(tx, ctx, booking.id)
  await tell(tx, ctx, about, 'booking.made')
  announceRequest(tx, booking, { needs_approval: about?.needs_approval ?? false })
}

/** A paid booking cannot be approved before payment. */
export async function assertPaid(moving: TransitionContext): Promise<void> {
  const { order_id } = getBooking(moving)
  if (await isAwaitingPayment(moving.ctx, moving.tx, order_id))
    throw new AppError(WRONG_STATE, { status: [message('booking:error.not_paid')] })
}

export async function afterApproved(moving: TransitionContext): Promise<void> {
  const { tx, row } = moving
  await makeSeats(tx, row.id)
  announceApproval(tx, getBooking(moving))
}

/** Releases its places, and cancels its calendar entry by e-mail. */
async function endBooking(m: TransitionContext, kind: EmailKind): Promise<Row> {
  const { tx, ctx, row } = m
  const b =
    await tx.one<Row>(sql`update booking set sequence = sequence + 1, canceled_at = now(), cancel_reason = ${getReason(m)}, hold_expires_at = null
    where id = ${row.id} returning id, session_id, quantity, status, email, order_id, order_line_id, sequence`)
  if (!b) throw new AppError(WRONG_STATE)
  await freePlaces(tx, b.session_id, b.quantity)
  enqueueEmail(tx, b, kind, ctx.actor.kind === 'customer' || ctx.actor.kind === 'guest')
  await tell(tx, ctx, await tx.one<BookingActivity>(activitySql(ctx, sql`b.id = ${row.id}`)), 'booking.canceled')
  tx.emit('booking.canceled', { bookingId: row.id }, { type: 'booking', id: row.id })
  return b
}

export async function afterRejected(m: TransitionContext): Promise<void> {
  await refundBooking(m.tx, m.ctx, await endBooking(m, 'rejected'), 100, getReason(m))
}

/** Canceled by the customer or by staff, with the refund they chose. */
export async function afterCanceled(m: TransitionContext): Promise<void> {
  await refundBooking(m.tx, m.ctx, await endBooking(m, 'canceled'), Number(m.input.percent ?? 100), getReason(m))
}

/** The order handles the refund. */
export async function afterDropped(m: TransitionContext): Promise<void> {
  await endBooking(m, 'canceled')
}

/** Releases places that are still held. */
export async function afterRefunded(moving: TransitionContext): Promise<void> {
  const { status, session_id, quantity } = getBooking(moving)
  if (status === 'canceled' || status === 'rejected') return
  await freePlaces(moving.tx, session_id, quantity)
}
