import { type Ctx, type Db, Failed, NOT_FOUND, token, type Tx } from '#core'
import { PAYMENTS, type PaymentAction } from '../../../payments/index.ts'
import { lockOrder } from '../order/head.ts'
import type { CheckoutFields } from './checkout-input.ts'
import type { Choices } from './choice-names.ts'
import { checkedChoices } from './choices.ts'
import { type Asked, linesOf } from './lines.ts'
import type { Placed } from './ordered.ts'
import { type Answer, placeSale, standingOf, type Visit } from './place.ts'
import { type Chosen, type Quote, quote, termsOf } from './quote.ts'

/** What is bought without a cart. */
export interface Buying {
  things: readonly Asked[]
  /** For those who take something off prices, by their names, as they came. */
  choices?: Choices
}

/** Sales for other plugins: a booking that is paid for, a redemption with freight, a service that was approved. */
export interface Orders {
  /** What things cost, and how they can be paid and received. @throws Failed INVALID, NOT_FOUND for things nobody sells any more */
  quote(ctx: Ctx, buying: Buying, chosen: Chosen, tx?: Db): Promise<Quote>
  /** Places an order in the transaction, as a checkout does. The payer is asked to pay by `begin`, after commit. @throws what a checkout throws */
  place(tx: Tx, ctx: Ctx, buying: Buying, told: CheckoutFields, visit: Visit): Promise<Answer>
  /** Where the payer goes. @throws Failed GATEWAY_FAILED; the order stands, and its payment can be begun again */
  begin(ctx: Ctx, placed: Placed): Promise<PaymentAction>
  /** Gives an order up that is not paid. @throws Failed NOT_FOUND, WRONG_STATE */
  cancel(tx: Tx, ctx: Ctx, id: number, reason: string): Promise<void>
}

export const ORDERS = token<Orders>('sales/orders')

async function bought(db: Db, ctx: Ctx, { things, choices = {} }: Buying) {
  const [lines, checked] = await Promise.all([linesOf(db, ctx, things), checkedChoices(ctx, choices, 'choices')])
  if (lines.length < things.length || things.length === 0) throw new Failed(NOT_FOUND)
  return { lines, choices: checked, cart: null }
}

export const orders: Orders = {
  async quote(ctx, buying, chosen, tx) {
    const [{ lines, choices }, terms] = await Promise.all([bought(tx ?? ctx.kernel.db, ctx, buying), termsOf(ctx, tx)])
    return quote(ctx, lines, { ...chosen, adjust: choices }, terms, tx)
  },

  async place(tx, ctx, buying, told, visit) {
    const [standing, things] = await Promise.all([standingOf(tx, ctx, told, visit), bought(tx, ctx, buying)])
    return placeSale(tx, ctx, things, told, standing)
  },

  begin: (ctx, { bill, reference }) => ctx.kernel.get(PAYMENTS).start(bill, reference),

  async cancel(tx, ctx, id, reason) {
    await lockOrder(tx, id)
    await ctx.kernel.resources.moveIn(tx, ctx, 'order', id, 'cancel', { reason })
  },
}
