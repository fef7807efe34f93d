import { type Ctx, sql, type Sql } from 'stoa'
import type { ProductCard } from '../../api-types.ts'
import { flags, readCards } from '../lists/cards.ts'
import { inCategories } from '../lists/filter.ts'
import { categoryNodes, getSubtree } from './tree.ts'

/** Selection of products: by flag, by category with its descendants, or by ids. */
export type ProductChoice = { flag: 'new' | 'featured' | 'hot' } | { category: string } | { ids: readonly number[] }

/**
 * Cards of selected products, newest first, or in the order of the given ids. The ids by flag or category are cached
 * for 30 seconds or until a product changes; the cards are read fresh each time.
 */
export async function findChosenProducts(ctx: Ctx, choice: ProductChoice, limit: number): Promise<ProductCard[]> {
  if ('ids' in choice) return (await readCards(ctx, choice.ids)).slice(0, limit)
  const chosen = await findCondition(ctx, choice)
  if (!chosen) return []
  const ids = await ctx.kernel.cache.get(`chosen ${chosen.key} ${limit}`, ['product', 'category', 'setting'], 30_000, async () => {
    const rows = await ctx.kernel.db.rows<{ id: number }>(
      sql`select x.product_id as id from product_shelf x where x.shown and ${chosen.where} order by x.product_id desc limit ${limit}`,
    )
    return rows.map((row) => row.id)
  })
  return readCards(ctx, ids)
}

async function findCondition(ctx: Ctx, choice: Exclude<ProductChoice, { ids: unknown }>): Promise<{ key: string; where: Sql } | undefined> {
  if ('flag' in choice) {
    const where = flags.get(choice.flag)
    return where && { key: choice.flag, where }
  }
  const nodes = await categoryNodes(ctx)
  const node = nodes.find((n) => n.url === choice.category)
  return node && { key: `category ${node.id}`, where: inCategories(getSubtree(nodes, node.id)) }
}
