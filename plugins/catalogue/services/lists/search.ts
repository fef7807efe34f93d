import { type Ctx, sql, prepareStatement } from 'stoa'
import { isCode, splitWords } from '../../domain/search.ts'
import { getChosenSearch, searchBy } from './chosen-search.ts'

/** How many matches are put in order. Who finds more than these looks for another word. */
const most = 5_000

/** Products a keyword finds, best first. */
export interface Matches {
  ids: number[]
  /** There were more than could be put in order. */
  more: boolean
  /** The words of the keyword as texts are compared. */
  words: string[]
}

const searching = prepareStatement(
  'catalogue.search',
  (_ctx, asked: readonly string[], reach: number, exact: boolean) =>
    sql`select ids, words from stoa_search(${asked}::text[], ${reach}::int, ${exact}::boolean)`,
)

/** Products that a keyword finds, by whoever staff chose to search. Kept for a minute. Of more than `reach` the best need not be among them. */
export function searchProducts(ctx: Ctx, keyword: string, reach = most): Promise<Matches> {
  const chosen = getChosenSearch(ctx)
  const key = chosen === undefined ? '' : `${chosen} ${ctx.language} `
  return ctx.kernel.cache.get(`search ${key}${reach} ${keyword}`, ['product', 'brand', 'category'], 60_000, async () => {
    const found = chosen === undefined ? undefined : await searchBy(ctx, chosen, keyword, reach)
    return found ? { ...found, words: await foldedWords(ctx, keyword) } : searchHere(ctx, keyword, reach)
  })
}

/**
 * Products that carry every word of the keyword in their names, codes, brand or categories; of a code with signs in it, products that have
 * exactly this code. Order: its exact code, its whole name, a name that begins with it, a word of a name that does, a name that holds it,
 * holds its words, any other. Found by the index of character pairs, which also serves Chinese words of one and two characters.
 */
async function searchHere(ctx: Ctx, keyword: string, reach: number): Promise<Matches> {
  const asked = [keyword, ...splitWords(keyword)]
  const found = await ctx.kernel.db.one<Pick<Matches, 'ids' | 'words'>>(searching(ctx, asked, reach, isCode(keyword)))
  const { ids, words } = found ?? { ids: [], words: [] }
  return { ids, more: ids.length >= reach, words }
}

async function foldedWords({ kernel }: Ctx, keyword: string): Promise<string[]> {
  const rows = await kernel.db.rows<{ word: string }>(
    sql`select replace(stoa_fold(w), ' ', '') as word from unnest(${splitWords(keyword)}::text[]) with ordinality u(w, n) order by n`,
  )
  return rows.flatMap(({ word }) => (word === '' ? [] : [word]))
}
