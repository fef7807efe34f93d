import { sql } from '#core'

const lowest = sql`select min(d.price_minor) as minor from stock_price_now d where d.stock_id = s.id`
const dated = sql`(${lowest})`

/** Joins stock `s` with its lowest price for a time as `dated.minor`, for statements that ask for it more than once. */
export const datedSql = sql` left join lateral (${lowest}) dated on true`

/** What everybody pays for stock `s` at this moment: its price, its special price, or one for a time, whichever is lowest. */
export const effectiveSql = sql`least(s.price_minor, s.special_price_minor, ${dated})`

/** What everybody pays for stock `s` at this moment in place of its price; null while nothing is in its place. */
export const specialSql = sql`least(s.special_price_minor, ${dated})`
