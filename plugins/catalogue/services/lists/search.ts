import { type Ctx, join, sql, type Sql } from '#core'
import { wordsOf } from '../../domain/search.ts'

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

interface Folded {
  word: string
  pairs: string[]
}

/**
 * Products that carry every word of the keyword in their names, codes, brand or categories. Order: its exact code, its
 * whole name, a name that begins with it, a word of a name that does, a name that holds it, holds its words, any other.
 * Found by the index of character pairs, which also serves Chinese words of one and two characters. Kept for a minute.
 * Of more than `reach` the best need not be among them.
 */
export function searchProducts(ctx: Ctx, keyword: string, reach = most): Promise<Matches> {
  return ctx.kernel.cache.get(`search ${reach} ${keyword}`, ['product', 'brand', 'category'], 60_000, async () => {
    const phrase = wordsOf(keyword).join(' ')
    const { rows, folded } = await fold(ctx, keyword, phrase)
    const wanted = rows.filter((row) => row.word !== '')
    if (wanted.length === 0) return { ids: [], more: false, words: [] }
    const found = await ctx.kernel.db.rows<{ id: number }>(rankedSql(folded, wanted, reach))
    return { ids: found.map((row) => row.id), more: found.length >= reach, words: wanted.map((row) => row.word) }
  })
}

/** The words as the index holds them. The database folds both sides, so they cannot differ. */
async function fold(ctx: Ctx, keyword: string, phrase: string): Promise<{ rows: Folded[]; folded: string }> {
  const rows = await ctx.kernel.db.rows<Folded>(
    sql`select f.word, case when char_length(f.word) > 1 then stoa_pairs(f.word) when ascii(f.word) between 13312 and 40959 then array[f.word]
        else array['|' || f.word] end as pairs
      from unnest(${[keyword, ...wordsOf(phrase)]}::text[]) with ordinality as u(t, n) cross join lateral (select replace(stoa_fold(u.t), ' ', '') as word) f order by u.n`,
    'catalogue.fold',
  )
  const [whole, ...words] = rows
  return { rows: words, folded: whole?.word ?? '' }
}

/** The texts vary with the number of words, and the right plan with how common they are: never a named statement. */
function rankedSql(phrase: string, words: readonly Folded[], reach: number): Sql {
  const holds = words.map(({ word, pairs }) =>
    [...word].length > 1 || pairs[0] === word
      ? sql`((s.name_pairs @> ${pairs}::text[] and position(${word} in s.name_text) > 0) or (s.more_pairs @> ${pairs}::text[] and position(${word} in s.more_text) > 0))`
      : words.length > 1
        ? sql`position(${word} in s.name_text) > 0`
        : sql`s.name_pairs @> ${pairs}::text[]`,
  )
  const all = [...new Set(words.flatMap((w) => w.pairs))]
  const begins = [`|${[...phrase][0] ?? ''}`, ...all.filter((pair) => !pair.startsWith('|'))]
  const inNames = join(
    words.map(({ word }) => sql`position(${word} in s.name_text) > 0`),
    ' and ',
  )
  const [head] = words
  return sql`
    with coded as materialized (select s.product_id from product_search s where s.more_pairs @> array[${`=${phrase}`}] limit 100),
      begun as materialized (select s.product_id from product_search s where s.name_pairs @> ${begins}::text[] and position(${`|${phrase}`} in s.name_text) > 0 limit 2000),
      held as materialized (select s.product_id from product_search s where ${join(holds, ' and ')} limit ${reach})
    select s.product_id as id
    from (select product_id, true as exact from coded union select product_id, false from begun union select product_id, false from held) f
      join product_search s on s.product_id = f.product_id join product_shelf x on x.product_id = s.product_id
    where x.shown
    group by s.product_id
    order by min(case when f.exact then 0
      when position(${`|${phrase}|`} in s.name_text) > 0 then 1
      when position(${`|${phrase}`} in s.name_text) > 0 then 2
      when position(${phrase} in s.name_text) > 0 and (${!/^[\x20-\x7e]/.test(phrase)}::boolean or s.name_words like ${`% ${head?.word ?? ''}%`}) then 3
      when position(${phrase} in s.name_text) > 0 then 4
      when ${inNames} then 5 else 6 end), s.product_id desc
    limit ${reach}`
}
