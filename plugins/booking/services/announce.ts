import type { Tx } from 'stoa'
import { BOOKING_EMAIL, type EmailKind } from './emails.ts'

/** What emails and events need of a booking. */
interface Announced {
  id: number
  email: string
  sequence: number
}

/** Writes to whoever booked, if they left an address. `own`: they did it themselves. */
export function enqueueEmail(tx: Tx, { id, email, sequence }: Announced, kind: EmailKind, own = false): void {
  if (email !== '') tx.enqueue(BOOKING_EMAIL, { id, kind, ref: sequence, own })
}

/** Email and event of a booking that was asked for. */
export function announceRequest(tx: Tx, booking: Announced, { needs_approval }: { needs_approval: boolean }): void {
  if (needs_approval) enqueueEmail(tx, booking, 'received')
  tx.emit('booking.made', { bookingId: booking.id }, { type: 'booking', id: booking.id })
}

/** Email and event of a booking that was approved. */
export function announceApproval(tx: Tx, booking: Announced): void {
  enqueueEmail(tx, booking, 'approved')
  tx.emit('booking.approved', { bookingId: booking.id }, { type: 'booking', id: booking.id })
}
