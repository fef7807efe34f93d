import { sql, type Sql } from 'stoa'

const lowest = sql`select min(d.price_minor) as minor from stock_price_now d where d.stock_id = s.id`
const dated = sql`(${lowest})`

/** SQL: joins the lowest timed price of stock item `s` as `dated.minor`, for statements that use it more than once. */
export const datedSql = sql` left join lateral (${lowest}) dated on true`

/**
 * SQL: the regular price to pay for stock item `s`, with `dated` as its lowest timed price: the lowest of timed, list
 * and special price.
 */
export const priceToPaySql = (dated: Sql): Sql => sql`least(s.price_minor, s.special_price_minor, ${dated})`

/** SQL: the price to pay for stock item `s` instead of its list price; null if there is none. */
export const specialPriceSql = (dated: Sql): Sql => sql`least(s.special_price_minor, ${dated})`

/** SQL: the current regular price to pay for stock item `s`. */
export const effectiveSql = priceToPaySql(dated)

/** SQL: the price to pay for the cheapest visible stock item of product `p`. */
export const leastSql = sql`(select min(${effectiveSql}) from stock s where s.product_id = p.id and s.visibled)`

/** SQL: the current price of stock item `s` instead of its list price. */
export const specialSql = specialPriceSql(dated)
