/** What other plugins may use of sales. */
declare module '#core/events/events' {
  interface Events {
    /** An order was placed and its goods are held. */
    'order.placed': { orderId: number }
    /** All of its money is there. */
    'order.paid': { orderId: number }
    /** Its last unit has left. */
    'order.shipped': { orderId: number }
    /** Nothing is left to do. */
    'order.completed': { orderId: number }
    'order.canceled': { orderId: number }
    /** All of its money was given back. */
    'order.refunded': { orderId: number }
    /** Staff must look at it. */
    'order.abnormal': { orderId: number; reason: string }
  }
}

export type { CartView, OrderView } from './wire.ts'
