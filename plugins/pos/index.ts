/** What other plugins may use of the counters. */
export { session as posSession } from './resources/session.ts'
export { ticket as posTicket } from './resources/ticket.ts'
