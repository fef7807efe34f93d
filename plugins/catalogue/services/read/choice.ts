import { type Ctx, sql, type Sql } from '#core'
import type { ProductCard } from '../../wire.ts'
import { flags, readCards } from '../lists/cards.ts'
import { inCategories } from '../lists/filter.ts'
import { categoryNodes, subtree } from './tree.ts'

/** Which products to show somewhere: those with a flag, those of a category and below it, or these. */
export type ProductChoice = { flag: 'new' | 'featured' | 'hot' } | { category: string } | { ids: readonly number[] }

/** Cards of some products, newest first, or in the order of their ids when these are named. */
export async function chosenProducts(ctx: Ctx, choice: ProductChoice, limit: number): Promise<ProductCard[]> {
  if ('ids' in choice) return (await readCards(ctx, choice.ids)).slice(0, limit)
  const where = await conditionOf(ctx, choice)
  if (!where) return []
  const rows = await ctx.kernel.db.rows<{ id: number }>(
    sql`select x.product_id as id from product_shelf x where x.shown and ${where} order by x.product_id desc limit ${limit}`,
  )
  return readCards(
    ctx,
    rows.map((row) => row.id),
  )
}

async function conditionOf(ctx: Ctx, choice: Exclude<ProductChoice, { ids: unknown }>): Promise<Sql | undefined> {
  if ('flag' in choice) return flags.get(choice.flag)
  const nodes = await categoryNodes(ctx)
  const node = nodes.find((n) => n.url === choice.category)
  return node && inCategories(subtree(nodes, node.id))
}
