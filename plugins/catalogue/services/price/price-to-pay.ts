import { sql, type Sql } from 'stoa'

const lowest = sql`select min(d.price_minor) as minor from stock_price_now d where d.stock_id = s.id`
const dated = sql`(${lowest})`

/** Joins stock `s` with its lowest price for a time as `dated.minor`, for statements that ask for it more than once. */
export const datedSql = sql` left join lateral (${lowest}) dated on true`

/** What everybody pays for stock `s`, of which `dated` is the lowest price for a time: that, its price or its special price, whichever is lowest. */
export const priceToPaySql = (dated: Sql): Sql => sql`least(s.price_minor, s.special_price_minor, ${dated})`

/** What everybody pays for stock `s` in place of its price; null while nothing is in its place. */
export const specialPriceSql = (dated: Sql): Sql => sql`least(s.special_price_minor, ${dated})`

/** What everybody pays for stock `s` at this moment. */
export const effectiveSql = priceToPaySql(dated)

/** What everybody pays for the cheapest visible stock of product `p`. */
export const leastSql = sql`(select min(${effectiveSql}) from stock s where s.product_id = p.id and s.visibled)`

/** What everybody pays for stock `s` at this moment in place of its price. */
export const specialSql = specialPriceSql(dated)
