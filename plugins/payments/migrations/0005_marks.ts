import { marks } from 'stoa/migrations'

/** Each checkout goes by this table, which hardly ever changes. */
export const { up, down } = marks('payment_method')
