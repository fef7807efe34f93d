import { type ParsedFields, assertPayable, type Ctx, f, formatMoney, validationError, parseMoney, sql, message, type Tx } from 'stoa'
import { MOST_PRICE } from 'stoa/plugins/currency'
import { INVENTORY } from 'stoa/plugins/inventory'
import { type CounterSale, MAX_LINES, ORDERS } from 'stoa/plugins/sales'
import { getRoundingDifference } from '../domain/rounding.ts'
import { claimTicket, type RecordedTicket } from './claim-ticket.ts'
import type { Limits } from './limits.ts'
import { recordPayOut } from './pay-out.ts'
import { getSmallestCoin } from './smallest-coin.ts'
import { identityFields } from './ticket-input.ts'

/** Input of a return without receipt. */
export const unprovenFields = {
  ...identityFields,
  lines: f.items(
    {
      subject_id: f.int({ min: 1 }),
      quantity: f.int({ min: 1, max: 9_999 }),
      resaleable: f.int({ min: 0, max: 9_999 }),
      /** Refund per unit instead of today's lowest price. */
      unit_price: f.maybe(f.money({ min: 0, max: MOST_PRICE })),
    },
    { minItems: 1, maxItems: MAX_LINES },
  ),
  reason: f.text({ minLength: 1, maxLength: 200 }),
}
export type UnprovenInput = ParsedFields<typeof unprovenFields>

interface Store {
  id: number
  warehouse: number | null
  limits: Limits
}

/**
 * Returns items without receipt, refunded in cash: today's price after automatic adjustments, or an entered amount up
 * to the regular price.
 * @throws AppError TILL_CLOSED, INVALID by field
 */
export async function recordUnproven(tx: Tx, ctx: Ctx, store: Store, input: UnprovenInput): Promise<RecordedTicket> {
  const claimed = await claimTicket(tx, ctx, store.id, 'return', { ...input, sold_at: null })
  if (!('session' in claimed)) return claimed
  for (const [i, line] of input.lines.entries())
    if (line.resaleable > line.quantity) throw validationError({ [`lines.${i}.resaleable`]: message('core:rule.choice') })
  const rows = getWorth(input, await findToday(tx, ctx, input))
  const sum = rows.reduce((all, { amount }) => all + amount, 0)
  const amount = sum - getRoundingDifference(sum, getSmallestCoin(ctx.kernel))
  const most = store.limits.back
  if (most !== null && amount > most) throw validationError({ lines: message('pos:error.most_back', { amount: formatMoney(most) }) })
  await tx.run(sql`
    with k as (update pos_ticket set total_minor = ${-amount}, rounding_minor = ${amount - sum} where id = ${claimed.id})
    insert into pos_return_line (ticket_id, subject_id, sku, name, quantity, resaleable, amount_minor)
    select ${claimed.id}, l.subject_id, l.sku, l.name, l.quantity, l.resaleable, l.amount
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as l(n int, subject_id bigint, sku text, name text, quantity int, resaleable int, amount bigint) order by l.n`)
  await recordPayOut(tx, ctx, claimed, input, amount)
  const back = rows.filter(({ resaleable }) => resaleable > 0).map((r) => ({ stock_id: r.subject_id, quantity: r.resaleable }))
  await ctx.kernel.find(INVENTORY)?.restockToWarehouse(tx, ctx, { type: 'pos_ticket', id: claimed.id }, store.warehouse, back)
  return { id: claimed.id, number: claimed.number, order_id: null, order_number: '', total: -amount, trouble: [] }
}

const findToday = (tx: Tx, ctx: Ctx, { lines }: UnprovenInput): Promise<CounterSale> =>
  ctx.kernel.get(ORDERS).priceCounter(
    ctx,
    {
      lines: lines.map(({ subject_id, quantity }) => ({ kind: 'stock', subject_id, quantity, manualPrice: null })),
      customer: null,
      choices: {},
      discount: 0,
      discountLabel: '',
    },
    tx,
  )

function getWorth({ lines }: UnprovenInput, today: CounterSale) {
  return lines.map(({ subject_id, quantity, resaleable, unit_price }, n) => {
    const now = today.lines[n]
    const usual = (now?.shopUnit ?? 0) * quantity
    const amount = unit_price === null ? (today.adjusted.lines[n] ?? 0) : parseMoney(unit_price) * quantity
    if (unit_price !== null) assertPayable(`lines.${n}.unit_price`, parseMoney(unit_price), today.currency.code)
    if (amount > usual)
      throw validationError({ [`lines.${n}.unit_price`]: message('pos:error.above_price', { amount: formatMoney(now?.shopUnit ?? 0) }) })
    return { n, subject_id, sku: now?.sku ?? '', name: now?.name ?? '', quantity, resaleable, amount }
  })
}
