import { type Ctx, type Locale, extensionPoint, type Tx } from 'stoa'

/** The amount owed for a document, in minor units of its currency. */
export interface AmountDue {
  number: string
  total: number
  /** Amount still missing. If absent, it is the total less all payments ever received, so that refunded amounts are not owed again. */
  due?: number
  currency: string
  language: Locale
  /** True if it can no longer be paid because it is canceled or finished. Late payments are recorded all the same. */
  closed?: boolean
}

/** The ledger sums of a document after a change, over all its attempts, in minor units. */
export interface SettlementUpdate {
  captured: number
  refunded: number
  /** Amount charged back by the payer's bank. */
  charged_back: number
  /** New status of the attempt that caused the update. */
  attempt_status: 'processing' | 'paid' | 'payment_review' | 'payment_reject' | 'refunded' | 'canceled' | 'abnormal'
  /** Reason as text by the provider or staff; empty if there is none. */
  reason: string
  /** The reason is a gateway's text: staff may read it, and payers get the shop's own text. */
  by_gateway?: boolean
  /** The refund of this update: its key and the amount refunded so far, since it may be paid back in parts. */
  refund?: { key: string; done: number; status: 'completed' | 'abnormal'; message: string }
}

/** Code of a discrepancy, with a message for each; each becomes an unmatched payment. */
export type Discrepancy = 'late' | 'twice' | 'amount' | 'chargeback' | 'unknown' | 'refund_failed'

/**
 * A type of document that can be paid: orders, bookings, tickets. Its plugin registers it by document type:
 * `contributions: [contribute(PAYABLE_DOCUMENTS, 'order', ({ kernel }) => payableOrders(kernel))]`.
 */
export interface PayableDocument {
  /**
   * Locks the document and returns the amount owed; undefined if there is no such document. Always called before
   * payments are locked: the lock order is document, then payments in id order.
   */
  lockDocument(tx: Tx, id: number): Promise<AmountDue | undefined>
  /**
   * Updates the document, in the transaction that records the payment.
   * @returns a discrepancy; payments then adds it for staff and marks the attempt abnormal
   */
  applySettlement(tx: Tx, ctx: Ctx, id: number, update: SettlementUpdate): Promise<Discrepancy | undefined>
  /**
   * Called under the lock when staff refund on a payment directly instead of through the document, which may require
   * approval.
   * @throws AppError if the refund is not allowed
   */
  assertRefundable?(tx: Tx, ctx: Ctx, id: number, amount: number): Promise<void>
  /** Page the payer returns to from a gateway; by default `/order/success?order=…` and the like. */
  getReturnPage?(ending: 'success' | 'fail' | 'cancel', number: string): string
}

/** Payable documents, by type. */
export const PAYABLE_DOCUMENTS = extensionPoint<PayableDocument>('payments/payable-documents', {
  description: 'documents that can be paid, by document type',
})
