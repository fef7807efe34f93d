import { token } from 'stoa'
import { again, open, start } from './attempts.ts'
import { cancelAttempts } from './cancel-attempts.ts'
import { collect, collectFresh } from './collecting.ts'
import { offers, paymentTerms } from './methods.ts'
import { receive } from './receiving.ts'
import { giveBack } from './refunds.ts'
import { askAnew, askChanged } from './rest.ts'
import { markReview, turnDown } from './review.ts'
import { attempts } from './views.ts'

/** Taking and giving back money for documents of other plugins. Documents are registered with `PAYABLES`. */
export const payments = {
  offers,
  paymentTerms,
  open,
  start,
  again,
  receive,
  collect,
  collectFresh,
  askAnew,
  askChanged,
  giveBack,
  cancelAttempts,
  attempts,
  markReview,
  turnDown,
}

export type Payments = typeof payments

export const PAYMENTS = token<Payments>('payments/payments')
