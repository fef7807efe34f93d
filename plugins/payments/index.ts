/** Public API of payments for other plugins. */
export {
  type GatewayAccount,
  type PaymentAdapter,
  GatewayError,
  type ParsedWebhook,
  type WebhookRequest,
  PROVIDERS,
  type PaymentReport,
} from './services/adapter.ts'
export type { PaymentRequest } from './services/attempts.ts'
export { type PaymentFilter, listEnabledMethods, type PaymentOffer, type PaymentTerms } from './services/methods.ts'
export { buildPaidWebhook, fakeGatewayMethod, sendPaidWebhooks } from './cli/paid-webhook.ts'
export {
  sumRefundsByMethod,
  refundedBySql,
  refundedUnderKeySql,
  hasAttemptSql,
  latestAttemptSql,
  methodTitleSql,
} from './services/document-sql.ts'
export {
  PAYABLE_DOCUMENTS,
  type Discrepancy,
  type AmountDue,
  type PayableDocument,
  type SettlementUpdate,
} from './services/payable-documents.ts'
export { GATEWAY_FAILED, MONEY_RESERVED, NOT_PAYABLE } from './errors.ts'
export { PAYMENTS, type Payments } from './services/payments.ts'
export type { CollectedPayment } from './services/collect-payment.ts'
export type { Receipt } from './services/receive-payment.ts'
export { type RefundInput, type Refund, listManualRefunds, confirmManualRefund } from './services/refunds.ts'
export type { Proof } from './services/review.ts'
export { PaymentAction } from './api-types.ts'

declare module 'stoa/events' {
  interface Events {
    /** A payment for a document was received and recorded. `amount` in minor units. */
    'payment.captured': { document: { type: string; id: number }; amount: number; currency: string }
    /** A payment was refunded. */
    'payment.refunded': { document: { type: string; id: number }; amount: number }
  }
}
