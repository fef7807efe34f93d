import { type Ctx, type Locale, extensionPoint, type Tx } from 'stoa'

/** What is owed for a document, in minor units of its currency. */
export interface AmountDue {
  number: string
  total: number
  /** What of it is still missing. Left out, it is the total less what ever came, so that what went back is not owed again. */
  due?: number
  currency: string
  language: Locale
  /** True when it can no longer be paid, because it is canceled or done. Money that still comes is booked all the same. */
  closed?: boolean
}

/** What the ledger of a document says after something was booked. All sums over all of its attempts, in minor units. */
export interface SettlementUpdate {
  captured: number
  refunded: number
  /** Taken back by the payer's bank. */
  charged_back: number
  /** What the attempt that caused this has come to. */
  attempt: 'processing' | 'paid' | 'payment_review' | 'payment_reject' | 'refunded' | 'canceled' | 'abnormal'
  /** Why, in words of the provider or of staff; empty when there is nothing to say. */
  reason: string
  /** The reason is a word of a gateway: staff may read it, payers are told in words of the house. */
  by_gateway?: boolean
  /** The refund this is about, by the key it was asked with, and what of it is given back by now: it may go back in parts. */
  refund?: { key: string; done: number; status: 'completed' | 'abnormal'; message: string }
}

/** Why money does not add up, as a word texts exist for; each becomes one entry of the money inbox. */
export type Discrepancy = 'late' | 'twice' | 'amount' | 'chargeback' | 'unknown' | 'refund_failed'

/**
 * A kind of document that can be paid: orders, bookings, tickets. Its owner offers it by document type:
 * `offers: [offer(PAYABLES, 'order', ({ kernel }) => payableOrder(kernel))]`.
 */
export interface PayableDocument {
  /**
   * Locks the document and says what is owed; undefined when there is none. Always called before a payment is
   * locked: whoever books money locks document, then payments in id order.
   */
  lock(tx: Tx, id: number): Promise<AmountDue | undefined>
  /**
   * Draws the conclusions for the document, in the transaction that booked the money.
   * @returns what does not add up; payments then keep it for staff and mark the attempt abnormal.
   */
  settle(tx: Tx, ctx: Ctx, id: number, settling: SettlementUpdate): Promise<Discrepancy | undefined>
  /**
   * Asked under the lock when staff give money back at a payment, and not by way of the document: its owner may want a second
   * person. @throws Failed when it must not be
   */
  mayRefund?(tx: Tx, ctx: Ctx, id: number, amount: number): Promise<void>
  /** Where the payer lands after a gateway; `/order/success?order=…` and the like when absent. */
  page?(ending: 'success' | 'fail' | 'cancel', number: string): string
}

/** Documents that can be paid, by their type. */
export const PAYABLE_DOCUMENTS = extensionPoint<PayableDocument>('payments/payables', {
  description: 'kinds of documents that can be paid, by document type',
})
