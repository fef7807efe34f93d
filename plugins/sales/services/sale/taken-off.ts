import { type Ctx, type Kernel, type Sql, sql, type Tx } from '#core'
import { cumulative } from '../../domain/refund.ts'
import { GIVING_BACK } from '../order/giving-back.ts'
import { type AdjustedOrder, ADJUSTERS, amountOf, type Applied } from './adjusters.ts'
import type { Sale } from './write.ts'

/** An order that was just written, as those see it who take something off. */
export const adjustedOrder = (id: number, { customer, person, buyer, currency, status }: Sale): AdjustedOrder => ({
  id,
  customer_id: customer,
  person_id: person,
  email: (buyer.email ?? '').trim().toLowerCase(),
  phone: buyer.phone ? `${buyer.country_code ?? ''}${buyer.phone}` : null,
  status,
  paid: false,
  rate: currency.rate,
})

/** Uses up what an order takes off that was just written. @throws Failed */
export async function useUp(tx: Tx, ctx: Ctx, order: AdjustedOrder, applied: readonly Applied[]): Promise<void> {
  const rows = applied.map((a) => ({ ...a, amount: amountOf(a) }))
  await tellEach(tx, ctx, order, rows, () => 0)
}

interface Row {
  kind: string
  code: string | null
  source_id: number | null
  amount: number
  shares: readonly number[]
}

async function tellEach(tx: Tx, ctx: Ctx, order: AdjustedOrder, rows: readonly Row[], backOf: (row: Row) => number): Promise<void> {
  if (rows.length === 0) return
  for (const [kind, adjuster] of ctx.kernel.offers(ADJUSTERS)) {
    const own = rows.filter((row) => row.kind === kind)
    if (own.length === 0) continue
    const sum = (of: (row: Row) => number) => own.reduce((total, row) => total + of(row), 0)
    await adjuster.settle?.(tx, ctx, order, { applied: own, taken: sum((row) => row.amount), back: sum(backOf) })
  }
}

/**
 * Units of a line `l` that are back, as part of a statement: those that were paid back, and of what cost nothing those that came back or
 * never left, since no money says so.
 */
export const unitsBackSql = (kernel: Kernel): Sql => sql`greatest(${kernel.find(GIVING_BACK)?.units(sql`l.id`) ?? sql`0`},
  case when l.total_minor = 0 then least(l.quantity, l.canceled_quantity + l.returned_quantity) else 0 end)`

/** Tells those who took something off an order how much of it is back with its buyer. @throws Failed */
export async function settleAll(tx: Tx, ctx: Ctx, id: number): Promise<void> {
  const rows = await tx.rows<Row>(
    sql`select kind, code, source_id, -amount_minor as amount, shares from order_adjustment where order_id = ${id} order by id`,
  )
  if (rows.length === 0) return
  const [order, lines] = await Promise.all([
    tx.one<AdjustedOrder>(sql`select id, customer_id, person_id, email, nullif(concat(country_code, phone), country_code) as phone, status,
      paid_at is not null as paid, exchange_rate::text as rate from sales_order where id = ${id}`),
    tx.rows<{ quantity: number; units: number }>(sql`
      select l.quantity, ${unitsBackSql(ctx.kernel)} as units
      from order_line l where l.order_id = ${id} order by l.id`),
  ])
  if (!order) return
  const over = order.status === 'canceled' || order.status === 'refunded'
  await tellEach(tx, ctx, order, rows, ({ amount, shares }) =>
    over ? amount : lines.reduce((sum, { quantity, units }, i) => sum + cumulative(shares[i] ?? 0, quantity, units), 0),
  )
}
