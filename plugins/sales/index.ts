/** Public API of sales for other plugins. */
declare module 'stoa/events' {
  interface Events {
    /** An order was placed and its stock is reserved. */
    'order.placed': { orderId: number }
    /** The order is fully paid. */
    'order.paid': { orderId: number }
    /** Its lines, delivery or total changed after it was placed. */
    'order.changed': { orderId: number }
    /** Its last unit was shipped. */
    'order.shipped': { orderId: number }
    /** The order is finished; no step is left. */
    'order.completed': { orderId: number }
    'order.canceled': { orderId: number }
    /** Its full amount was refunded. */
    'order.refunded': { orderId: number }
    /** Orders were imported as history, or imported orders were linked to an account. `earning` lists the orders that earn points. */
    'order.imported': { orderIds: number[]; earning: number[] }
    /** Staff must review the order. */
    'order.abnormal': { orderId: number; reason: string }
  }
}

export {
  ADJUSTMENT_PROVIDERS,
  type AdjustmentProvider,
  type Adjustment,
  type Gift,
  type AdjustedOrder,
  type Channel,
  channels,
  type RemainingAmounts,
  type Pricing,
  type RejectChoice,
  type AdjustmentUsage,
} from './services/sale/adjustment-providers.ts'
export { TAX_RULES, type TaxableLine, type TaxableSale, type TaxFunction, type TaxRule } from './services/sale/tax-rules.ts'
export { includedTax, type TaxPart, type TaxStatement } from './domain/tax.ts'
export {
  type StockSource,
  type Handover,
  LINE_KINDS,
  type LineKind,
  type LineSql,
  type DocumentRef,
  type LineQuantity,
  type RequestedUnits,
} from './services/sale/line-kinds.ts'
export type { CounterSaleInput, CounterLine, CounterPayment, CounterSale } from './services/checkout/counter.ts'
export { createManualStep, applyFurtherSteps } from './services/sale/priced.ts'
export { isDiscountInputRead } from './services/sale/discount-inputs.ts'
export { type Purchase, type DraftRecipient, type OrderBuyer, ORDERS, type Orders, type PaidOrder } from './services/checkout/orders.ts'
export { readOrderReceipt, type OrderReceipt } from './services/order/payment-request.ts'
export { findStocks, listOrderMethods } from './services/order/find.ts'
export { toCheckoutResponse } from './services/checkout/checkout.ts'
export { readLines, type SaleLine } from './services/sale/lines.ts'
export { getCurrency, type SaleCurrency, unitPrice } from './services/sale/currency.ts'
export { assertLinesFit } from './services/sale/amount-limits.ts'
export { order } from './resources/order.ts'
export { orderLine } from './resources/order-line.ts'
export { addReasons } from './resources/with-reasons.ts'
export { getRefundAmount, listRefundAmounts } from './domain/refund.ts'
export { MAX_LINES } from './services/order/input.ts'
export { baseAmount, toDocument, type LockedOrder as OrderHead, lockAnyOrder, lockOrder, orderLines } from './services/order/head.ts'
export { advance } from './services/order/advance.ts'
export {
  accountPersons,
  changedSince,
  completedOrdersSql,
  type OrderFacts,
  readOrderFacts,
  orderBuyerSql,
  orderNumberSql,
  orderStatusSql,
} from './services/order/order-facts.ts'
export { postRefund } from './services/order/post-refund.ts'
export {
  type LedgerEntry,
  type LedgerOrder,
  ledgerOrderDaysSql,
  readLedgerEntries,
  readLedgerOrder,
  recentLedgerOrdersSql,
} from './services/order/ledger.ts'
export { setAbnormal } from './services/order/set-abnormal.ts'
export { type Delivery, DELIVERY } from './services/order/delivery.ts'
export { listPickupOrders, findPickupOrder, type PickupOrder, type PickupOrderDetails } from './services/order/pickup-orders.ts'
export { handOverAll, roundDownTotal } from './services/order/hand-out.ts'
export { type LineRefund, type OrderRefunds, ORDER_REFUNDS, needsRefundApproval } from './services/order/order-refunds.ts'
export { OPEN_WORK } from './services/order/open-work.ts'
export {
  cancelUnits,
  type CountedLine,
  countedLines,
  addPendingRefund,
  type PendingRefund,
  returnUnits,
  shipUnits,
  unshipUnits,
  listUnshippedUnits,
  sumUnits,
} from './services/order/units.ts'
export { type EmailOrder, ORDER_EMAILS, type OrderEmail } from './services/order/email-kinds.ts'
export { ORDER_EMAIL_JOB } from './services/order/emails.ts'
export { type OrderPart, orderPart, type OwnOrder, type StaffOrder, SHOPPER_PARTS, STAFF_PARTS } from './services/order/parts.ts'
export { orderLink } from './services/order/emails.ts'
export { formatAmount } from './domain/amount.ts'
export { renderEmailHtml } from './domain/email-html.ts'
export { getCustomerId, hashNetwork, assertShopAllows } from './services/sale/buyer-limits.ts'
export { CheckoutResponse, Tax } from './api-types.ts'
export { toStatedTaxes } from './services/order/taxes.ts'
export { checkoutFields, type CheckoutFields } from './services/sale/checkout-input.ts'
export { MAX_QUANTITY } from './services/cart-items.ts'
export { CART_CHANGED, CHECKOUT_CLOSED, TOTAL_INCREASED, SIGN_IN_TO_BUY } from './errors.ts'
export { attachPrivateFile } from './services/order/order-actions.ts'
export { limitPerNetwork, shopperShape } from './routes/shopper.ts'
export { findOwnAccess } from './services/order/access.ts'
export { shopperStatus } from './services/order/shopper-status.ts'
export { shopperView } from './services/order/shopper-view.ts'
export { isApprovalNotNeeded } from './services/order/approval-limit.ts'
export { updateAdjustmentUsage, returnedUnitsSql } from './services/order/adjustments.ts'
export { orderRules } from './settings.ts'
export { withLockedOrder, ignoreRejection } from './seed/order.ts'
export { type ExampleOrder, STORIES } from './seed/stories.ts'
export { type CartView, type OrderView, step as shopperStep } from './api-types.ts'
export { counted } from './admin-api-types.ts'
export { orderStatuses } from './domain/statuses.ts'
