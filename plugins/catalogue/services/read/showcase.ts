import { type Ctx, localizedSql, sql, type Sql, token } from 'stoa'
import type { ProductCard } from '../../api-types.ts'
import { shownSql } from '../lists/cards.ts'
import { shop } from '../../settings.ts'
import { findChosenProducts, type ProductChoice } from './choice.ts'
import { shownCategoriesSql } from './tree.ts'

/** A brand as a row of them shows it. */
export interface BrandTile {
  id: number
  title: string
  url: string
  image: string | null
}

/** What pages of others show of the goods. They do without when nobody keeps goods: `kernel.find(SHOWCASE)?.…`. */
export interface Showcase {
  /** Cards of some products; see `chosenProducts`. */
  products(ctx: Ctx, choice: ProductChoice, limit: number): Promise<ProductCard[]>
  brands(ctx: Ctx, limit: number): Promise<BrandTile[]>
  /** What has a page anybody may read: a query answering `id`, `url` and `updated_at`. */
  addresses: Record<'category' | 'product', (ctx: Ctx) => Sql>
}

export const SHOWCASE = token<Showcase>('catalogue/showcase')

/** Goods only members may see have no address for others. */
const forAll = (ctx: Ctx) => (ctx.kernel.settings.of(shop).member_only ? sql`false` : sql`true`)

export const showcase: Showcase = {
  products: findChosenProducts,
  brands: (ctx, limit) =>
    ctx.kernel.db
      .rows<BrandTile>(sql`select b.id, coalesce(${localizedSql(sql`b.title`, ctx.language, ctx.mainLanguage)}, '') as title, b.url, b.image
      from brand b where b.enabled order by b.id limit ${limit}`),
  addresses: {
    category: (ctx) => sql`select c.id, c.url, c.updated_at from (${shownCategoriesSql}) c where ${forAll(ctx)}`,
    product: (ctx) => sql`select p.id, p.url, p.updated_at from product p where ${shownSql} and ${forAll(ctx)}`,
  },
}
