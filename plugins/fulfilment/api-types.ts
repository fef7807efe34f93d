import { type Shape, t } from 'stoa'

/** What calls about orders answer of parcels. Pages import the types alone. */

/** What is told of a parcel to whoever waits for it, and to staff. */
export const parcel = {
  number: t.text(),
  carrier_name: t.text(),
  tracking_number: t.text(),
  tracking_url: t.text(),
  collect: t.flag(),
  ready_at: t.maybe(t.when()),
  shipped_at: t.maybe(t.when()),
}

const ShopperParcel = t.object({
  ...parcel,
  status: t.text(),
  status_label: t.text(),
  lines: t.list(t.object({ name: t.text(), quantity: t.int() })),
})

/** What shoppers are told of the parcels of their order. */
export const ShopperParcels = t.object({ shipments: t.list(ShopperParcel) })
export type ShopperParcels = Shape<typeof ShopperParcels>
