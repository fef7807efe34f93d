/** Public API of bookings for other plugins. */
declare module 'stoa/events' {
  interface Events {
    /** A booking was requested: it holds places, whether paid and approved or not. */
    'booking.made': { bookingId: number }
    /** The booking was approved. */
    'booking.approved': { bookingId: number }
    /** The booking was rescheduled. */
    'booking.moved': { bookingId: number }
    'booking.canceled': { bookingId: number }
  }
}

export { booking } from './resources/booking.ts'
export { event } from './resources/event.ts'
