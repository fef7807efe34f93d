import { type Ctx, type Db, type Kernel, token, type Tx } from '#core'
import type { PaymentAction } from '../wire.ts'
import type { AttemptView } from '../wire-admin.ts'
import { again, type Bill, open, type Opened, start } from './attempts.ts'
import type { Document } from './book.ts'
import { collect, collectFresh, type Fresh, type Taken } from './collecting.ts'
import { letGo } from './held.ts'
import { type Asking, type Offer, offering, offers } from './methods.ts'
import { receive, type Receipt } from './receiving.ts'
import { askAnew } from './rest.ts'
import { type Giving, giveBack, type Refund } from './refunds.ts'
import { markReview, type Proof, turnDown } from './review.ts'
import { attempts } from './views.ts'

/** Taking and giving back money for documents of other plugins. Documents are registered with `PAYABLES`. */
export interface Payments {
  /** The ways a bill can be paid, in order, with their instructions as HTML. Inside a transaction `tx` is asked. */
  offers(ctx: Ctx, asking?: Asking, tx?: Db): Promise<Offer[]>
  /** The same, read before the amount of the bill is known. */
  offering(ctx: Ctx, tx?: Db): Promise<(asking: Asking) => Offer[]>
  /** Writes an attempt; a bill of nothing is paid by it. What needs no provider's answer is answered at once. */
  open(tx: Tx, bill: Bill): Promise<Opened>
  /** Asks the provider where the payer goes. After commit. @throws Failed GATEWAY_FAILED; the attempt can be started again. */
  start(bill: Bill, reference: string): Promise<PaymentAction>
  /** A new attempt to pay what is missing, by the same way or another, while the document can be paid. @throws Failed NOT_PAYABLE, INVALID. */
  again(ctx: Ctx, document: Document, methodCode: string): Promise<{ reference: string; action: PaymentAction; method: string }>
  /** Books money staff received, all or a part; false for a receipt that stands there already. @throws Failed INVALID, NOT_PAYABLE. */
  receive(tx: Tx, ctx: Ctx, document: Document, receipt: Receipt): Promise<boolean>
  /** Books all that is missing of a document as taken on the spot, by one way or several. @throws Failed INVALID, NOT_PAYABLE, MONEY_RESERVED. */
  collect(tx: Tx, ctx: Ctx, document: Document, taken: readonly Taken[]): Promise<void>
  /** The same for one that its writer writes as paid in the same transaction: nothing is locked or concluded. @throws Failed INVALID */
  collectFresh(tx: Tx, ctx: Ctx, fresh: Fresh, taken: readonly Taken[]): Promise<void>
  /** What is missing is asked for anew, where an attempt nobody acted on yet asks for another amount. */
  askAnew(tx: Tx, ctx: Ctx, document: Document): Promise<void>
  /** Gives money back by the ways it came; its outcome reaches `settle`. @throws Failed INVALID when more than was received. */
  giveBack(tx: Tx, ctx: Ctx, document: Document, giving: Giving): Promise<Refund[]>
  /** The document is given up: what providers keep reserved for it is let go after commit. */
  letGo(tx: Tx, document: Document): Promise<void>
  /** All attempts with what was moved, for people. */
  attempts(ctx: Ctx, document: Document): Promise<AttemptView[]>
  /** The payer says that they paid: staff look at it. @throws Failed NOT_PAYABLE. */
  markReview(tx: Tx, ctx: Ctx, document: Document, proof: string | Proof): Promise<void>
  /** Staff turn down what was said to be paid, by the document's own move: `settle` is not asked. */
  turnDown(tx: Tx, ctx: Ctx, document: Document, reason: string): Promise<void>
}

export const PAYMENTS = token<Payments>('payments/payments')

export const payments = (kernel: Kernel): Payments => ({
  offers,
  offering,
  open: (tx, bill) => open(kernel, tx, bill),
  start: (bill, reference) => start(kernel, bill, reference),
  again,
  receive,
  collect,
  collectFresh,
  askAnew,
  giveBack,
  letGo,
  attempts,
  markReview,
  turnDown,
})
