import { defineError } from 'stoa'

export const CART_EMPTY = defineError('CART_EMPTY', 422, 'sales:error.cart_empty')
export const CART_CHANGED = defineError('CART_CHANGED', 409, 'sales:error.cart_changed')
export const CHECKOUT_CLOSED = defineError('CHECKOUT_CLOSED', 403, 'sales:error.checkout_closed')
export const SIGN_IN_TO_BUY = defineError('SIGN_IN_TO_BUY', 403, 'sales:error.sign_in')
/** The order comes to another total than the one shown to the staff member who changes it. */
export const ORDER_TOTAL_CHANGED = defineError('ORDER_TOTAL_CHANGED', 409, 'sales:error.change_total')
/** The total is higher than the one the buyer agreed to: a promotion ended or a price rose. */
export const TOTAL_INCREASED = defineError('DEARER_THAN_AGREED', 409, 'sales:error.total_changed')
