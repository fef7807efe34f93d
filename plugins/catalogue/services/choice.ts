import { type Ctx, sql, type Sql } from '#core'
import type { ProductCard } from '../wire.ts'
import { flags, readCards, shownSql } from './cards.ts'
import { allowed } from './rules.ts'
import { categoryNodes, subtree } from './tree.ts'

/** Which products to show somewhere: those with a flag, those of a category and below it, or these. */
export type ProductChoice = { flag: 'new' | 'featured' | 'hot' } | { category: string } | { ids: readonly number[] }

/** Cards of some products, newest first, or in the order of their ids when these are named. */
export async function chosenProducts(ctx: Ctx, choice: ProductChoice, limit: number): Promise<ProductCard[]> {
  const ids = await idsOf(ctx, choice, limit)
  return ids ? readCards(ctx, ids, allowed(ctx).price) : []
}

async function idsOf(ctx: Ctx, choice: ProductChoice, limit: number): Promise<Sql | undefined> {
  if ('ids' in choice) {
    if (choice.ids.length === 0) return undefined
    return sql`select p.id, u.place from unnest(${[...choice.ids]}::bigint[]) with ordinality as u(id, place)
      join product p on p.id = u.id where ${shownSql} order by u.place limit ${limit}`
  }
  const newest = (where: Sql) =>
    sql`select x.id, row_number() over (order by x.id desc) as place from (
      select p.id from product p where ${shownSql} and ${where} order by p.id desc limit ${limit}) x`
  if ('flag' in choice) return newest(flags.get(choice.flag) ?? sql`false`)
  const nodes = await categoryNodes(ctx)
  const node = nodes.find((n) => n.url === choice.category)
  if (!node) return undefined
  const below = subtree(nodes, node.id)
  return newest(sql`exists (select 1 from product_category l where l.product_id = p.id and l.category_id = any(${below}::bigint[]))`)
}
