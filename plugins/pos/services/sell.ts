import { allows, type Ctx, Failed, FORBIDDEN, formatMoney, invalid, parseMoney, text, type Tx } from '#core'
import { baseCurrency } from '../../currency/index.ts'
import { PAYMENTS } from '../../payments/index.ts'
import { type Counted, type Counter, ORDERS } from '../../sales/index.ts'
import { TOTAL_CHANGED } from '../errors.ts'
import type { Trouble } from '../resources/ticket.ts'
import { claimTicket, type Told } from './claim.ts'
import type { Limits } from './limits.ts'
import { keep, moneyOf } from './money.ts'
import { smallestCoin } from './smallest-coin.ts'
import type { CounterInput, TicketInput } from './ticket-input.ts'

/** What lies on the counter, as sales prices it. */
export const counterOf = (ctx: Ctx, input: CounterInput, told = false): Counter => ({
  lines: input.lines.map((l) => {
    const unit = l.unit_price ?? (told ? l.told : null)
    return {
      kind: l.kind,
      subject_id: l.subject_id,
      quantity: l.quantity,
      unit: unit === null ? null : parseMoney(unit),
      reason: l.unit_price === null ? '' : l.reason,
      discountable: l.discountable,
    }
  }),
  customer: input.customer_id,
  choices: input.choices ?? {},
  discount: parseMoney(input.discount),
  discountLabel: input.discount_reason || ctx.kernel.i18n.t(ctx.language, 'pos:receipt.discount'),
})

/** Refuses prices and discounts made by hand that whoever acts has no right to, or not so far. @throws Failed INVALID, by field */
export function mustBeWithin(ctx: Ctx, { off }: Limits, input: CounterInput, q: Counted): void {
  const other = q.lines.map((line, i) => (line.unit === line.usual ? -1 : i)).filter((i) => i >= 0)
  const discount = parseMoney(input.discount)
  if (other.length === 0 && discount === 0) return
  const unexplained = other.filter((i) => input.lines[i]?.reason === '')
  if (unexplained.length > 0) throw invalid(Object.fromEntries(unexplained.map((i) => [`lines.${i}.reason`, text('pos:error.reason')])))
  if (discount > 0 && input.discount_reason === '') throw invalid({ discount_reason: text('pos:error.reason') })
  const field = discount > 0 ? 'discount' : `lines.${other[0]}.unit_price`
  if (!allows(ctx.actor, 'reprice pos ticket')) throw invalid({ [field]: text('pos:error.no_right_price') })
  const usual = q.lines.reduce((sum, l) => sum + l.usual * l.quantity, 0)
  const given = q.lines.reduce((sum, l) => sum + (l.usual - l.unit) * l.quantity, discount)
  if (off !== null && given * 100 > usual * off) throw invalid({ [field]: text('pos:error.most_off', { most: off }) })
}

/** The store a ticket is of, and how far its cashier may go. */
interface Selling {
  id: number
  warehouse: number | null
  limits: Limits
}

/**
 * Writes a ticket down: its order, its money and its goods, in the transaction. The same ticket sent again is answered what it was
 * answered before. One that was sold without network is taken as it was sold, for its buyer is gone; what is odd about it is marked.
 * @throws Failed TILL_CLOSED, TOTAL_CHANGED, OUT_OF_STOCK, INVALID by field
 */
export async function sell(tx: Tx, ctx: Ctx, store: Selling, input: TicketInput): Promise<Told> {
  const claimed = await claimTicket(tx, ctx, store.id, 'sale', input)
  if (!('session' in claimed)) return claimed
  const trouble = new Set<Trouble>(claimed.late ? ['late'] : [])
  // What does not hang on each other is asked in one go.
  const [counted, ways] = await Promise.all([
    input.offline ? asTold(tx, ctx, store, input, trouble) : asPriced(tx, ctx, store, input),
    ctx.kernel.get(PAYMENTS).offers(ctx, { currency: baseCurrency(ctx.kernel), at: 'pos' }, tx),
  ])
  const money = moneyOf(ctx, input, counted, ways)
  // A device rounds to the coins it knows; what is more than the shop's coin is for somebody to look at.
  if (input.offline && money.rounding >= smallestCoin(ctx.kernel)) trouble.add('price')
  const { i18n } = ctx.kernel
  const sale = counted.rounded(money.rounding, i18n.t(ctx.language, 'pos:receipt.rounding'))
  if (input.beyond && !input.offline && !allows(ctx.actor, 'oversell pos ticket'))
    throw new Failed(FORBIDDEN, [text('core:error.needs', { needs: 'oversell pos ticket' })])
  const found = { ctx, reason: i18n.t(ctx.main, 'pos:reason.found', { number: claimed.number }), tell: () => void trouble.add('goods') }
  const over = { warehouse: store.warehouse, ...(input.offline || input.beyond ? { found } : {}) }
  const order = await ctx.kernel.get(ORDERS).sellOver(tx, ctx, sale, { ...money, over })
  const told = { order_id: order.id, order_number: order.number, total: sale.total, trouble: [...trouble] }
  await keep(tx, ctx, claimed, input, { ...told, discount: sale.discount - money.rounding, rounding: money.rounding })
  return { id: claimed.id, number: claimed.number, ...told }
}

async function asPriced(tx: Tx, ctx: Ctx, { id: store, limits }: Selling, input: TicketInput): Promise<Counted> {
  const counted = await ctx.kernel.get(ORDERS).countUp(ctx, { ...counterOf(ctx, input), store }, tx)
  if (counted.total !== parseMoney(input.total))
    throw new Failed(TOTAL_CHANGED, undefined, { extra: { total: formatMoney(counted.total) } })
  mustBeWithin(ctx, limits, input, counted)
  return counted
}

/** As it was sold. Whether it should have been sold like that is for somebody else to say. */
async function asTold(tx: Tx, ctx: Ctx, { id: store, limits }: Selling, input: TicketInput, trouble: Set<Trouble>): Promise<Counted> {
  const orders = ctx.kernel.get(ORDERS)
  const total = parseMoney(input.total)
  try {
    const now = await orders.countUp(ctx, { ...counterOf(ctx, input), store }, tx)
    mustBeWithin(ctx, limits, input, now)
    if (now.total === total) return now
  } catch (error) {
    if (!(error instanceof Failed)) throw error
  }
  trouble.add('price')
  return orders.countUp(ctx, counterOf(ctx, input, true), tx, total)
}
