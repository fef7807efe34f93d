/** Public exports of this plugin. */
declare module 'stoa/events' {
  interface Events {
    /** A receipt of a purchase order was posted or corrected. */
    'goods.received': { receiptId: number; poId: number }
  }
}

export { PURCHASING, type Purchasing } from './services/incoming.ts'
