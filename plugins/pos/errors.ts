import { defineError } from 'stoa'

/** No till session is open, or its cash is being counted. */
export const TILL_CLOSED = defineError('TILL_CLOSED', 409, 'pos:error.till_closed')

/** The total differs from the one shown to the buyer. */
export const TOTAL_CHANGED = defineError('TOTAL_CHANGED', 409, 'pos:error.total_changed')

/** Devices announced tickets that have not arrived yet. */
export const TICKETS_MISSING = defineError('TICKETS_MISSING', 409, 'pos:error.tickets_missing')

/** An offline ticket has a larger discount than its cashier may give. */
export const TICKET_NEEDS_APPROVAL = defineError('TICKET_NEEDS_APPROVAL', 422, 'pos:error.ticket_needs_approval')

/** The ticket id was used with other content. */
export const TICKET_REUSED = defineError('TICKET_REUSED', 422, 'pos:error.ticket_reused')
