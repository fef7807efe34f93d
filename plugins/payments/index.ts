/** What other plugins may use of payments. */
export { type Account, type Adapter, GatewayError, type Heard, type Notice, PROVIDERS, type Told } from './services/adapter.ts'
export type { Bill } from './services/attempts.ts'
export { type Asking, enabledMethods, type Offer, type PaymentTerms } from './services/methods.ts'
export { paidNotice, playedMethod, tellPaid } from './cli/notice.ts'
export { givenByMethod, givenBySql, givenUnderSql, hasAttemptSql, latestAttemptSql } from './services/of-document.ts'
export { PAYABLES, type Discrepancy, type Owed, type Payable, type Settling } from './services/payables.ts'
export { GATEWAY_FAILED, MONEY_RESERVED, NOT_PAYABLE } from './errors.ts'
export { PAYMENTS, type Payments } from './services/payments.ts'
export type { Taken } from './services/collecting.ts'
export type { Receipt } from './services/receiving.ts'
export { type Giving, type Refund, refundsByHand, refundSent } from './services/refunds.ts'
export type { Proof } from './services/review.ts'
export { PaymentAction } from './wire.ts'

declare module 'stoa/events' {
  interface Events {
    /** Money for a document was received and booked. `amount` in minor units. */
    'payment.captured': { document: { type: string; id: number }; amount: number; currency: string }
    /** Money was given back. */
    'payment.refunded': { document: { type: string; id: number }; amount: number }
  }
}
