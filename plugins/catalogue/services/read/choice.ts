import { type Ctx, sql, type Sql } from 'stoa'
import type { ProductCard } from '../../api-types.ts'
import { flags, readCards } from '../lists/cards.ts'
import { inCategories } from '../lists/filter.ts'
import { categoryNodes, getSubtree } from './tree.ts'

/** Which products to show somewhere: those with a flag, those of a category and below it, or these. */
export type ProductChoice = { flag: 'new' | 'featured' | 'hot' } | { category: string } | { ids: readonly number[] }

/**
 * Cards of some products, newest first, or in the order of their ids when these are named. Which ones have a flag or are of
 * a category is kept for half a minute or until a product changes; what is shown of them is read anew each time.
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
