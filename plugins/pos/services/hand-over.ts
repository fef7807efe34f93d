import { type ParsedFields, type Ctx, f, AppError, formatMoney, parseMoney, type Tx } from 'stoa'
import { baseCurrency } from 'stoa/plugins/currency'
import { PAYMENTS } from 'stoa/plugins/payments'
import { toDocument, handOverAll, lockOrder, roundDownTotal } from 'stoa/plugins/sales'
import { TOTAL_CHANGED } from '../errors.ts'
import { claimTicket, type RecordedTicket } from './claim-ticket.ts'
import { saveTicketMoney, checkPayments } from './money.ts'
import { assertPresent } from './pickup.ts'
import { identityFields, payments } from './ticket-input.ts'

/** Input of a pickup: the order, and the payments taken for it. */
export const handOverFields = {
  ...identityFields,
  sold_at: f.maybe(f.instant()),
  /** Amount due shown to the buyer. */
  due: f.money({ default: '0.00', min: 0 }),
  payments,
}
export type HandOverInput = ParsedFields<typeof handOverFields>

/**
 * Hands over a pickup order as one ticket: takes the amount due, ships the units, and moves the order on. Idempotent
 * by ticket id.
 * @throws AppError NOT_FOUND, WRONG_STATE with the reason, TOTAL_CHANGED, TILL_CLOSED, MONEY_RESERVED, INVALID by
 * payment
 */
export async function handOverPickup(
  tx: Tx,
  ctx: Ctx,
  store: { id: number; warehouse: number | null },
  order: number,
  input: HandOverInput,
): Promise<RecordedTicket> {
  // The order is part of the content: one id with two orders is a conflict.
  const claimed = await claimTicket(tx, ctx, store.id, 'pickup', { ...input, order })
  if (!('session' in claimed)) return claimed
  await lockOrder(tx, order)
  const { number, due } = await assertPresent(ctx, tx, store.warehouse, { id: order })
  if (due !== parseMoney(input.due)) throw new AppError(TOTAL_CHANGED, undefined, { extra: { total: formatMoney(due) } })
  const ways = await ctx.kernel.get(PAYMENTS).listOffers(ctx, { currency: baseCurrency(ctx.kernel), channel: 'pos' }, tx)
  const { collected, rounding } = checkPayments(ctx, { ...input, offline: false }, { total: due }, ways)
  if (rounding > 0) await roundDownTotal(tx, { id: order }, rounding, ctx.kernel.i18n.t(ctx.language, 'pos:receipt.rounding'))
  if (due > 0) await ctx.kernel.get(PAYMENTS).collectPayment(tx, ctx, toDocument({ id: order }), collected)
  await handOverAll(tx, ctx, order)
  const result = { order_id: order, order_number: number, total: due - rounding, trouble: claimed.late ? ['late'] : [] }
  await saveTicketMoney(tx, ctx, claimed, input, { ...result, discount: 0, rounding })
  return { id: claimed.id, number: claimed.number, ...result }
}
