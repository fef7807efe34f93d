import { allows, type Ctx, Failed, FORBIDDEN, formatMoney, invalid, parseMoney, sql, text, type Tx } from '#core'
import { PAYMENTS, type Taken } from '../../payments/index.ts'
import { type Counted, type Counter, ORDERS } from '../../sales/index.ts'
import { oddCents } from '../domain/rounding.ts'
import { TOTAL_CHANGED } from '../errors.ts'
import type { Trouble } from '../resources/ticket.ts'
import { posRules } from '../settings.ts'
import { claimTicket, type Claimed, type Told } from './claim.ts'
import type { Limits } from './limits.ts'
import { me, myName } from './session.ts'
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
  const counted = input.offline ? await asTold(tx, ctx, store, input, trouble) : await asPriced(tx, ctx, store, input)
  const { taken, rounding, paidBy } = await moneyOf(tx, ctx, input, counted)
  const { i18n } = ctx.kernel
  const sale = counted.rounded(rounding, i18n.t(ctx.language, 'pos:receipt.rounding'))
  if (input.beyond && !input.offline && !allows(ctx.actor, 'oversell pos ticket'))
    throw new Failed(FORBIDDEN, [text('core:error.needs', { needs: 'oversell pos ticket' })])
  const found = { ctx, reason: i18n.t(ctx.main, 'pos:reason.found', { number: claimed.number }), tell: () => void trouble.add('goods') }
  const over = { warehouse: store.warehouse, ...(input.offline || input.beyond ? { found } : {}) }
  const order = await ctx.kernel.get(ORDERS).sellOver(tx, ctx, sale, { taken, paidBy, over })
  await tx.run(sql`update pos_ticket set order_id = ${order.id}, order_number = ${order.number}, total_minor = ${sale.total},
    discount_minor = ${sale.discount - rounding}, rounding_minor = ${rounding}, trouble = ${[...trouble]}::text[] where id = ${claimed.id}`)
  await keepMoney(tx, ctx, claimed, input, taken)
  return {
    id: claimed.id,
    number: claimed.number,
    order_id: order.id,
    order_number: order.number,
    total: sale.total,
    trouble: [...trouble],
  }
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

/** In minor units. */
const LARGEST_COIN = 100

/** The money of a ticket: what was kept of it by each way, and what coins left out of it. @throws Failed INVALID by payment */
async function moneyOf(tx: Tx, ctx: Ctx, { payments, offline }: TicketInput, { total, currency }: Counted) {
  const { cash_method, coin } = ctx.kernel.settings.of(posRules)
  const isCash = ({ method }: { method: string }) => method === cash_method
  const taken = payments.map(({ method, amount, reference }): Taken => ({ method, amount: parseMoney(amount), reference }))
  const others = taken.filter((t) => !isCash(t)).reduce((sum, { amount }) => sum + amount, 0)
  const kept = taken.filter(({ amount }) => amount > 0)
  const paid = kept.reduce((sum, { amount }) => sum + amount, 0)
  // What was sold without network was rounded to the coins of that moment.
  const rounding = offline ? Math.max(0, Math.min(total - paid, LARGEST_COIN - 1)) : oddCents(total - others, parseMoney(coin))
  const offers = await ctx.kernel.get(PAYMENTS).offers(ctx, { currency, at: 'pos' }, tx)
  const due = total - rounding
  if (paid !== due) throw invalid({ payments: text('pos:error.paid', { amount: formatMoney(due) }) })
  for (const [i, p] of payments.entries()) {
    if (!offers.some(({ code }) => code === p.method)) throw invalid({ [`payments.${i}.method`]: text('core:rule.choice') })
    if (p.tendered !== null && parseMoney(p.tendered) < parseMoney(p.amount))
      throw invalid({ [`payments.${i}.tendered`]: text('pos:error.tendered') })
  }
  const titles = new Map(offers.map(({ code, title }) => [code, title]))
  const paidBy = [...new Set(kept.map(({ method }) => titles.get(method) ?? method))].join(' + ')
  return { taken: kept, rounding, paidBy }
}

/** What a ticket put into the drawer, and by which ways the rest was paid. */
async function keepMoney(tx: Tx, ctx: Ctx, { id, session }: Claimed, { payments }: TicketInput, taken: readonly Taken[]): Promise<void> {
  if (taken.length === 0) return
  const { cash_method } = ctx.kernel.settings.of(posRules)
  const rows = payments
    .filter(({ amount }) => parseMoney(amount) > 0)
    .map(({ method, amount, tendered, reference }) => ({
      method,
      reference,
      amount: parseMoney(amount),
      tendered: tendered === null ? null : parseMoney(tendered),
    }))
  const cash = rows.filter(({ method }) => method === cash_method).reduce((sum, { amount }) => sum + amount, 0)
  await tx.run(sql`
    with paid as (insert into pos_payment (ticket_id, method, amount_minor, tendered_minor, reference)
      select ${id}, p.method, p.amount, p.tendered, p.reference
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p(method text, amount bigint, tendered bigint, reference text))
    insert into pos_cash (session_id, ticket_id, client_uuid, kind, amount_minor, account_id, actor)
    select ${session.id}, ${id}, k.client_uuid, 'sale', ${cash}::bigint, ${me(ctx)}, ${myName(ctx)}
    from pos_ticket k where k.id = ${id} and ${cash}::bigint > 0`)
  if (cash > 0) tx.touch('pos_cash')
}
