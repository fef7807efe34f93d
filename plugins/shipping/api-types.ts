import { type Shape, t } from 'stoa'

/** A pickup point, as the store shows it and an order stores it. */
export const PickupPlace = t.object({ code: t.text(), name: t.text(), address: t.text(), area: t.text(), hours: t.text() })
export type PickupPlace = Shape<typeof PickupPlace>

/** Answer of `GET /api/shipping/point?method=`. */
export const PickupPlaces = t.object({
  data: t.list(PickupPlace),
  total: t.int('Total number; `data` contains the first ones.'),
})
export type PickupPlaces = Shape<typeof PickupPlaces>
