/** How a method computes its price: flat, free, by a measure, or pickup by the customer. */
export const kinds = ['flat', 'free', 'by_amount', 'by_weight', 'by_quantity', 'pickup_store', 'pickup_point'] as const

export type Kind = (typeof kinds)[number]

/** Types with a measure: amount in base currency, weight in kilograms, number of pieces. */
export const measured = ['by_amount', 'by_weight', 'by_quantity'] as const satisfies readonly Kind[]

/** Pickup types: no delivery address is needed. */
export const pickupKinds = ['pickup_store', 'pickup_point'] as const satisfies readonly Kind[]

export const isPickupKind = (kind: Kind): boolean => (pickupKinds as readonly Kind[]).includes(kind)

/** The properties of a shipment that prices depend on. Amounts in minor units of the base currency. */
export interface Parcel {
  subtotal: number
  /** In grams. */
  weight: number
  pieces: number
  /** Product ids. */
  products: readonly number[]
  country: string
  area: string
}

/** A shipping rate. Values are thousandths of the measure; `to` is exclusive. */
export interface Rate {
  country: string | null
  areas: readonly string[]
  from: number
  to: number | null
  price: number
  /** Surcharge for each started unit above `from`. */
  perExtra: number | null
}

export interface Tariff {
  kind: Kind
  price: number
  freeFrom: number | null
  minOrder: number | null
  maxOrder: number | null
  rates: readonly Rate[]
  /** Excluded product ids. */
  notFor: readonly number[]
}

/** The measure of a parcel, in thousandths. */
const measure = (kind: Kind, parcel: Parcel): number => {
  if (kind === 'by_amount') return parcel.subtotal * 10
  if (kind === 'by_weight') return parcel.weight
  if (kind === 'by_quantity') return parcel.pieces * 1000
  return 0
}

/** How closely the zone of a rate matches an address: 2 by area, 1 by country, 0 everywhere; -1 no match. */
const closeness = (rate: Rate, parcel: Parcel): number => {
  if (rate.country === null) return 0
  if (rate.country !== parcel.country) return -1
  if (rate.areas.length === 0) return 1
  return rate.areas.includes(parcel.area) ? 2 : -1
}

/**
 * The cost of a method for a parcel, in minor units; undefined when it is not available. Only the most specific zone with rates counts, so
 * that a zone can exclude a range on purpose. Of overlapping ranges the one with the highest start wins.
 * @param base price before free shipping: from the rate table, or from a carrier
 */
export function getCost(tariff: Tariff, parcel: Parcel, base: number | undefined = getPrice(tariff, parcel)): number | undefined {
  if (parcel.products.some((id) => tariff.notFor.includes(id))) return undefined
  if (tariff.minOrder !== null && parcel.subtotal < tariff.minOrder) return undefined
  if (tariff.maxOrder !== null && parcel.subtotal > tariff.maxOrder) return undefined
  if (base === undefined) return undefined
  return tariff.freeFrom !== null && parcel.subtotal >= tariff.freeFrom ? 0 : base
}

function getPrice({ kind, price, rates }: Tariff, parcel: Parcel): number | undefined {
  if (kind === 'free') return 0
  if (kind === 'pickup_store' || kind === 'pickup_point' || (kind === 'flat' && rates.length === 0)) return price
  const near = Math.max(-1, ...rates.map((r) => closeness(r, parcel)))
  if (near < 0) return undefined
  const value = measure(kind, parcel)
  const fitting = rates.filter((r) => closeness(r, parcel) === near && r.from <= value && (r.to === null || value < r.to))
  // Ranges may have no end; the next range then takes precedence.
  const begins = Math.max(...fitting.map(({ from }) => from))
  const rate = fitting.find(({ from }) => from === begins)
  if (!rate) return undefined
  return rate.price + (rate.perExtra ?? 0) * Math.ceil((value - rate.from) / 1000)
}
