import { defineError } from 'stoa'

/** Nobody opened the till, or its money is being counted. */
export const TILL_CLOSED = defineError('TILL_CLOSED', 409, 'pos:error.till_closed')

/** What was told to the buyer is not what it costs by now. */
export const TOTAL_CHANGED = defineError('TOTAL_CHANGED', 409, 'pos:error.total_changed')

/** Devices wrote tickets that have not come yet. */
export const TICKETS_MISSING = defineError('TICKETS_MISSING', 409, 'pos:error.tickets_missing')

/** A ticket that was sold offline costs less than whoever sold it may allow. */
export const TICKET_NEEDS_APPROVAL = defineError('TICKET_NEEDS_APPROVAL', 422, 'pos:error.ticket_needs_approval')

/** The ticket's number stands for another one. */
export const TICKET_REUSED = defineError('TICKET_REUSED', 422, 'pos:error.ticket_reused')
