import { defineError } from 'stoa'

/** An offer that was shown ended before the order was placed: the price is another now. */
export const OFFER_GONE = defineError('OFFER_GONE', 409, 'promotion:error.offer_gone')
