import { type Shape, t } from 'stoa'
import { counted } from 'stoa/plugins/sales'
import { shipmentStatuses } from './domain/statuses.ts'
import { parcel } from './api-types.ts'

/** Shipments in the order view for staff. Pages import only the types. */

const Parcel = t.object({
  id: t.id(),
  ...parcel,
  status: t.pick(shipmentStatuses),
  received_at: t.maybe(t.dateTime()),
  weight_g: t.maybe(t.int('Packed weight in grams.')),
  note: t.text(),
  created_at: t.dateTime(),
  warehouse: t.maybe(t.text()),
  lines: t.list(t.object(counted)),
})

export const OrderParcels = t.object({ shipments: t.list(Parcel) })
export type OrderParcels = Shape<typeof OrderParcels>

/** For each line of the order. */
export const ToPack = t.object({ to_pack: t.int('Units not in any shipment.') })
export type ToPack = Shape<typeof ToPack>
