import { type Ctx, type Db, localizedSql, sql, type Sql } from 'stoa'
import { type SaleCurrency, unitPrice } from 'stoa/plugins/currency'
import { findPriceGroups } from './price-groups.ts'

/** A price of a stock item for some buyers: by group, quantity or currency. */
export interface OwnPrice {
  id: number
  stock_id: number
  /** Minor units of `currency`, or of the base currency if null. */
  price: number
  currency: string | null
  min_quantity: number
  /** Its label; null if it has none. */
  title: string | null
}

/** A price in the buyer's currency, in minor units of it. */
export interface PriceStep extends OwnPrice {
  unit: number
}

/**
 * Effective prices of a stock item in a currency, by ascending quantity: each is lower than `usual`, the regular
 * price, and than the prices for smaller quantities. The last one whose quantity is reached is the unit price.
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

/** SQL: whether price `d` is limited to some buyers. */
export const notForAll = sql`(d.customer_group_id is not null or d.membership_id is not null or d.currency is not null or d.min_quantity > 1)`

async function readHasOwnPrices(db: Db): Promise<boolean> {
  const row = await db.one<{ there: boolean }>(
    sql`select exists (select from stock_price d where d.enabled and ${notForAll} and (d.ends_at is null or d.ends_at > now())) as there`,
    'catalogue.has-own-prices',
  )
  return row?.there ?? false
}

/** Whether the shop has such prices. Most shops have none and skip the query. Inside a transaction it is read, otherwise cached. */
export const hasOwnPrices = ({ kernel }: Ctx, db: Db = kernel.db): Promise<boolean> =>
  db === kernel.db ? kernel.cache.get('stock_price own', ['stock_price'], 300_000, () => readHasOwnPrices(db)) : readHasOwnPrices(db)

/** Id of the signed-in customer; null for anybody else. */
export const customerIn = ({ actor }: Pick<Ctx, 'actor'>): number | null => (actor.kind === 'customer' ? actor.id : null)

/** SQL: whether price `d` currently applies to this customer. */
async function fitsSql(ctx: Ctx, customer: number | null, db: Db): Promise<Sql> {
  const { customer_group_id: group, membership_id: tier } = await findPriceGroups(ctx, customer, db)
  return sql`d.enabled and ${notForAll}
      and (d.customer_group_id is null or d.customer_group_id = ${group}::bigint) and (d.membership_id is null or d.membership_id = ${tier}::bigint)
      and (d.starts_at is null or d.starts_at <= now()) and (d.ends_at is null or d.ends_at > now())`
}

/**
 * Own prices of this customer for stock items, including those for larger quantities, by stock item and quantity. The
 * caller picks the lowest, since it knows the quantity and the exchange rate.
 */
export async function ownPrices(ctx: Ctx, customer: number | null, stocks: readonly number[], db: Db = ctx.kernel.db): Promise<OwnPrice[]> {
  if (stocks.length === 0 || !(await hasOwnPrices(ctx, db))) return []
  return db.rows<OwnPrice>(
    sql`select d.id, d.stock_id, d.price_minor as price, d.currency, d.min_quantity, ${localizedSql(sql`d.title`, ctx.language, ctx.mainLanguage)} as title
    from stock_price d where d.stock_id = any(${[...stocks]}::bigint[]) and ${await fitsSql(ctx, customer, db)}
    order by d.stock_id, d.min_quantity, d.price_minor, d.id`,
    `catalogue.own-prices-${ctx.language}-${ctx.mainLanguage}`,
  )
}
