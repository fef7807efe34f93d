import { type Kernel, sql } from 'stoa'
import { orderLines } from 'stoa/plugins/sales'

/** Invariant checks of shipments. */
export const checks = {
  'shipped units equal shipments that left': async ({ db }: Kernel) =>
    (
      await db.rows<{ order_number: string; id: number }>(sql`
    select o.order_number, l.id from ${orderLines}
    where exists (select 1 from shipment p where p.order_id = o.id) and l.shipped_quantity <> coalesce((select sum(x.quantity) from shipment_line x join shipment p on p.id = x.shipment_id
      where x.order_line_id = l.id and p.status in ('shipped', 'received', 'completed', 'abnormal')), 0) limit 20`)
    ).map((r) => `${r.order_number}, line ${r.id}`),
}
