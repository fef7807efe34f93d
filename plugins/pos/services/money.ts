import { assertPayable, type Ctx, formatMoney, validationError, isPayable, parseMoney, sql, message, type Tx } from 'stoa'
import { baseCurrency } from 'stoa/plugins/currency'
import type { PaymentOffer, CollectedPayment } from 'stoa/plugins/payments'
import type { CounterSale } from 'stoa/plugins/sales'
import { getRoundingDifference } from '../domain/rounding.ts'
import { posRules } from '../settings.ts'
import type { ClaimedTicket, RecordedTicket } from './claim-ticket.ts'
import { getSmallestCoin } from './smallest-coin.ts'
import type { TicketInput } from './ticket-input.ts'
import { cashEntrySql } from './cash-entry.ts'

/** Largest rounding of an offline ticket under an earlier setting, in minor units. */
const COIN_BEFORE = 100

/**
 * Validates the payments of a ticket: the amount of each method and the cash rounding, in minor units. @throws
 * AppError INVALID by payment
 */
export function checkPayments(
  ctx: Ctx,
  { payments, offline }: Pick<TicketInput, 'payments' | 'offline'>,
  { total }: Pick<CounterSale, 'total'>,
  ways: readonly PaymentOffer[],
): { collected: CollectedPayment[]; rounding: number; paidBy: string } {
  const { cash_method } = ctx.kernel.settings.of(posRules)
  if (!offline) assertPayments(payments, total, baseCurrency(ctx.kernel))
  const isCash = ({ method }: { method: string }) => method === cash_method
  const collected = payments.map(({ method, amount, reference }): CollectedPayment => ({ method, amount: parseMoney(amount), reference }))
  const others = collected.filter((t) => !isCash(t)).reduce((sum, { amount }) => sum + amount, 0)
  const incoming = collected.filter(({ amount }) => amount > 0)
  const paid = incoming.reduce((sum, { amount }) => sum + amount, 0)
  // An offline sale was rounded by the setting of that time.
  const coin = getSmallestCoin(ctx.kernel)
  const rounding = offline
    ? Math.max(0, Math.min(total - paid, Math.max(coin, COIN_BEFORE) - 1))
    : getRoundingDifference(total - others, coin)
  const due = total - rounding
  if (paid !== due) throw validationError({ payments: message('pos:error.paid', { amount: formatMoney(due) }) })
  for (const [i, p] of payments.entries()) {
    if (!ways.some(({ code }) => code === p.method)) throw validationError({ [`payments.${i}.method`]: message('core:rule.choice') })
    if (p.tendered !== null && parseMoney(p.tendered) < parseMoney(p.amount))
      throw validationError({ [`payments.${i}.tendered`]: message('pos:error.tendered') })
  }
  const titles = new Map(ways.map(({ code, title }) => [code, title]))
  const paidBy = [...new Set(incoming.map(({ method }) => titles.get(method) ?? method))].join(' + ')
  return { collected: incoming, rounding, paidBy }
}

/** A total with decimals that its currency no longer has is paid unrounded. @throws AppError INVALID by payment */
function assertPayments(payments: TicketInput['payments'], total: number, code: string): void {
  if (!isPayable(total, code)) return
  for (const [i, payment] of payments.entries())
    for (const name of ['amount', 'tendered'] as const) assertPayable(`payments.${i}.${name}`, parseMoney(payment[name] ?? '0'), code)
}

interface Sold extends Pick<RecordedTicket, 'order_id' | 'order_number' | 'total' | 'trouble'> {
  /** In minor units. */
  discount: number
  rounding: number
  /** Problems of an offline sale to review, and who approved it. */
  review?: number
  approved_by?: number | null
}

/** Writes the result of a ticket, its cash entry, and its other payments in one statement. */
export async function saveTicketMoney(
  tx: Tx,
  ctx: Ctx,
  { id, session }: ClaimedTicket,
  { payments }: Pick<TicketInput, 'payments'>,
  sold: Sold,
): Promise<void> {
  const { cash_method } = ctx.kernel.settings.of(posRules)
  const rows = payments
    .filter(({ amount }) => parseMoney(amount) > 0)
    .map(({ method, amount, tendered, reference }, n) => ({
      n,
      method,
      reference,
      amount: parseMoney(amount),
      tendered: tendered === null ? null : parseMoney(tendered),
    }))
  const cashTotal = rows.filter(({ method }) => method === cash_method).reduce((sum, { amount }) => sum + amount, 0)
  await tx.run(
    sql`
    with k as (update pos_ticket set order_id = ${sold.order_id}, order_number = ${sold.order_number}, total_minor = ${sold.total},
        discount_minor = ${sold.discount}, rounding_minor = ${sold.rounding}, review_minor = ${sold.review ?? 0},
        approved_by = ${sold.approved_by ?? null}, trouble = ${sold.trouble}::text[] where id = ${id} returning id),
      paid as (insert into pos_payment (ticket_id, method, amount_minor, tendered_minor, reference)
        select k.id, p.method, p.amount, p.tendered, p.reference from k, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as p(n int, method text, amount bigint, tendered bigint, reference text) order by p.n)
    ${cashEntrySql(tx, ctx, { session: session.id, ticket: sql`k.id`, kind: 'sale', amount: cashTotal }, sql`k where ${cashTotal}::bigint > 0`)}`,
    'pos.keep',
  )
}
