import { type Ctx, type Kernel, type Sql, sql, type Tx } from 'stoa'
import { getValueOfUnits } from '../../domain/refund.ts'
import { ORDER_REFUNDS } from './order-refunds.ts'
import { type AdjustedOrder, ADJUSTMENT_PROVIDERS, getAmount, type Applied } from '../sale/adjustment-providers.ts'
import type { Sale } from '../sale/sale.ts'

/** A newly written order as adjustment providers see it. */
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

/** Records the use of the adjustments of a newly written order. @throws AppError */
export async function recordAdjustmentUsage(tx: Tx, ctx: Ctx, order: AdjustedOrder, applied: readonly Applied[]): Promise<void> {
  const rows = applied.map((a) => ({ ...a, amount: getAmount(a) }))
  await reportUsage(tx, ctx, order, rows, () => 0)
}

interface Row {
  kind: string
  code: string | null
  source_id: number | null
  amount: number
  /** The part that no line carries since the order was changed. */
  released?: number
  shares: readonly number[]
}

async function reportUsage(
  tx: Tx,
  ctx: Ctx,
  order: AdjustedOrder,
  rows: readonly Row[],
  getRefundedAmount: (row: Row) => number,
): Promise<void> {
  if (rows.length === 0) return
  for (const [kind, provider] of ctx.kernel.contributions(ADJUSTMENT_PROVIDERS)) {
    const kindRows = rows.filter((row) => row.kind === kind)
    if (kindRows.length === 0) continue
    const sum = (getAmount: (row: Row) => number) => kindRows.reduce((total, row) => total + getAmount(row), 0)
    await provider.recordUsage?.(tx, ctx, order, {
      applied: kindRows,
      appliedAmount: sum((row) => row.amount),
      returnedAmount: sum(getRefundedAmount),
    })
  }
}

/**
 * SQL: returned units of a line `l`. These are the refunded units; for a line that cost nothing, the units that came
 * back or never left, since no refund records them.
 */
export const returnedUnitsSql = (kernel: Kernel): Sql => sql`greatest(${kernel.find(ORDER_REFUNDS)?.lineUnitsSql(sql`l.id`) ?? sql`0`},
  case when l.total_minor = 0 then least(l.quantity, l.canceled_quantity + l.returned_quantity) else 0 end)`

interface ReturnedLine {
  quantity: number
  total: number
  /** Units that are back, and the amount refunded, with units or without. */
  units: number
  amount: number
  currency: string
}

/**
 * The part of a line's discount share that is returned. Fully refunded units return their whole share, otherwise the
 * share is proportional to the refunded amount, rounded down. For a line that cost nothing, only the units count.
 */
function getReturnedShare(share: number, { quantity, total, units, amount, currency }: ReturnedLine): number {
  const ofUnits = getValueOfUnits(share, quantity, units, currency)
  if (total === 0 || amount === getValueOfUnits(total, quantity, units, currency)) return ofUnits
  return Math.floor((share * Math.min(amount, total)) / total)
}

/** Notifies adjustment providers how much of each adjustment of an order is returned. @throws AppError */
export async function updateAdjustmentUsage(tx: Tx, ctx: Ctx, id: number): Promise<void> {
  const rows = await tx.rows<Row>(
    sql`select kind, code, source_id, released_minor - amount_minor as amount, released_minor as released, shares from order_adjustment where order_id = ${id} order by id`,
  )
  if (rows.length === 0) return
  const [order, lines] = await Promise.all([
    tx.one<
      AdjustedOrder & { has_payment: boolean }
    >(sql`select id, customer_id, person_id, email, nullif(concat(country_code, phone), country_code) as phone, status,
      paid_at is not null as paid, exchange_rate::text as rate, paid_minor > refunded_minor as has_payment from sales_order where id = ${id}`),
    tx.rows<ReturnedLine>(sql`
      select l.quantity, l.total_minor as total, (select o.currency from sales_order o where o.id = l.order_id) as currency, ${returnedUnitsSql(ctx.kernel)} as units,
        ${ctx.kernel.find(ORDER_REFUNDS)?.lineAmountSql(sql`l.id`) ?? sql`0`}::bigint as amount
      from order_line l where l.order_id = ${id} order by l.id`),
  ])
  if (!order) return
  // A canceled or refunded order returns everything, except the part that belongs to money the shop keeps.
  const isReversed = (order.status === 'canceled' || order.status === 'refunded') && !order.has_payment
  await reportUsage(tx, ctx, order, rows, ({ amount, released = 0, shares }) =>
    isReversed ? amount : lines.reduce((sum, line, i) => sum + getReturnedShare(shares[i] ?? 0, line), released),
  )
}
