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

export {
  ADJUSTERS,
  type Adjuster,
  type Adjustment,
  type AdjustedOrder,
  type Left,
  type Pricing,
  type Sums,
} from './services/sale/adjusters.ts'
export { type Handover, LINE_KINDS, type LineKind, type LineSql, type Sold, type Units, type Wanted } from './services/sale/kinds.ts'
export { type Buying, ORDERS, type Orders } from './services/sale/orders.ts'
export type { CartView, OrderView } from './wire.ts'
