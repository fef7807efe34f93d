/** A place to pick goods up from, as the store shows it and as an order keeps it. */
export interface PickupPlace {
  code: string
  name: string
  address: string
  area: string
  hours: string
}

/** Answer of `GET /api/shipping/point?method=`. */
export interface PickupPlaces {
  data: PickupPlace[]
  /** How many there are altogether; `data` holds the first of them. */
  total: number
}
