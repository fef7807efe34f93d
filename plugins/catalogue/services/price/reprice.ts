import { type Ctx, sql } from 'stoa'
import { reindexInBatches } from '../lists/reindex.ts'

/** Timed prices start and end without a write: reindexes products with a start or end since their last reindex. */
export const reprice = (ctx: Ctx): Promise<void> =>
  reindexInBatches(ctx, sql`select x.product_id as id from product_shelf x where x.reprice_at <= now()`)
