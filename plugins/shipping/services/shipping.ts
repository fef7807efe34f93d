import { type Ctx, type Db, type Kernel, localizedSql, sql, token } from 'stoa'
import { getCost, isPicked, type Kind, type Parcel, type Rate, type Tariff } from '../domain/cost.ts'
import { NUMBER } from '../resources/carrier.ts'
import type { PickupPlace } from '../api-types.ts'
import { carrierPrices } from './carrier-prices.ts'
import { placesSql } from './places.ts'

/** A way to receive a parcel, with what it costs in minor units of the base currency. */
export interface ShippingOption {
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

export interface ShippingOffer {
  /** The ways open to a parcel, in their order. */
  ways: ShippingOption[]
  /** Parts of its country that prices hang on; none when it is all one. */
  areas: string[]
}

/** Knows how goods can be sent, and for how much. */
export interface Shipping {
  /**
   * How parcels can be sent: read once, asked about any. Inside a transaction, `tx`, what stands in the tables then: a price that a carrier
   * was not asked for before is not there.
   */
  offering(ctx: Ctx, tx?: Db): Promise<(parcel: Parcel) => Promise<ShippingOffer>>
  /** Whether carriers price parcels, so that they have to be asked before a transaction. */
  asksCarriers(ctx: Ctx): Promise<boolean>
  /** The place goods are picked up from by a way, as it is now; undefined when it is not there for this way. */
  place(db: Db, way: ShippingOption, code: string): Promise<PickupPlace | undefined>
  /** All ways that are switched on, whatever they are for, with their price where nothing else decides: what staff may name. */
  enabled(ctx: Ctx): Promise<Pick<ShippingOption, 'id' | 'code' | 'title' | 'price' | 'kind'>[]>
  /** Who carries a parcel, and where that parcel can be followed: empty when the carrier shows nothing. Undefined for nobody. */
  carrier(db: Db, id: number, tracking: string): Promise<{ name: string; follow: string } | undefined>
}

export const SHIPPING = token<Shipping>('shipping/shipping')

interface Row {
  id: number
  code: string
  title: string
  description: string
  kind: Kind
  carrier_id: number | null
  priced_by: string | null
  price: number
  free_from: number | null
  min_order: number | null
  max_order: number | null
  lead_days_min: number | null
  lead_days_max: number | null
  rates: Rate[]
  not_for: number[]
}

/** What is offered to any parcel: enabled methods with their rates, and the areas of countries that some of these cut into some. */
interface Tariffs {
  methods: Row[]
  areas: Record<string, string[]>
}

const TARIFF_TABLES = ['shipping_method', 'shipping_method_product', 'shipping_rate', 'shipping_zone']

/** Kept until something of it changes; a transaction reads what stands in the tables. */
const tariffs = (ctx: Ctx, db: Db = ctx.kernel.db): Promise<Tariffs> =>
  db === ctx.kernel.db
    ? ctx.kernel.cache.get(`shipping ${ctx.language}`, TARIFF_TABLES, 300_000, () => readTariffs(ctx, db))
    : readTariffs(ctx, db)

async function readTariffs(ctx: Ctx, db: Db): Promise<Tariffs> {
  const read = await db.one<Tariffs>(
    sql`
    select (select coalesce(jsonb_object_agg(country, areas), '{}')
        from (select country, array_agg(distinct area order by area) as areas from shipping_zone zone, unnest(areas) area
          where exists (select from shipping_rate r join shipping_method m on m.id = r.shipping_method_id where r.shipping_zone_id = zone.id and m.enabled)
          group by country) z) as areas,
      (select coalesce(jsonb_agg(m), '[]') from (select m.id, m.code, ${localizedSql(sql`m.title`, ctx.language, ctx.mainLanguage)} as title,
        coalesce(${localizedSql(sql`m.description`, ctx.language, ctx.mainLanguage)}, '') as description,
        m.kind, m.carrier_id, m.priced_by, m.price_minor as price, m.free_from_minor as free_from, m.min_order_minor as min_order, m.max_order_minor as max_order,
        m.lead_days_min, m.lead_days_max,
        array(select x.product_id from shipping_method_product x where x.shipping_method_id = m.id) as not_for,
        (select coalesce(jsonb_agg(jsonb_build_object('country', z.country, 'areas', coalesce(to_jsonb(z.areas), '[]'), 'from', (r.from_value * 1000)::bigint,
            'to', (r.to_value * 1000)::bigint, 'price', r.price_minor, 'perExtra', r.per_extra_minor) order by r.from_value, r."order", r.id), '[]')
          from shipping_rate r left join shipping_zone z on z.id = r.shipping_zone_id where r.shipping_method_id = m.id) as rates
      from shipping_method m where m.enabled order by m."order", m.id) m) as methods`,
    `shipping.tariffs-${ctx.language}-${ctx.mainLanguage}`,
  )
  return read ?? { methods: [], areas: {} }
}

const getDays = (m: Row) =>
  m.lead_days_min === null && m.lead_days_max === null
    ? null
    : { min: m.lead_days_min ?? m.lead_days_max ?? 0, max: m.lead_days_max ?? m.lead_days_min ?? 0 }

/** A method as its prices are worked out. */
const getTariff = (m: Row): Tariff => ({
  kind: m.kind,
  price: m.price,
  freeFrom: m.free_from,
  minOrder: m.min_order,
  maxOrder: m.max_order,
  rates: m.rates,
  notFor: m.not_for,
})

/** A method as a way for one parcel; none when it does not take that. `carried`: prices of carriers by method. */
function getWay(m: Row, parcel: Parcel, carried: ReadonlyMap<number, number>): ShippingOption[] {
  if (m.priced_by !== null && !carried.has(m.id)) return []
  const price = getCost(getTariff(m), parcel, carried.get(m.id))
  const { id, code, title, description, kind, carrier_id } = m
  return price === undefined ? [] : [{ id, code, title, description, kind, carrier_id, price, days: getDays(m) }]
}

/** Methods that a carrier prices and that would take the parcel. */
const getCarried = (methods: readonly Row[], parcel: Parcel) =>
  methods.flatMap((m) =>
    m.priced_by !== null && getCost(getTariff(m), parcel, 0) !== undefined ? [{ id: m.id, priced_by: m.priced_by }] : [],
  )

export const shipping = (kernel: Kernel): Shipping => ({
  async offering(ctx, tx) {
    const { methods, areas } = await tariffs(ctx, tx)
    return async (parcel) => {
      const carried = await carrierPrices(ctx, getCarried(methods, parcel), parcel, tx === kernel.db ? undefined : tx)
      return { ways: methods.flatMap((m) => getWay(m, parcel, carried)), areas: areas[parcel.country] ?? [] }
    }
  },

  asksCarriers: async (ctx) => (await tariffs(ctx)).methods.some(({ priced_by }) => priced_by !== null),

  async place(db, way, code) {
    if (!isPicked(way.kind) || code.length > 60) return undefined
    return db.one<PickupPlace>(sql`select code, name, address, area, hours from (${placesSql(kernel, way)}) p where code = ${code}`)
  },

  enabled: async (ctx) => (await tariffs(ctx)).methods.map(({ id, code, title, price, kind }) => ({ id, code, title, price, kind })),

  async carrier(db, id, tracking) {
    const row = await db.one<{ name: string; url: string | null }>(sql`select name, tracking_url as url from carrier where id = ${id}`)
    return row && { name: row.name, follow: tracking === '' ? '' : (row.url ?? '').replaceAll(NUMBER, encodeURIComponent(tracking)) }
  },
})
