/** What other plugins may use of bookings. */
declare module 'stoa/events' {
  interface Events {
    /** Somebody asked for places: they hold them, paid and approved or not. */
    'booking.made': { bookingId: number }
    /** It takes place. */
    'booking.approved': { bookingId: number }
    /** It takes place at another time. */
    'booking.moved': { bookingId: number }
    'booking.canceled': { bookingId: number }
  }
}

export { booking } from './resources/booking.ts'
export { event } from './resources/event.ts'
