import { type Ctx, sql } from 'stoa'
import { reindexProducts } from 'stoa/plugins/catalogue'

/** Goods expire with the day and no row changes then: what they were the last of leaves the lists of what is in stock. */
export const blockExpired = (ctx: Ctx): Promise<void> =>
  reindexProducts(ctx, sql`select i.stock_id from inventory i where i.expiry_date < (select business_day()) and i.quantity > i.reserved`)
