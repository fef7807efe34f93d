import { marks } from 'stoa/migrations'

/** Each checkout goes by these tables, which hardly ever change. */
export const { up, down } = marks('shipping_method', 'shipping_method_product', 'shipping_rate', 'shipping_zone')
