import { type Ctx, sql, type Tx } from 'stoa'
import { lockOrder, orderLines, listUnshippedUnits } from 'stoa/plugins/sales'
import { shipment } from '../resources/shipment.ts'
import { delivery } from './delivery.ts'
import { writeShipment } from './shipments.ts'

/** SQL: units of a line in sent shipments. */
const shippedUnitsSql = sql`coalesce((select sum(x.quantity)::int from shipment_line x join shipment p on p.id = x.shipment_id
  where x.order_line_id = l.id and p.status in ('shipped', 'received', 'completed', 'abnormal')), 0)`

/**
 * While this plugin was disabled, orders were shipped as a whole by their transitions. For orders with earlier
 * shipments, units shipped meanwhile are recorded as one more shipment, and unsent shipments are closed.
 */
export async function catchUp(ctx: Ctx): Promise<void> {
  const orders = await ctx.kernel.db.rows<{ id: number }>(sql`select distinct o.id from ${orderLines}
    where l.shipped_quantity <> ${shippedUnitsSql} and exists (select 1 from shipment p where p.order_id = o.id) order by o.id`)
  for (const { id } of orders) await ctx.kernel.transaction((tx) => catchUpOrder(tx, ctx, id))
}

async function catchUpOrder(tx: Tx, ctx: Ctx, id: number): Promise<void> {
  const { status } = await lockOrder(tx, id)
  if ((await listUnshippedUnits(tx, id)).every(({ quantity }) => quantity === 0)) await delivery.cancelUnsent(tx, ctx, id)
  const lines = await tx.rows<{
    order_line_id: number
    quantity: number
  }>(sql`select l.id as order_line_id, l.shipped_quantity - ${shippedUnitsSql} as quantity
    from ${orderLines} where o.id = ${id} and l.shipped_quantity > ${shippedUnitsSql} order by l.id`)
  if (lines.length === 0) return
  const parcel = await writeShipment(tx, ctx, id, lines)
  await ctx.kernel.resources.transitionThroughIn(tx, ctx, shipment, parcel, status === 'completed' ? ['ship', 'receive'] : ['ship'])
}
