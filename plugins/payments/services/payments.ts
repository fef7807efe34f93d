import { token } from 'stoa'
import { retryPayment, openAttempt, startPayment } from './attempts.ts'
import { cancelAttempts } from './cancel-attempts.ts'
import { collectPayment, collectNewDocument } from './collect-payment.ts'
import { listOffers, readPaymentTerms } from './methods.ts'
import { receivePayment } from './receive-payment.ts'
import { refundDocument } from './refunds.ts'
import { requestRemainingPayment, requestChangedAmount } from './request-remaining-payment.ts'
import { submitPaymentProof, rejectPaymentProof } from './review.ts'
import { listAttempts } from './views.ts'

/** Payments and refunds for documents of other plugins, which are registered with `PAYABLE_DOCUMENTS`. */
export const payments = {
  listOffers,
  readPaymentTerms,
  openAttempt,
  startPayment,
  retryPayment,
  receivePayment,
  collectPayment,
  collectNewDocument,
  requestRemainingPayment,
  requestChangedAmount,
  refundDocument,
  cancelAttempts,
  listAttempts,
  submitPaymentProof,
  rejectPaymentProof,
}

export type Payments = typeof payments

export const PAYMENTS = token<Payments>('payments/payments')
