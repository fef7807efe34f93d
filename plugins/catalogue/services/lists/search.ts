import { type Ctx, sql, prepareStatement } from 'stoa'
import { isCode, splitWords } from '../../domain/search.ts'
import { getChosenSearch, searchBy } from './chosen-search.ts'

/** Number of matches that are ranked. */
const most = 5_000

/** Products found by a keyword, best first. */
export interface Matches {
  ids: number[]
  /** There were more matches than could be ranked. */
  more: boolean
  /** Normalized words of the keyword. */
  words: string[]
}

const searching = prepareStatement(
  'catalogue.search',
  (_ctx, terms: readonly string[], reach: number, exact: boolean) =>
    sql`select ids, words from stoa_search(${terms}::text[], ${reach}::int, ${exact}::boolean)`,
)

/**
 * Products found by a keyword with the selected search. Cached for a minute. With more matches than `reach`, the best
 * ones may be missing.
 */
export function searchProducts(ctx: Ctx, keyword: string, reach = most): Promise<Matches> {
  const chosen = getChosenSearch(ctx)
  const key = chosen === undefined ? '' : `${chosen} ${ctx.language} `
  return ctx.kernel.cache.get(`search ${key}${reach} ${keyword}`, ['product', 'brand', 'category'], 60_000, async () => {
    const found = chosen === undefined ? undefined : await searchBy(ctx, chosen, keyword, reach)
    return found ? { ...found, words: await foldedWords(ctx, keyword) } : searchHere(ctx, keyword, reach)
  })
}

/**
 * Products with every word of the keyword in names, codes, brand or categories; for a code with signs, products with
 * exactly this code. Ranking: exact code, exact name, name prefix, prefix of a word of a name, substring of a name,
 * all words in a name, other. It uses the bigram index, which also finds Chinese words of one or two characters.
 */
async function searchHere(ctx: Ctx, keyword: string, reach: number): Promise<Matches> {
  const terms = [keyword, ...splitWords(keyword)]
  const found = await ctx.kernel.db.one<Pick<Matches, 'ids' | 'words'>>(searching(ctx, terms, reach, isCode(keyword)))
  const { ids, words } = found ?? { ids: [], words: [] }
  return { ids, more: ids.length >= reach, words }
}

async function foldedWords({ kernel }: Ctx, keyword: string): Promise<string[]> {
  const rows = await kernel.db.rows<{ word: string }>(
    sql`select replace(stoa_fold(w), ' ', '') as word from unnest(${splitWords(keyword)}::text[]) with ordinality u(w, n) order by n`,
  )
  return rows.flatMap(({ word }) => (word === '' ? [] : [word]))
}
