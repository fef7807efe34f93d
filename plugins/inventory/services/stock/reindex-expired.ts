import { type Ctx, sql } from 'stoa'
import { reindexProducts } from 'stoa/plugins/catalogue'

/**
 * Stock expires by date without a row change: reindexes products whose unreserved units expired, so that listings
 * show them as sold out.
 */
export const reindexExpired = (ctx: Ctx): Promise<void> =>
  reindexProducts(ctx, sql`select i.stock_id from inventory i where i.expiry_date < (select business_day()) and i.quantity > i.reserved`)
