import { type Ctx, formatMoney, type Row, sql } from '#core'
import { refundOf } from '../../domain/refund.ts'
import type { OrderExtras } from '../../wire-admin.ts'

/** What the screen of an order shows beside its row: parcels, returns, refunds, and what of each line is still open. */
export async function extrasOf(ctx: Ctx, id: number): Promise<OrderExtras> {
  const { db } = ctx.kernel
  const [lines, shipments, returns, refunds, adjustments, sums] = await Promise.all([
    db.rows<Line>(sql`
      select l.id, l.product_type = 'general' as physical, l.quantity, l.total_minor as total, l.refunded_minor as refunded, l.refunded_quantity,
        l.shipped_quantity as shipped, l.canceled_quantity as canceled, s.barcode,
        l.quantity - l.canceled_quantity - coalesce((select sum(x.quantity)::int from shipment_line x join shipment p on p.id = x.shipment_id
          where x.order_line_id = l.id and p.status <> 'canceled'), 0) as to_pack,
        l.shipped_quantity - l.returned_quantity - coalesce((select sum(x.quantity - x.received_quantity)::int from return_line x
          join sales_return r on r.id = x.return_id where x.order_line_id = l.id and r.status in ('pending', 'approved', 'partial_received')), 0) as returnable
      from order_line l left join stock s on s.id = l.stock_id where l.order_id = ${id} order by l.id`),
    db.rows<OrderExtras['shipments'][number]>(sql`
      select p.id, p.number, p.status, p.carrier_name, p.tracking_number, p.tracking_url, p.collect, p.ready_at, p.shipped_at, p.received_at, p.note, p.created_at,
        w.name as warehouse, (select jsonb_agg(jsonb_build_object('order_line_id', x.order_line_id, 'quantity', x.quantity) order by x.order_line_id)
          from shipment_line x where x.shipment_id = p.id) as lines
      from shipment p left join warehouse w on w.id = p.warehouse_id where p.order_id = ${id} order by p.id`),
    db.rows<OrderExtras['returns'][number]>(sql`
      select r.id, r.number, r.status, r.kind, r.requested_by, r.reason_code, r.note, r.created_at, (select jsonb_agg(jsonb_build_object('order_line_id', x.order_line_id,
          'quantity', x.quantity, 'received', x.received_quantity, 'resaleable', x.resaleable_quantity, 'reason', x.reason) order by x.order_line_id)
          from return_line x where x.return_id = r.id) as lines
      from sales_return r where r.order_id = ${id} order by r.id`),
    db.rows<OrderExtras['refunds'][number] & { minor: number; of_shipping: number }>(sql`
      select r.id, r.number, r.status, r.method, r.amount_minor as minor, r.shipping_minor as of_shipping, r.reason, r.failure, r.created_at, a.name as requested_by,
        r.requested_by is not distinct from ${ctx.actor.kind === 'admin' ? ctx.actor.id : null}::bigint as own,
        coalesce((select jsonb_agg(jsonb_build_object('order_line_id', x.order_line_id, 'quantity', x.quantity) order by x.order_line_id)
          from refund_line x where x.refund_id = r.id), '[]') as lines
      from refund r left join account a on a.id = r.requested_by where r.order_id = ${id} order by r.id`),
    db.rows<{ label: string; kind: string; minor: number }>(
      sql`select label, kind, amount_minor as minor from order_adjustment where order_id = ${id} order by id`,
    ),
    db.one<{ amount: number; shipping: number }>(sql`
      select o.paid_minor - greatest(o.refunded_minor, coalesce(sum(r.amount_minor), 0)::bigint) as amount, o.shipping_minor - coalesce(sum(r.shipping_minor), 0)::bigint as shipping
      from sales_order o left join refund r on r.order_id = o.id and r.status not in ('rejected', 'canceled') where o.id = ${id} group by o.id`),
  ])
  return {
    lines: lines.map(({ total, refunded, refunded_quantity, ...l }) => {
      const left = l.quantity - refunded_quantity
      // What each number of further units is worth, so that the screen never works out money.
      const worth = Array.from({ length: Math.min(left, MOST_UNITS) + 1 }, (_, k) =>
        formatMoney(refundOf({ total, quantity: l.quantity, refunded_quantity, refunded }, k)),
      )
      return { ...l, refundable: left, left: formatMoney(total - refunded), worth }
    }),
    shipments,
    returns,
    refunds: refunds.map(({ minor, of_shipping, ...r }) => ({ ...r, amount: formatMoney(minor), shipping: formatMoney(of_shipping) })),
    adjustments: adjustments.map(({ minor, ...a }) => ({ ...a, amount: formatMoney(minor) })),
    left: { amount: formatMoney(Math.max(0, sums?.amount ?? 0)), shipping: formatMoney(Math.max(0, sums?.shipping ?? 0)) },
  }
}

const MOST_UNITS = 500

interface Line {
  id: number
  physical: boolean
  quantity: number
  total: number
  refunded: number
  refunded_quantity: number
  shipped: number
  canceled: number
  barcode: string | null
  to_pack: number
  returnable: number
}

/** Fields every answer about an order carries after something was done to it. */
export const orderRow = (ctx: Ctx, id: number): Promise<Row> => ctx.kernel.resources.get(ctx, 'order', id)
