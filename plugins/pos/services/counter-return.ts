import { type ParsedFields, type Ctx, type Db, f, AppError, formatMoney, validationError, sql, message, type Tx, WRONG_STATE } from 'stoa'
import { baseCurrency } from 'stoa/plugins/currency'
import { lockOrder, MAX_LINES } from 'stoa/plugins/sales'
import { RETURNS } from 'stoa/plugins/returns'
import { claimTicket, type RecordedTicket } from './claim-ticket.ts'
import type { Limits } from './limits.ts'
import { recordPayBack, recordPayOut } from './pay-out.ts'
import { getSmallestCoin } from './smallest-coin.ts'
import { identityFields } from './ticket-input.ts'

/** Input of a return by the lines of a receipt. */
export const returnFields = {
  ...identityFields,
  lines: f.items(
    { order_line_id: f.int({ min: 1 }), quantity: f.int({ min: 1, max: 9_999 }), resaleable: f.int({ min: 0, max: 9_999 }) },
    { minItems: 1, maxItems: MAX_LINES },
  ),
  cash: f.flag({ default: true }),
  reason: f.text({ maxLength: 200 }),
}
export type ReturnInput = ParsedFields<typeof returnFields>

/**
 * Returns items as one ticket. The refund is paid in cash from the drawer, or by the methods used at the POS: cash
 * from the drawer, others as negative payments. Payments made elsewhere are refunded later by their method.
 * @throws AppError INVALID, or WRONG_STATE if the refund requires approval first
 */
export async function returnAtCounter(
  tx: Tx,
  ctx: Ctx,
  store: { id: number; limits: Limits },
  orderId: number,
  input: ReturnInput,
): Promise<RecordedTicket> {
  const claimed = await claimTicket(tx, ctx, store.id, 'return', { ...input, sold_at: null })
  if (!('session' in claimed)) return claimed
  const returns = ctx.kernel.find(RETURNS)
  if (!returns) throw new AppError(WRONG_STATE, [message('pos:error.no_returns')])
  const { currency } = await lockOrder(tx, orderId)
  if (input.cash && currency !== baseCurrency(ctx.kernel)) throw validationError({ cash: message('pos:error.cash_currency', { currency }) })
  const back = await returns.returnAndRefund(tx, ctx, orderId, {
    lines: input.lines,
    cash: input.cash,
    at_counter: await findPosMethods(tx, orderId),
    coin: getSmallestCoin(ctx.kernel),
    reason: input.reason,
  })
  if (back.status === 'pending') throw new AppError(WRONG_STATE, [message('pos:error.second')])
  const most = store.limits.back
  if (most !== null && back.amount > most) throw validationError({ lines: message('pos:error.most_back', { amount: formatMoney(most) }) })
  const { order_number } = await lockOrder(tx, orderId)
  await tx.run(
    sql`update pos_ticket set order_id = ${orderId}, order_number = ${order_number}, refund_id = ${back.id}, total_minor = ${-back.amount} where id = ${claimed.id}`,
  )
  if (input.cash) await recordPayOut(tx, ctx, claimed, input, back.amount)
  const odd = input.cash ? 0 : await recordPayBack(tx, ctx, claimed, input, back.ways)
  return { id: claimed.id, number: claimed.number, order_id: orderId, order_number, total: odd - back.amount, trouble: [] }
}

/** Amounts a ticket refunded at the POS, by payment method. In minor units, positive. */
export const sumRefundedAtCounter = (db: Db, ticket: number): Promise<{ method: string; amount: number }[]> =>
  db.rows(
    sql`select method, -sum(amount_minor)::bigint as amount from pos_payment where ticket_id = ${ticket} group by method order by method`,
  )

/** Methods used at the POS for an order, which can be refunded there. */
async function findPosMethods(tx: Tx, orderId: number): Promise<string[]> {
  const rows = await tx.rows<{ method: string }>(
    sql`select distinct p.method from pos_payment p join pos_ticket k on k.id = p.ticket_id where k.order_id = ${orderId} and p.amount_minor > 0`,
  )
  return rows.map(({ method }) => method)
}
