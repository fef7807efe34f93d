import { type Ctx, localizedSql, sql, type Sql, token } from 'stoa'
import type { ProductCard } from '../../api-types.ts'
import { shownSql } from '../lists/cards.ts'
import { shop } from '../../settings.ts'
import { findChosenProducts, type ProductChoice } from './choice.ts'
import { shownCategoriesSql } from './tree.ts'

/** A brand in a list of brands. */
export interface BrandTile {
  id: number
  title: string
  url: string
  image: string | null
}

/** Catalogue content for pages of other plugins; optional: `kernel.find(SHOWCASE)?.…`. */
export interface Showcase {
  /** Cards of products; see `findChosenProducts`. */
  products(ctx: Ctx, choice: ProductChoice, limit: number): Promise<ProductCard[]>
  brands(ctx: Ctx, limit: number): Promise<BrandTile[]>
  /** SQL: public pages with `id`, `url` and `updated_at`. */
  addresses: Record<'category' | 'product', (ctx: Ctx) => Sql>
}

export const SHOWCASE = token<Showcase>('catalogue/showcase')

/** Products for members only have no public pages. */
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
