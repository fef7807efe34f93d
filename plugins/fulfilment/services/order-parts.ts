import { sql } from 'stoa'
import { warehouseNames } from 'stoa/plugins/inventory'
import { orderPart, type OwnOrder, type StaffOrder, shopperStatus } from 'stoa/plugins/sales'
import { shipment, shipmentLine } from '../resources/shipment.ts'
import { OrderParcels, ToPack } from '../admin-api-types.ts'
import { ShopperParcels } from '../api-types.ts'

const UNSENT_STATUSES: ReadonlySet<string> = new Set(['draft', 'processing'])

/** Shipments of an order for staff, with units that are in none yet. */
export const staffParcels = orderPart({
  shape: OrderParcels,
  line: ToPack,
  async read({ kernel }, { id, lines }: StaffOrder) {
    const shipments = await kernel.query(shipment, { lines: shipmentLine }).where('order_id', id).orderBy('id')
    const warehouses = await warehouseNames(
      kernel,
      shipments.map((parcel) => parcel.warehouse_id),
    )
    const unsentUnits = new Map<number, number>()
    for (const parcel of shipments)
      if (UNSENT_STATUSES.has(parcel.status))
        for (const l of parcel.lines) unsentUnits.set(l.order_line_id, (unsentUnits.get(l.order_line_id) ?? 0) + l.quantity)
    return {
      order: { shipments: shipments.map((parcel) => ({ ...parcel, warehouse: warehouses.get(parcel.warehouse_id ?? 0) ?? null })) },
      lines: new Map(lines.map((l) => [l.id, { to_pack: l.quantity - l.canceled - l.shipped - (unsentUnits.get(l.id) ?? 0) }])),
    }
  },
})

type Parcel = Omit<ShopperParcels['shipments'][number], 'status_label' | 'lines'> & { units: Record<string, number> }

/** Shipments of an order for its shopper: sent ones, and those ready for pickup. */
export const shopperParcels = orderPart({
  shape: ShopperParcels,
  async read(ctx, { id, lines, whole }: OwnOrder) {
    if (!whole) return { order: { shipments: [] } }
    const rows = await ctx.kernel.db
      .rows<Parcel>(sql`select p.number, p.status, p.carrier_name, p.tracking_number, p.tracking_url, p.collect,
      p.ready_at, p.shipped_at, (select jsonb_object_agg(x.order_line_id, x.quantity) from shipment_line x where x.shipment_id = p.id) as units
      from shipment p where p.order_id = ${id} and (p.status in ('shipped', 'received', 'completed') or p.ready_at is not null)
        and p.status <> 'canceled' order by p.id`)
    return {
      order: {
        shipments: rows.map(({ units, ...parcel }) => ({
          ...parcel,
          status_label: shopperStatus(ctx, parcel.status),
          lines: lines.flatMap(({ id: line, name }) => {
            const quantity = units[line]
            return quantity === undefined ? [] : [{ name, quantity }]
          }),
        })),
      },
    }
  },
})
