/** What other plugins may use of sales. */
declare module '#core/events/events' {
  interface Events {
    /** An order was placed and its goods are held. */
    'order.placed': { orderId: number }
  }
}

export type { CartView, OrderView } from './wire.ts'
