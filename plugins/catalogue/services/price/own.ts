import { type Ctx, type Db, pick, sql, type Sql } from '#core'
import { baseCurrency, type SaleCurrency, unitPrice } from '#plugins/currency/index'
import { buysAs } from './buys-as.ts'
import { effectiveSql } from './pay.ts'

/** A price of a stock that is not everybody's, but somebody's: of who they are, how many they take, or in which currency they pay. */
export interface OwnPrice {
  id: number
  stock_id: number
  /** Minor units of `currency`, of the base currency when that is null. */
  price: number
  currency: string | null
  min_quantity: number
  /** What it is called; null without a name. */
  title: string | null
}

/** What products cost some customer, in minor units of the base currency. */
export interface OwnRange {
  id: number
  lowest: number
  highest: number
  /** The usual price of the cheapest. */
  was: number
}

/** A price in the currency somebody pays in, in minor units of that. */
export interface PriceStep extends OwnPrice {
  unit: number
}

/**
 * Of the prices of one stock those that hold in a currency, from small quantities to large: each is lower than `usual`, which everybody
 * pays for one, and than those from fewer on. The last whose quantity is reached is what one costs.
 */
export function priceSteps(prices: readonly OwnPrice[], usual: number, money: SaleCurrency, base: string): PriceStep[] {
  const steps = prices
    .filter(({ currency }) => currency === null || currency === money.code)
    .map((p) => ({ ...p, unit: p.currency === null || p.currency === base ? unitPrice(p.price, money) : p.price }))
    .toSorted((a, b) => a.min_quantity - b.min_quantity || a.unit - b.unit)
  let lowest = usual
  return steps.filter(({ unit }) => {
    if (unit >= lowest) return false
    lowest = unit
    return true
  })
}

const notForAll = sql`(d.customer_group_id is not null or d.membership_id is not null or d.currency is not null or d.min_quantity > 1)`

/** Whether the shop has such prices at all: most have none, and their sales need not ask. */
const anyThere = ({ kernel }: Ctx, db: Db = kernel.db): Promise<boolean> =>
  kernel.cache.marked(db, 'stock_price own', ['stock_price'], async () => {
    const row = await db.one<{ there: boolean }>(
      sql`select exists (select from stock_price d where d.enabled and ${notForAll} and (d.ends_at is null or d.ends_at > now())) as there`,
    )
    return row?.there ?? false
  })

/** The customer who looks; null for anybody else. */
export const customerIn = ({ actor }: Pick<Ctx, 'actor'>): number | null => (actor.kind === 'customer' ? actor.id : null)

/** Whether price `d` is one this customer gets now, as part of a statement. */
async function fitsSql(ctx: Ctx, customer: number | null, db: Db): Promise<Sql> {
  const { customer_group_id: group, membership_id: tier } = await buysAs(ctx, customer, db)
  return sql`d.enabled and ${notForAll}
      and (d.customer_group_id is null or d.customer_group_id = ${group}::bigint) and (d.membership_id is null or d.membership_id = ${tier}::bigint)
      and (d.starts_at is null or d.starts_at <= now()) and (d.ends_at is null or d.ends_at > now())`
}

/**
 * Prices of these stocks that this customer gets at this moment and not everybody does, those from larger quantities on too, by
 * stock and quantity. Which is lowest is for whoever asks to say, who knows how many are taken and what money is worth.
 */
export async function ownPrices(ctx: Ctx, customer: number | null, stocks: readonly number[], db: Db = ctx.kernel.db): Promise<OwnPrice[]> {
  if (stocks.length === 0 || !(await anyThere(ctx, db))) return []
  return db.rows<OwnPrice>(
    sql`select d.id, d.stock_id, d.price_minor as price, d.currency, d.min_quantity, ${pick(sql`d.title`, ctx.language, ctx.main)} as title
    from stock_price d where d.stock_id = any(${[...stocks]}::bigint[]) and ${await fitsSql(ctx, customer, db)}
    order by d.stock_id, d.min_quantity, d.price_minor, d.id`,
    `catalogue.own-prices-${ctx.language}-${ctx.main}`,
  )
}

/** What products with prices of this customer's own cost them, one of each, in the base currency. Those without are not in it. */
export async function ownRanges(ctx: Ctx, customer: number, products: readonly number[]): Promise<Map<number, OwnRange>> {
  if (products.length === 0 || !(await anyThere(ctx))) return new Map()
  const { db } = ctx.kernel
  const own = sql`(select min(d.price_minor) from stock_price d where d.stock_id = s.id and d.min_quantity = 1
    and (d.currency is null or d.currency = ${baseCurrency(ctx.kernel)}) and ${await fitsSql(ctx, customer, db)})`
  const rows = await db.rows<OwnRange>(
    sql`select c.product_id as id, min(c.pay) as lowest, max(c.pay) as highest, (array_agg(c.price order by c.pay, c.id))[1] as was
    from (select s.id, s.product_id, s.price_minor as price, own.pay as own, least(${effectiveSql}, own.pay) as pay
      from stock s cross join lateral (select ${own} as pay) own where s.product_id = any(${[...products]}::bigint[]) and s.visibled) c
    group by 1 having count(c.own) > 0`,
    'catalogue.own-ranges',
  )
  return new Map(rows.map((row) => [row.id, row]))
}
