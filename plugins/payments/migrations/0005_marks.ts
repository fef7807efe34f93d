import { marks } from 'stoa/migrations'

/** Change marks for caching: each checkout reads this table, which rarely changes. */
export const { up, down } = marks('payment_method')
