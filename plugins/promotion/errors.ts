import { defineError } from 'stoa'

/** A promotion ended between the display of the price and the order, so the price has changed. */
export const OFFER_GONE = defineError('OFFER_GONE', 409, 'promotion:error.offer_gone')
