import { type Ctx, sql, type Sql } from 'stoa'
import { type ProductChoice, SHOWCASE } from 'stoa/plugins/catalogue'

/** What stands on pages of goods others keep. Where nobody keeps any, pages have none. */
const from = (ctx: Ctx) => ctx.kernel.find(SHOWCASE)

/** Cards of some products. */
export const productCards = async (ctx: Ctx, choice: ProductChoice, limit: number) => (await from(ctx)?.products(ctx, choice, limit)) ?? []

/** The brands there are. */
export const brandTiles = async (ctx: Ctx, limit: number) => (await from(ctx)?.brands(ctx, limit)) ?? []

const none = sql`select null::bigint as id, null::text as url, null::timestamptz as updated_at where false`

/** The rows of a kind of goods that have a page anybody may read. */
export const goodsAddresses =
  (kind: 'category' | 'product') =>
  (ctx: Ctx): Sql =>
    from(ctx)?.addresses[kind](ctx) ?? none
