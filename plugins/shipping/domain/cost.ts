/** How a method finds its price: one price, nothing, by what is counted, or picked up by the buyer. */
export const kinds = ['flat', 'free', 'by_amount', 'by_weight', 'by_quantity', 'pickup_store', 'pickup_point'] as const

export type Kind = (typeof kinds)[number]

/** Kinds that count something: the amount in base currency, kilograms, pieces. */
export const measured = ['by_amount', 'by_weight', 'by_quantity'] as const satisfies readonly Kind[]

/** Kinds where the buyer comes for the goods: no address is asked for. */
export const picked = ['pickup_store', 'pickup_point'] as const satisfies readonly Kind[]

export const isPicked = (kind: Kind): boolean => (picked as readonly Kind[]).includes(kind)

/** What is sent and where to, as far as prices hang on it. Amounts in minor units of the base currency. */
export interface Parcel {
  subtotal: number
  /** Grams. */
  weight: number
  pieces: number
  /** Products that are in it. */
  products: readonly number[]
  country: string
  area: string
}

/** A price of a method. Values are thousandths of what is counted; `to` is not part of the span. */
export interface Rate {
  country: string | null
  areas: readonly string[]
  from: number
  to: number | null
  price: number
  /** For every started unit beyond `from`. */
  perExtra: number | null
}

export interface Tariff {
  kind: Kind
  price: number
  freeFrom: number | null
  minOrder: number | null
  maxOrder: number | null
  rates: readonly Rate[]
  /** Products it does not take. */
  notFor: readonly number[]
}

/** Thousandths of what a kind counts. */
const measure = (kind: Kind, parcel: Parcel): number => {
  if (kind === 'by_amount') return parcel.subtotal * 10
  if (kind === 'by_weight') return parcel.weight
  if (kind === 'by_quantity') return parcel.pieces * 1000
  return 0
}

/** How closely a rate's zone fits an address: 2 by area, 1 by country, 0 everywhere; -1 not at all. */
const closeness = (rate: Rate, parcel: Parcel): number => {
  if (rate.country === null) return 0
  if (rate.country !== parcel.country) return -1
  if (rate.areas.length === 0) return 1
  return rate.areas.includes(parcel.area) ? 2 : -1
}

/**
 * What a method costs for a parcel, in minor units; undefined when it cannot be had. The closest zone that has prices
 * counts alone, so that a zone can also be left out of a span on purpose; of its spans that overlap the one that begins last.
 * @param base price before what makes sending free: that of the table, or of a carrier
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
  // Spans are written down without an end, too: the next one then goes before the last.
  const begins = Math.max(...fitting.map(({ from }) => from))
  const rate = fitting.find(({ from }) => from === begins)
  if (!rate) return undefined
  return rate.price + (rate.perExtra ?? 0) * Math.ceil((value - rate.from) / 1000)
}
