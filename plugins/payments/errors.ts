import { defineError } from 'stoa'

/** The provider was unreachable or rejected the call: the order stands and can be paid again. */
export const GATEWAY_FAILED = defineError('GATEWAY_FAILED', 502, 'payments:error.gateway')
/** The document is paid, canceled or under review. */
export const NOT_PAYABLE = defineError('NOT_PAYABLE', 409, 'payments:error.not_payable')
/** A provider holds an authorization for the document, which must be captured or voided first. */
export const MONEY_RESERVED = defineError('MONEY_RESERVED', 409, 'payments:error.reserved')
