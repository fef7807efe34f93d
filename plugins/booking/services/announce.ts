import type { Tx } from 'stoa'
import { BOOKING_EMAIL, type EmailKind } from './emails.ts'

/** Booking data for e-mails and events. */
interface Announced {
  id: number
  email: string
  sequence: number
}

/** Queues an e-mail to the customer, if the booking has an address. `own`: the customer made the change. */
export function enqueueEmail(tx: Tx, { id, email, sequence }: Announced, kind: EmailKind, isByCustomer = false): void {
  if (email !== '') tx.enqueue(BOOKING_EMAIL, { id, kind, ref: sequence, own: isByCustomer })
}

/** E-mail and event of a requested booking. */
export function announceRequest(tx: Tx, booking: Announced, { needs_approval }: { needs_approval: boolean }): void {
  if (needs_approval) enqueueEmail(tx, booking, 'received')
  tx.emit('booking.made', { bookingId: booking.id }, { type: 'booking', id: booking.id })
}

/** E-mail and event of an approved booking. */
export function announceApproval(tx: Tx, booking: Announced): void {
  enqueueEmail(tx, booking, 'approved')
  tx.emit('booking.approved', { bookingId: booking.id }, { type: 'booking', id: booking.id })
}
