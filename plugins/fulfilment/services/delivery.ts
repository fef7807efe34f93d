import { sql } from 'stoa'
import type { Delivery } from 'stoa/plugins/sales'
import { shipment } from '../resources/shipment.ts'
import { shipRest } from './shipments.ts'

/** Shipping service for orders. */
export const delivery: Delivery = {
  shipRemaining: shipRest,
  async markDelivered(tx, ctx, orderId) {
    const sent = await tx.rows<{ id: number }>(sql`select id from shipment where order_id = ${orderId} and status = 'shipped' order by id`)
    for (const { id } of sent) await ctx.kernel.resources.transitionIn(tx, ctx, shipment, id, 'receive')
  },
  async cancelUnsent(tx, ctx, orderId) {
    const waiting = await tx.rows<{ id: number }>(
      sql`select id from shipment where order_id = ${orderId} and status in ('draft', 'processing') order by id`,
    )
    for (const { id } of waiting) await ctx.kernel.resources.transitionIn(tx, ctx, shipment, id, 'cancel')
  },
  countsSql: (order) => ({
    received: sql`(select coalesce(sum(s.quantity), 0)::int from shipment_line s join shipment p on p.id = s.shipment_id
      where p.order_id = ${order} and p.status in ('received', 'completed'))`,
    picking: sql`exists (select 1 from shipment p where p.order_id = ${order} and p.status in ('draft', 'processing'))`,
  }),
  packedUnitsSql: (line) => sql`(select coalesce(sum(x.quantity), 0)::int from shipment_line x join shipment p on p.id = x.shipment_id
    where x.order_line_id = ${line} and p.status in ('draft', 'processing'))`,
  lostUnitsSql: (line) => sql`(select coalesce(sum(x.quantity), 0)::int from shipment_line x join shipment p on p.id = x.shipment_id
    where x.order_line_id = ${line} and p.status = 'canceled' and p.shipped_at is not null)`,
  isReadySql: (order) =>
    sql`exists (select 1 from shipment p where p.order_id = ${order} and p.ready_at is not null and p.status in ('draft', 'processing'))`,
}
