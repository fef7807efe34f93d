import { type Sql, sql, type Tx } from 'stoa'

/**
 * Writes a completed refund to the ledger of sales, dated today. The order must be locked. A second call changes nothing.
 * @param parts SQL query of `line_id`, `quantity` and `amount` in minor units of the order's currency; without a line: shipping
 */
export async function postRefund(tx: Tx, orderId: number, refundId: number, parts: Sql): Promise<void> {
  await tx.run(sql`insert into sales_entry (day, kind, order_id, refund_id, order_line_id, product_id, stock_id, quantity, net_minor, shipping_minor,
      cost_minor, currency, amount_minor)
    select business_day(), 'refund', o.id, ${refundId}::bigint, l.id, l.product_id, l.stock_id, p.quantity,
      case when l.id is null then 0 else round(p.amount / o.exchange_rate) end, case when l.id is null then round(p.amount / o.exchange_rate) else 0 end,
      l.cost_minor * p.quantity, o.currency, p.amount
    from (${parts}) p join sales_order o on o.id = ${orderId} left join order_line l on l.id = p.line_id
    where p.amount <> 0 on conflict do nothing`)
}
