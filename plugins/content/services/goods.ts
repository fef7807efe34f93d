import { type Ctx, sql, type Sql } from 'stoa'
import { type ProductChoice, SHOWCASE } from 'stoa/plugins/catalogue'

/** The product showcase of another plugin; without one, pages show no products. */
const from = (ctx: Ctx) => ctx.kernel.find(SHOWCASE)

/** Cards of the chosen products. */
export const productCards = async (ctx: Ctx, choice: ProductChoice, limit: number) => (await from(ctx)?.products(ctx, choice, limit)) ?? []

/** Tiles of the brands. */
export const brandTiles = async (ctx: Ctx, limit: number) => (await from(ctx)?.brands(ctx, limit)) ?? []

const none = sql`select null::bigint as id, null::text as url, null::timestamptz as updated_at where false`

/** The rows of a catalogue resource that have a public page. */
export const goodsAddresses =
  (kind: 'category' | 'product') =>
  (ctx: Ctx): Sql =>
    from(ctx)?.addresses[kind](ctx) ?? none
