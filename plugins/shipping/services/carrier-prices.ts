import { createHash } from 'node:crypto'
import { withTimeout, type Ctx, type Db, isPayable, extensionPoint, sql } from 'stoa'
import { baseCurrency } from 'stoa/plugins/currency'
import type { Parcel } from '../domain/cost.ts'

/** A carrier that prices parcels in place of the rate table of a method. */
export interface CarrierPrices {
  /** Message key of the name, for staff. */
  title: string
  /**
   * Price in minor units of the base currency; undefined for a parcel the carrier does not take. Called outside of transactions; may use
   * the network until `signal` aborts. When it throws, the method is unavailable for a minute.
   */
  price(ctx: Ctx, parcel: Parcel, signal: AbortSignal): number | undefined | Promise<number | undefined>
  /** Lifetime of a price in minutes; 30 when absent. */
  validMinutes?: number
}

/** Carriers with prices, by the value of `priced_by` of a method. */
export const CARRIER_PRICES = extensionPoint<CarrierPrices>('shipping/carrier-prices', {
  description: 'carriers that price parcels instead of the price table of a shipping method',
})

/** A method with carrier prices. */
export interface CarriedMethod {
  id: number
  priced_by: string
}

/** Timeout of a carrier, in milliseconds. */
const TIMEOUT = 4_000
const VALID_MINUTES = 30
/** Minutes before a failed request for the same parcel is retried. */
const PAUSE_MINUTES = 1
/** Grace period in minutes in which an order can be placed at an expired price. */
const GRACE_MINUTES = 5

/** Cache key: parcels with the same key have the same price. */
const parcelKey = (carrier: string, { products, ...parcel }: Parcel): string =>
  createHash('sha256')
    .update(JSON.stringify([carrier, Object.entries(parcel).toSorted(), products.toSorted((a, b) => a - b)]))
    .digest('hex')

/**
 * Prices of a parcel by method id; methods without a price are unavailable. Inside a transaction (`tx`) only stored prices are read.
 * Outside, missing and expired prices are requested from the carriers and stored.
 */
export async function carrierPrices(ctx: Ctx, methods: readonly CarriedMethod[], parcel: Parcel, tx?: Db): Promise<Map<number, number>> {
  if (methods.length === 0) return new Map()
  const stored = await storedPrices(tx ?? ctx.kernel.db, methods, parcel, tx ? GRACE_MINUTES : 0)
  const missing = tx ? [] : methods.filter(({ id }) => !stored.has(id))
  for (const [id, price] of await Promise.all(missing.map((method) => askCarrier(ctx, method, parcel)))) stored.set(id, price)
  return new Map([...stored].flatMap(([id, price]) => (price === null ? [] : [[id, price]])))
}

async function storedPrices(db: Db, methods: readonly CarriedMethod[], parcel: Parcel, grace: number): Promise<Map<number, number | null>> {
  const rows = await db.rows<{ id: number; price: number | null }>(sql`
    select q.shipping_method_id as id, q.price_minor as price from shipping_quote q
    join unnest(${methods.map(({ id }) => id)}::bigint[], ${methods.map((m) => parcelKey(m.priced_by, parcel))}::text[]) m (id, key)
      on q.shipping_method_id = m.id and q.parcel_key = m.key
    where q.valid_until + make_interval(mins => ${grace}) > now()`)
  return new Map(rows.map(({ id, price }) => [id, price]))
}

/** Requests and stores a price; null when there is none. */
async function askCarrier(ctx: Ctx, { id, priced_by }: CarriedMethod, parcel: Parcel): Promise<[id: number, price: number | null]> {
  const { kernel } = ctx
  const carrier = kernel.contributions(CARRIER_PRICES).get(priced_by)
  if (!carrier) return [id, null]
  const [price, minutes] = await priceWithin(ctx, carrier, parcel).then(
    (answered): [number | null, number] => [answered ?? null, carrier.validMinutes ?? VALID_MINUTES],
    (err: unknown): [null, number] => {
      kernel.log.warn({ err, carrier: priced_by }, 'a carrier gave no price: its shipping method is not offered')
      return [null, PAUSE_MINUTES]
    },
  )
  await kernel.db.run(sql`insert into shipping_quote (shipping_method_id, parcel_key, price_minor, valid_until)
    values (${id}, ${parcelKey(priced_by, parcel)}, ${price}, now() + make_interval(mins => ${minutes}))
    on conflict (shipping_method_id, parcel_key) do update set price_minor = excluded.price_minor, valid_until = excluded.valid_until`)
  return [id, price]
}

/** @throws Error on timeout, or for an invalid price */
async function priceWithin(ctx: Ctx, carrier: CarrierPrices, parcel: Parcel): Promise<number | undefined> {
  const price = await withTimeout(TIMEOUT, (signal) => carrier.price(ctx, parcel, signal))
  if (price === undefined) return undefined
  if (!Number.isSafeInteger(price) || price < 0 || !isPayable(price, baseCurrency(ctx.kernel)))
    throw new Error(`${price} is no price in minor units of the base currency`)
  return price
}

/** Deletes prices after their grace period. */
export async function dropQuotes({ kernel }: Ctx): Promise<void> {
  await kernel.db.run(sql`delete from shipping_quote where valid_until < now() - interval '1 hour'`)
}
