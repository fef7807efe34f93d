import { type Shape, t } from 'stoa'

/** Shipments in the order APIs. Pages import only the types. */

/** A shipment, for shoppers and staff. */
export const parcel = {
  number: t.text(),
  carrier_name: t.text(),
  tracking_number: t.text(),
  tracking_url: t.text(),
  collect: t.flag(),
  ready_at: t.maybe(t.dateTime()),
  shipped_at: t.maybe(t.dateTime()),
}

const ShopperParcel = t.object({
  ...parcel,
  status: t.text(),
  status_label: t.text(),
  lines: t.list(t.object({ name: t.text(), quantity: t.int() })),
})

/** Shipments of an order for its shopper. */
export const ShopperParcels = t.object({ shipments: t.list(ShopperParcel) })
export type ShopperParcels = Shape<typeof ShopperParcels>
