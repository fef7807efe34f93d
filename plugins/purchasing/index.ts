/** What other plugins may use of purchasing. */
declare module 'stoa/events' {
  interface Events {
    /** Goods of a purchase order were booked in, or a receipt was corrected. */
    'goods.received': { receiptId: number; poId: number }
  }
}

export { PURCHASING, type Purchasing } from './services/incoming.ts'
