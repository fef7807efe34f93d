import { defineError } from 'stoa'

/** The provider could not be reached or refused: the order stands and can be paid again. */
export const GATEWAY_FAILED = defineError('GATEWAY_FAILED', 502, 'payments:error.gateway')
/** The document is paid, canceled or being looked at. */
export const NOT_PAYABLE = defineError('NOT_PAYABLE', 409, 'payments:error.not_payable')
/** A provider keeps money reserved for the document: it is taken or let go there first. */
export const MONEY_RESERVED = defineError('MONEY_RESERVED', 409, 'payments:error.reserved')
