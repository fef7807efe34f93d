import { marks } from 'stoa/migrations'

/** Each checkout asks whether there are prices that are not for everybody. */
export const { up, down } = marks('stock_price')
