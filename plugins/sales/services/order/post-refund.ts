import { type Sql, sql, type Tx } from 'stoa'
import { salesEntry } from '../../resources/sales-entry.ts'

interface RefundPart {
  order_line_id: number | null
  product_id: number | null
  stock_id: number | null
  quantity: number
  net_minor: number
  shipping_minor: number
  cost_minor: number | null
  amount_minor: number
  currency: string
}

/**
 * Writes a completed refund to the ledger of sales, dated today. The order must be locked. A second call changes nothing.
 * @param parts SQL query of `line_id`, `quantity` and `amount` in minor units of the order's currency; without a line: shipping
 */
export async function postRefund(tx: Tx, orderId: number, refundId: number, parts: Sql): Promise<void> {
  const rows = await tx.rows<RefundPart>(sql`select l.id as order_line_id, l.product_id, l.stock_id, p.quantity,
      case when l.id is null then 0 else round(p.amount / o.exchange_rate) end::bigint as net_minor,
      case when l.id is null then round(p.amount / o.exchange_rate) else 0 end::bigint as shipping_minor,
      l.cost_minor * p.quantity as cost_minor, p.amount::bigint as amount_minor, o.currency
    from (${parts}) p join sales_order o on o.id = ${orderId} left join order_line l on l.id = p.line_id where p.amount <> 0`)
  if (rows.length === 0) return
  const refund = { kind: 'refund' as const, order_id: orderId, refund_id: refundId, day: sql`business_day()` }
  await tx.run(sql`${tx.insertAllSql(salesEntry, rows, refund)} on conflict do nothing`)
}
