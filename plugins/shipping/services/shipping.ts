import { type Ctx, type Db, type Kernel, localizedSql, sql, token } from 'stoa'
import { getCost, isPickupKind, type Kind, type Parcel, type Rate, type Tariff } from '../domain/cost.ts'
import { NUMBER } from '../resources/carrier.ts'
import type { PickupPlace } from '../api-types.ts'
import { carrierPrices } from './carrier-prices.ts'
import { placesSql } from './places.ts'

/** A delivery option for a parcel, with its cost in minor units of the base currency. */
export interface ShippingOption {
  id: number
  code: string
  title: string
  description: string
  kind: Kind
  carrier_id: number | null
  price: number
  /** Delivery time in working days; null when none is promised. */
  days: { min: number; max: number } | null
}

export interface ShippingOffer {
  /** The available options in order. */
  options: ShippingOption[]
  /** Areas of the country that affect prices; empty when there are none. */
  areas: string[]
}

/** Shipping service. */
export interface Shipping {
  /**
   * Loads the tariffs once and returns a function that prices parcels. Inside a transaction (`tx`) it reads the tables directly, and
   * carrier prices only when stored before.
   */
  readShippingTerms(ctx: Ctx, tx?: Db): Promise<(parcel: Parcel) => Promise<ShippingOffer>>
  /** Whether a method has carrier prices, which must be requested before a transaction. */
  asksCarriers(ctx: Ctx): Promise<boolean>
  /** The current data of a pickup point; undefined when it does not exist for this option. */
  findPickupPlace(db: Db, option: ShippingOption, code: string): Promise<PickupPlace | undefined>
  /** All enabled methods, regardless of restrictions, with their flat price if they have one, for orders that staff create. */
  listEnabledMethods(ctx: Ctx): Promise<Pick<ShippingOption, 'id' | 'code' | 'title' | 'price' | 'kind'>[]>
  /** Name of a carrier and the tracking URL of a parcel; empty without tracking. Undefined for an unknown carrier. */
  findCarrier(db: Db, id: number, tracking: string): Promise<{ name: string; follow: string } | undefined>
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

/** Data for all parcels: enabled methods with their rates, and the areas by country that rates use. */
interface Tariffs {
  methods: Row[]
  areas: Record<string, string[]>
}

const TARIFF_TABLES = ['shipping_method', 'shipping_method_product', 'shipping_rate', 'shipping_zone']

/** Cached until one of the tables changes; a transaction reads the tables. */
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

/** The tariff of a method, for the cost function. */
const getTariff = (m: Row): Tariff => ({
  kind: m.kind,
  price: m.price,
  freeFrom: m.free_from,
  minOrder: m.min_order,
  maxOrder: m.max_order,
  rates: m.rates,
  notFor: m.not_for,
})

/** The option of a method for one parcel; empty when it is not available. `carried`: carrier prices by method. */
function toShippingOption(m: Row, parcel: Parcel, carrierPriceByMethod: ReadonlyMap<number, number>): ShippingOption[] {
  if (m.priced_by !== null && !carrierPriceByMethod.has(m.id)) return []
  const price = getCost(getTariff(m), parcel, carrierPriceByMethod.get(m.id))
  const { id, code, title, description, kind, carrier_id } = m
  return price === undefined ? [] : [{ id, code, title, description, kind, carrier_id, price, days: getDays(m) }]
}

/** Methods with carrier prices that would accept the parcel. */
const getCarrierPricedMethods = (methods: readonly Row[], parcel: Parcel) =>
  methods.flatMap((m) =>
    m.priced_by !== null && getCost(getTariff(m), parcel, 0) !== undefined ? [{ id: m.id, priced_by: m.priced_by }] : [],
  )

export const shipping = (kernel: Kernel): Shipping => ({
  async readShippingTerms(ctx, tx) {
    const { methods, areas } = await tariffs(ctx, tx)
    return async (parcel) => {
      const carried = await carrierPrices(ctx, getCarrierPricedMethods(methods, parcel), parcel, tx === kernel.db ? undefined : tx)
      return { options: methods.flatMap((m) => toShippingOption(m, parcel, carried)), areas: areas[parcel.country] ?? [] }
    }
  },

  asksCarriers: async (ctx) => (await tariffs(ctx)).methods.some(({ priced_by }) => priced_by !== null),

  async findPickupPlace(db, option, code) {
    if (!isPickupKind(option.kind) || code.length > 60) return undefined
    return db.one<PickupPlace>(sql`select code, name, address, area, hours from (${placesSql(kernel, option)}) p where code = ${code}`)
  },

  listEnabledMethods: async (ctx) =>
    (await tariffs(ctx)).methods.map(({ id, code, title, price, kind }) => ({ id, code, title, price, kind })),

  async findCarrier(db, id, tracking) {
    const row = await db.one<{ name: string; url: string | null }>(sql`select name, tracking_url as url from carrier where id = ${id}`)
    return row && { name: row.name, follow: tracking === '' ? '' : (row.url ?? '').replaceAll(NUMBER, encodeURIComponent(tracking)) }
  },
})
