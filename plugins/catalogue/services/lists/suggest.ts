import { type Ctx, sql } from 'stoa'
import type { Suggestions } from '../../api-types.ts'
import { categoryNodes } from '../read/tree.ts'
import { readCards } from './cards.ts'
import { searchProducts } from './search.ts'

/** Few enough to be read between two keys. */
const sizes = { products: 6, categories: 3 }

/** So many matches are looked at: who types on narrows them further. */
const reach = 200

/** What somebody may mean who has typed this much of a keyword: products as search ranks them, and categories that carry every word. */
export async function suggestProducts(ctx: Ctx, keyword: string): Promise<Suggestions> {
  const [{ ids, words }, titles, nodes] = await Promise.all([searchProducts(ctx, keyword, reach), categoryTitles(ctx), categoryNodes(ctx)])
  const carries = (id: number) => titles.get(id)?.some((title) => words.every((word) => title.includes(word))) ?? false
  const categories = words.length === 0 ? [] : nodes.filter(({ id }) => carries(id)).slice(0, sizes.categories)
  return {
    categories: categories.map(({ id, title, url }) => ({ id, title, url })),
    products: await readCards(ctx, ids.slice(0, sizes.products)),
  }
}

/** Titles of all categories in every language, as texts are compared. Few, and asked for with every key. */
function categoryTitles(ctx: Ctx): Promise<Map<number, string[]>> {
  return ctx.kernel.cache.get('category titles', ['category'], 300_000, async () => {
    const rows = await ctx.kernel.db.rows<{ id: number; titles: string[] }>(
      sql`select c.id, array(select replace(stoa_fold(t.value), ' ', '') from jsonb_each_text(c.title) t) as titles from category c`,
    )
    return new Map(rows.map(({ id, titles }) => [id, titles]))
  })
}
