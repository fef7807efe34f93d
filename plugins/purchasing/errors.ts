import { defineError } from 'stoa'

export const OVER_RECEIPT = defineError('OVER_RECEIPT', 409, 'purchasing:error.over_receipt')
export const OWN_ORDER = defineError('OWN_ORDER', 403, 'purchasing:error.own_order')
