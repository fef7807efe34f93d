/** Public API of the point of sale (POS) for other plugins. */
export { session as posSession } from './resources/session.ts'
export { ticket as posTicket } from './resources/ticket.ts'
