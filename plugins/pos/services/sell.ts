import { hasPermission, type Ctx, AppError, FORBIDDEN, formatMoney, parseMoney, message, type Tx } from 'stoa'
import { baseCurrency } from 'stoa/plugins/currency'
import { PAYMENTS } from 'stoa/plugins/payments'
import { ORDERS, createManualStep, applyFurtherSteps } from 'stoa/plugins/sales'
import { TOTAL_CHANGED } from '../errors.ts'
import type { TicketProblem } from '../resources/ticket.ts'
import { claimTicket, type RecordedTicket } from './claim-ticket.ts'
import { saveTicketMoney, checkPayments } from './money.ts'
import { isAllowedToAny, type PricedTicket, priceOffline, type OfflineSale } from './sell-offline.ts'
import { getActorId } from './actor.ts'
import { getSmallestCoin } from './smallest-coin.ts'
import type { TicketInput } from './ticket-input.ts'
import { toCounter, assertWithinLimits } from './ticket-price.ts'

/**
 * Writes a ticket in the transaction: its order, payments and stock. Idempotent. An offline ticket is accepted as
 * sold, since the buyer has left; deviations are marked for review. A device that was online at the time of sale gets
 * no such exception.
 * @throws AppError TILL_CLOSED, TOTAL_CHANGED, TICKET_NEEDS_APPROVAL, OUT_OF_STOCK, INVALID by field
 */
export async function sellTicket(tx: Tx, ctx: Ctx, store: OfflineSale, input: TicketInput): Promise<RecordedTicket> {
  const claimed = await claimTicket(tx, ctx, store.id, 'sale', input)
  if (!('session' in claimed)) return claimed
  const trouble = new Set<TicketProblem>(claimed.late ? ['late'] : [])
  // Independent queries are sent together.
  const [{ priced, isOther, shortfall }, ways] = await Promise.all([
    input.offline ? priceOffline(tx, ctx, store, input, claimed.wasOnline) : asPriced(tx, ctx, store, input),
    ctx.kernel.get(PAYMENTS).listOffers(ctx, { currency: baseCurrency(ctx.kernel), channel: 'pos' }, tx),
  ])
  if (isOther) trouble.add('price')
  const money = checkPayments(ctx, input, priced, ways)
  // An offline device rounds by the setting it knows; a larger rounding is marked for review.
  if (input.offline && money.rounding >= getSmallestCoin(ctx.kernel)) trouble.add('price')
  const { i18n } = ctx.kernel
  const sale = {
    ...priced,
    ...applyFurtherSteps(priced, createManualStep('rounding', money.rounding, i18n.t(ctx.language, 'pos:receipt.rounding'))),
  }
  if (input.beyond && !input.offline && !hasPermission(ctx.actor, 'oversell pos ticket'))
    throw new AppError(FORBIDDEN, [message('core:error.needs', { needs: 'oversell pos ticket' })])
  let unbooked = 0
  const receiveMissing = {
    ctx,
    reason: i18n.t(ctx.mainLanguage, 'pos:reason.found', { number: claimed.number }),
    onReceived(subject: number, quantity: number) {
      trouble.add('goods')
      unbooked += quantity * (priced.lines[input.lines.findIndex(({ subject_id }) => subject_id === subject)]?.shopUnit ?? 0)
    },
  }
  const mayOversell = isAllowedToAny(ctx, store.approver, 'oversell pos ticket')
  const isBeyond = input.offline ? mayOversell || !claimed.wasOnline : input.beyond
  const source = { warehouse: store.warehouse, ...(isBeyond ? { receiveMissing } : {}) }
  const order = await ctx.kernel
    .get(ORDERS)
    .sellAtCounter(tx, ctx, sale, { ...money, store: store.id, paymentTitle: money.paidBy, paymentOffers: ways, source })
  const result = { order_id: order.id, order_number: order.number, total: sale.total, trouble: [...trouble] }
  const review = { review: shortfall + (mayOversell ? 0 : unbooked), approved_by: store.approver ? getActorId(store.approver.ctx) : null }
  await saveTicketMoney(tx, ctx, claimed, input, {
    ...result,
    ...review,
    discount: sale.discount - money.rounding,
    rounding: money.rounding,
  })
  return { id: claimed.id, number: claimed.number, ...result }
}

async function asPriced(tx: Tx, ctx: Ctx, { id: store, limits }: OfflineSale, input: TicketInput): Promise<PricedTicket> {
  const priced = await ctx.kernel.get(ORDERS).priceCounter(ctx, { ...toCounter(ctx, input), store }, tx)
  if (priced.total !== parseMoney(input.total))
    throw new AppError(TOTAL_CHANGED, undefined, { extra: { total: formatMoney(priced.total) } })
  assertWithinLimits(ctx, limits, input, priced)
  return { priced, isOther: false, shortfall: 0 }
}
