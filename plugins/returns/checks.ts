import { type Kernel, sql } from 'stoa'
import { movedUnitsSql, INVENTORY } from 'stoa/plugins/inventory'
import { orderLines, orderNumberSql } from 'stoa/plugins/sales'

/** Invariant checks of refunds. */
export const checks = {
  'refunds equal the refunded amounts of order lines': async ({ db }: Kernel) =>
    (
      await db.rows<{ order_number: string; id: number }>(sql`
    select o.order_number, l.id from ${orderLines}
    where l.refunded_minor <> coalesce((select sum(x.amount_minor) from refund_line x join refund r on r.id = x.refund_id
      where x.order_line_id = l.id and r.status not in ('rejected', 'canceled')), 0) limit 20`)
    ).map((r) => `${r.order_number}, line ${r.id}`),
  'resaleable returned units are booked in': async (kernel: Kernel) => {
    const inventory = kernel.find(INVENTORY)
    if (!inventory) return []
    const wrong = await kernel.db.rows<{ order_number: string; stock_id: number; back: number; booked: number }>(sql`
    select ${orderNumberSql(sql`b.document_id`)} as order_number, b.stock_id, b.back, b.booked from (
      select u.document_id, u.stock_id, sum((select coalesce(sum(r.resaleable_quantity), 0) from return_line r where r.order_line_id = u.line_id))::int as back,
        ${movedUnitsSql('order', sql`u.document_id`, sql`u.stock_id`, 'return')}::int as booked
      from ${inventory.unitsByLineSql('order')} u where u.consumed > 0 group by u.document_id, u.stock_id) b
    where b.back <> b.booked order by b.document_id limit 20`)
    return wrong.map((r) => `${r.order_number}, stock ${r.stock_id}: ${r.back} resaleable, ${r.booked} booked in`)
  },
}
