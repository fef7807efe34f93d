import { type Ctx, sql } from 'stoa'
import type { Suggestions } from '../../api-types.ts'
import { categoryNodes } from '../read/tree.ts'
import { readCards } from './cards.ts'
import { searchProducts } from './search.ts'

/** Small limits, so that the list can be read while typing. */
const sizes = { products: 6, categories: 3 }

/** Matches considered; further typing narrows them. */
const reach = 200

/** Suggestions for a partial keyword: products as ranked by search, and categories that contain every word. */
export async function suggestProducts(ctx: Ctx, keyword: string): Promise<Suggestions> {
  const [{ ids, words }, titles, nodes] = await Promise.all([searchProducts(ctx, keyword, reach), categoryTitles(ctx), categoryNodes(ctx)])
  const carries = (id: number) => titles.get(id)?.some((title) => words.every((word) => title.includes(word))) ?? false
  const categories = words.length === 0 ? [] : nodes.filter(({ id }) => carries(id)).slice(0, sizes.categories)
  return {
    categories: categories.map(({ id, title, url }) => ({ id, title, url })),
    products: await readCards(ctx, ids.slice(0, sizes.products)),
  }
}

/** Normalized titles of all categories in every language. Cached, since there are few and every keystroke needs them. */
function categoryTitles(ctx: Ctx): Promise<Map<number, string[]>> {
  return ctx.kernel.cache.get('category titles', ['category'], 300_000, async () => {
    const rows = await ctx.kernel.db.rows<{ id: number; titles: string[] }>(
      sql`select c.id, array(select replace(stoa_fold(t.value), ' ', '') from jsonb_each_text(c.title) t) as titles from category c`,
    )
    return new Map(rows.map(({ id, titles }) => [id, titles]))
  })
}
