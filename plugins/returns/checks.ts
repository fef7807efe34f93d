import { type Kernel, sql } from '#core'
import { STOCKROOM } from '../inventory/index.ts'
import { orderLines } from '../sales/index.ts'

/** Invariants of money that goes back. */
export const checks = {
  'refunds equal what lines promise': async ({ db }: Kernel) =>
    (
      await db.rows<{ order_number: string; id: number }>(sql`
    select o.order_number, l.id from ${orderLines}
    where l.refunded_minor <> coalesce((select sum(x.amount_minor) from refund_line x join refund r on r.id = x.refund_id
      where x.order_line_id = l.id and r.status not in ('rejected', 'canceled')), 0) limit 20`)
    ).map((r) => `${r.order_number}, line ${r.id}`),
  'what came back and can be sold again is booked in': async (kernel: Kernel) => {
    const stockroom = kernel.find(STOCKROOM)
    if (!stockroom) return []
    const wrong = await kernel.db.rows<{ order_number: string; stock_id: number; back: number; booked: number }>(sql`
    select o.order_number, b.stock_id, b.back, b.booked from (
      select u.document_id, u.stock_id, sum((select coalesce(sum(r.resaleable_quantity), 0) from return_line r where r.order_line_id = u.line_id))::int as back,
        (select coalesce(sum(m.quantity), 0)::int from inventory_movement m
          where m.document_type = 'order' and m.document_id = u.document_id and m.stock_id = u.stock_id and m.type = 'return') as booked
      from ${stockroom.unitsFor('order')} u where u.consumed > 0 group by u.document_id, u.stock_id) b
    join sales_order o on o.id = b.document_id where b.back <> b.booked order by o.id limit 20`)
    return wrong.map((r) => `${r.order_number}, stock ${r.stock_id}: ${r.back} to be sold again, ${r.booked} booked in`)
  },
}
