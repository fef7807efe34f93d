import { token } from 'stoa'
import { retryPayment, openAttempt, startPayment } from './attempts.ts'
import { cancelAttempts } from './cancel-attempts.ts'
import { collectPayment, collectForNew } from './collect-payment.ts'
import { listOffers, readPaymentTerms } from './methods.ts'
import { receivePayment } from './receive-payment.ts'
import { refundDocument } from './refunds.ts'
import { requestAnew, requestChangedAmount } from './request-rest.ts'
import { markReview, rejectProof } from './review.ts'
import { listAttempts } from './views.ts'

/** Payments and refunds for documents of other plugins, which are registered with `PAYABLE_DOCUMENTS`. */
export const payments = {
  offers: listOffers,
  paymentTerms: readPaymentTerms,
  open: openAttempt,
  start: startPayment,
  again: retryPayment,
  receive: receivePayment,
  collect: collectPayment,
  collectFresh: collectForNew,
  askAnew: requestAnew,
  askChanged: requestChangedAmount,
  giveBack: refundDocument,
  cancelAttempts,
  attempts: listAttempts,
  markReview,
  turnDown: rejectProof,
}

export type Payments = typeof payments

export const PAYMENTS = token<Payments>('payments/payments')
