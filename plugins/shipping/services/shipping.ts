import { type Ctx, type Db, pick, sql, token } from '#core'
import { costOf, type Parcel, type Rate } from '../domain/cost.ts'
import { isPicked, type Kind } from '../domain/kinds.ts'
import { NUMBER } from '../resources/carrier.ts'
import type { PickupPlace } from '../wire.ts'
import { placesSql } from './places.ts'

/** A way to receive a parcel, with what it costs in minor units of the base currency. */
export interface Way {
  id: number
  code: string
  title: string
  description: string
  kind: Kind
  carrier_id: number | null
  price: number
  /** Working days until it is there, from and to; null where nothing is promised. */
  days: { min: number; max: number } | null
}

/** Knows how goods can be sent, and for how much. */
export interface Shipping {
  /** The ways open to a parcel, in their order. Inside a transaction `tx` is asked, and nothing that was kept before. */
  ways(ctx: Ctx, parcel: Parcel, tx?: Db): Promise<Way[]>
  /** Parts of a country that prices hang on; none when it is all one. */
  areas(ctx: Ctx, country: string, tx?: Db): Promise<string[]>
  /** The place goods are picked up from by a way, as it is now; undefined when it is not there for this way. */
  place(db: Db, way: Way, code: string): Promise<PickupPlace | undefined>
  /** Where a parcel can be followed; empty when its carrier shows nothing. */
  trackingUrl(db: Db, carrierId: number, number: string): Promise<string>
}

export const SHIPPING = token<Shipping>('shipping/shipping')

interface Row {
  id: number
  code: string
  title: string
  description: string
  kind: Kind
  carrier_id: number | null
  price: number
  free_from: number | null
  min_order: number | null
  max_order: number | null
  lead_days_min: number | null
  lead_days_max: number | null
  rates: Rate[]
}

const watched = ['shipping_method', 'shipping_zone', 'setting'] as const

/** All enabled methods with their rates in one statement, kept until one changes. */
const methods = (ctx: Ctx): Promise<Row[]> =>
  ctx.kernel.cache.get(`shipping methods ${ctx.language}`, [...watched], 300_000, () => readMethods(ctx, ctx.kernel.db))

const readMethods = (ctx: Ctx, db: Db): Promise<Row[]> =>
  db.rows<Row>(
    sql`
    select m.id, m.code, ${pick(sql`m.title`, ctx.language, ctx.main)} as title,
      coalesce(${pick(sql`m.description`, ctx.language, ctx.main)}, '') as description,
      m.kind, m.carrier_id, m.price_minor as price, m.free_from_minor as free_from, m.min_order_minor as min_order, m.max_order_minor as max_order,
      m.lead_days_min, m.lead_days_max,
      (select coalesce(jsonb_agg(jsonb_build_object('country', z.country, 'areas', coalesce(to_jsonb(z.areas), '[]'), 'from', (r.from_value * 1000)::bigint,
          'to', (r.to_value * 1000)::bigint, 'price', r.price_minor, 'perExtra', r.per_extra_minor) order by r.from_value, r."order", r.id), '[]')
        from shipping_rate r left join shipping_zone z on z.id = r.shipping_zone_id where r.shipping_method_id = m.id) as rates
    from shipping_method m where m.enabled order by m."order", m.id`,
    `shipping.methods-${ctx.language}-${ctx.main}`,
  )

async function readAreas(db: Db, country: string): Promise<string[]> {
  const rows = await db.rows<{ area: string }>(
    sql`select distinct unnest(areas) as area from shipping_zone where country = ${country} order by area`,
    'shipping.areas',
  )
  return rows.map((r) => r.area)
}

const daysOf = (m: Row) =>
  m.lead_days_min === null && m.lead_days_max === null
    ? null
    : { min: m.lead_days_min ?? m.lead_days_max ?? 0, max: m.lead_days_max ?? m.lead_days_min ?? 0 }

export const shipping: Shipping = {
  async ways(ctx, parcel, tx) {
    return (await (tx ? readMethods(ctx, tx) : methods(ctx))).flatMap((m) => {
      const tariff = { kind: m.kind, price: m.price, freeFrom: m.free_from, minOrder: m.min_order, maxOrder: m.max_order, rates: m.rates }
      const price = costOf(tariff, parcel)
      const { id, code, title, description, kind, carrier_id } = m
      return price === undefined ? [] : [{ id, code, title, description, kind, carrier_id, price, days: daysOf(m) }]
    })
  },

  areas: (ctx, country, tx) =>
    tx
      ? readAreas(tx, country)
      : ctx.kernel.cache.get(`shipping areas ${country}`, [...watched], 300_000, () => readAreas(ctx.kernel.db, country)),

  async place(db, way, code) {
    if (!isPicked(way.kind) || code.length > 60) return undefined
    return db.one<PickupPlace>(sql`select code, name, address, area, hours from (${placesSql(way)}) p where code = ${code}`)
  },

  async trackingUrl(db, carrierId, number) {
    const row = await db.one<{ url: string }>(sql`select tracking_url as url from carrier where id = ${carrierId}`)
    return row?.url.replaceAll(NUMBER, encodeURIComponent(number)) ?? ''
  },
}
