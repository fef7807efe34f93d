/** What other plugins may use of sales. */
declare module 'stoa/events' {
  interface Events {
    /** An order was placed and its goods are held. */
    'order.placed': { orderId: number }
    /** All of its money is there. */
    'order.paid': { orderId: number }
    /** Its goods, where it goes or what it costs were changed after it was placed. */
    'order.changed': { orderId: number }
    /** Its last unit has left. */
    'order.shipped': { orderId: number }
    /** Nothing is left to do. */
    'order.completed': { orderId: number }
    'order.canceled': { orderId: number }
    /** All of its money was given back. */
    'order.refunded': { orderId: number }
    /** They came from another shop as history, or turned out to be of an account; `earning`: those that bring points. */
    'order.imported': { orderIds: number[]; earning: number[] }
    /** Staff must look at it. */
    'order.abnormal': { orderId: number; reason: string }
  }
}

export {
  ADJUSTERS,
  type Adjuster,
  type Adjustment,
  type Gift,
  type AdjustedOrder,
  type Channel,
  channels,
  type Left,
  type Pricing,
  type Refuse,
  type Sums,
} from './services/sale/adjusters.ts'
export { TAX_RULES, type TaxableLine, type TaxableSale, type TaxFunction, type TaxRule } from './services/sale/tax-rules.ts'
export { includedTax, type TaxPart, type TaxStatement } from './domain/tax.ts'
export {
  type GoodsSource,
  type Handover,
  LINE_KINDS,
  type LineKind,
  type LineSql,
  type Sold,
  type Units,
  type Wanted,
} from './services/sale/kinds.ts'
export type { Counter, CounterLine, CounterPayment, CounterSale } from './services/checkout/counter.ts'
export { stepByHand, takeOff } from './services/sale/priced.ts'
export { isRead } from './services/sale/words.ts'
export { type Buying, type DraftFor, type Orderer, ORDERS, type Orders, type PaidOrder } from './services/checkout/orders.ts'
export { billOf, type OrderBill } from './services/order/bill.ts'
export { findStocks, waysOf } from './services/order/find.ts'
export { checkoutAnswer } from './services/checkout/checkout.ts'
export { linesOf, type SaleLine } from './services/sale/lines.ts'
export { currencyOf, type SaleCurrency, unitPrice } from './services/sale/currency.ts'
export { assertLinesFit } from './services/sale/most-total.ts'
export { order } from './resources/order.ts'
export { orderLine } from './resources/order-line.ts'
export { withReasons } from './resources/with-reasons.ts'
export { refundOf, refundsOf } from './domain/refund.ts'
export { MOST_LINES } from './services/order/input.ts'
export { baseAmount, documentOf, type Head as OrderHead, lockAnyOrder, lockOrder, orderLines } from './services/order/head.ts'
export { advance } from './services/order/advance.ts'
export {
  accountPersons,
  changedSince,
  finishedSql,
  type Kept,
  keptOf,
  orderBuyerSql,
  orderNumberSql,
  orderStatusSql,
} from './services/order/kept.ts'
export { setAbnormal } from './services/order/trouble.ts'
export { type Delivery, DELIVERY } from './services/order/delivery.ts'
export { collectedAt, collectedBy, type Collected, type CollectedWhole } from './services/order/collect.ts'
export { handOut, roundDown } from './services/order/hand-out.ts'
export { type BackLine, type GivingBack, GIVING_BACK, givingWaits } from './services/order/giving-back.ts'
export { UNFINISHED } from './services/order/unfinished.ts'
export {
  cancelUnits,
  type CountedLine,
  countedLines,
  promiseBack,
  type Promised,
  returnUnits,
  sendUnits,
  unsendUnits,
  unsentUnits,
  sumUnits,
} from './services/order/units.ts'
export { type LetterOrder, LETTERS, type OrderLetter } from './services/order/letter-kinds.ts'
export { LETTER } from './services/order/letters.ts'
export { type OrderPart, orderPart, type OwnOrder, type SeenOrder, SHOPPER_PARTS, STAFF_PARTS } from './services/order/parts.ts'
export { orderLink } from './services/order/letters.ts'
export { amountText } from './domain/amount.ts'
export { letterHtml } from './domain/letter.ts'
export { customerOf, markOf, requireOpen } from './services/sale/who-may-buy.ts'
export { CheckoutAnswer, Tax } from './wire.ts'
export { statedTaxes } from './services/order/taxes.ts'
export { checkoutFields, type CheckoutFields } from './services/sale/checkout-input.ts'
export { MOST_QUANTITY } from './services/cart-items.ts'
export { CART_CHANGED, CHECKOUT_CLOSED, DEARER, SIGN_IN_TO_BUY } from './errors.ts'
export { takeFile } from './services/order/acts.ts'
export { limited, shopperShape } from './routes/shopper.ts'
export { ownOrder } from './services/order/access.ts'
export { shopperStatus } from './services/order/shopper-status.ts'
export { shopperView } from './services/order/shopper-view.ts'
export { mayAlone } from './services/order/second.ts'
export { settleAll, unitsBackSql } from './services/order/taken-off.ts'
export { orderRules } from './settings.ts'
export { aboutOrder, orNothing } from './seed/order.ts'
export { type ExampleOrder, STORIES } from './seed/stories.ts'
export { type CartView, type OrderView, step as shopperStep } from './wire.ts'
export { counted } from './wire-admin.ts'
export { orderStatuses } from './domain/statuses.ts'
