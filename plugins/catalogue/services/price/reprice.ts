import { type Ctx, sql } from 'stoa'
import { reindexInBatches } from '../lists/reindex.ts'

/** Prices for a time begin and end without a write: products of which one did since they were put on the shelf are put there anew. */
export const reprice = (ctx: Ctx): Promise<void> =>
  reindexInBatches(ctx, sql`select x.product_id as id from product_shelf x where x.reprice_at <= now()`)
