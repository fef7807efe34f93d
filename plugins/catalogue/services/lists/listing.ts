import { type ParsedFields, type Ctx, empty, f, join, sql, type Sql } from 'stoa'
import type { ProductList } from '../../api-types.ts'
import { readCards, sortSql } from './cards.ts'
import { countFacets } from './facets.ts'
import type { Source } from './source.ts'
import { type Filter, filterSql, readFilter } from './filter.ts'
import { getAllowed } from '../read/rules.ts'

/** Query of a list. */
export interface ListingQuery {
  page: number
  limit: number
  sort: string
  filter: Filter
  /** Include facets with counts. */
  facets: boolean
}

const sizes = { fallback: 20, max: 100 }
const lastPage = 1_000

/** Input of every list. A page or limit out of range is clamped; an unknown sort order becomes the default. */
export const listingFields = {
  page: f.int({ default: 1 }),
  limit: f.int({ default: sizes.fallback }),
  sort: f.text({ default: '' }),
}

/**
 * Page, limit, sort order and filters of a listing. `words` has all values of the body or query, since filter names
 * depend on the shop's attributes.
 * @throws AppError INVALID for an invalid price
 */
export async function listingQuery(
  ctx: Ctx,
  query: ParsedFields<typeof listingFields>,
  words: Record<string, unknown>,
  fallback = 'newest',
): Promise<ListingQuery> {
  const sort = sortSql.has(query.sort) ? query.sort : fallback
  return {
    page: query.page < 1 ? 1 : Math.min(query.page, lastPage),
    limit: query.limit < 1 ? sizes.fallback : Math.min(query.limit, sizes.max),
    sort: !getAllowed(ctx).price && sort.endsWith('price') ? fallback : sort,
    filter: await readFilter(ctx, words),
    facets: ['1', 'true'].includes(String(words.facets ?? '')),
  }
}

/** Above this number a listing answers "more than" instead of an exact count. */
const countLimit = 10_000

/** Number of ids that are sorted and cached together, for all pages within them. */
const stretch = 400

const depends = ['product', 'category', 'brand', 'attribute', 'setting']

/**
 * A page of products. The sorted ids are queried for a range of pages and cached for 30 seconds or until a product
 * changes; the cards are read fresh each time.
 */
export async function listProducts(ctx: Ctx, source: Source, q: ListingQuery): Promise<ProductList> {
  const key = `${source.key} ${JSON.stringify([...q.filter])}`
  const first = (q.page - 1) * q.limit
  const begin = Math.floor(first / stretch) * stretch
  // Search results are already ordered and counted.
  const found = source.ranked && q.sort === 'relevance' && q.filter.size === 0 ? source.ranked.ids : undefined
  const narrowed = async () => join([sql`x.shown`, ...source.conditions, ...(await filterSql(ctx, q.filter))], ' and ')
  const from = fromSql(source)
  const { cache, db } = ctx.kernel
  const [ids, total, facets] = await Promise.all([
    found?.slice(begin, begin + stretch + sizes.max) ??
      cache.get(`listing ${key} ${q.sort} ${ctx.language} ${begin}`, depends, 30_000, async () => {
        const { tables, order } = getOrder(ctx, source, q.sort)
        const rows = await db.rows<{ id: number }>(sql`select x.product_id as id from ${from}${tables} where ${await narrowed()}
        order by ${order} limit ${stretch + sizes.max} offset ${begin}`)
        return rows.map((row) => row.id)
      }),
    found?.length ??
      cache.get(`count ${key}`, depends, 30_000, async () => {
        const count = sql`select count(*) as n from (select 1 from ${from} where ${await narrowed()} limit ${countLimit + 1}) c`
        return (await db.one<{ n: number }>(count))?.n ?? 0
      }),
    q.facets
      ? cache.get(`facets ${key} ${ctx.language} ${getAllowed(ctx).price}`, depends, 60_000, () =>
          countFacets(ctx, { ...source, from }, q.filter),
        )
      : undefined,
  ])
  return {
    data: await readCards(ctx, ids.slice(first - begin, first - begin + q.limit)),
    total: Math.min(total, countLimit),
    ...(total > countLimit || source.ranked?.more ? { more: true } : {}),
    page: q.page,
    limit: q.limit,
    ...(facets ? { facets } : {}),
  }
}

const fromSql = ({ ranked }: Source): Sql =>
  ranked
    ? sql`unnest(${[...ranked.ids]}::bigint[]) with ordinality as m(id, place) join product_shelf x on x.product_id = m.id`
    : sql`product_shelf x`

function getOrder(ctx: Ctx, { ranked }: Source, sort: string): { tables: Sql; order: Sql } {
  const order = sortSql.get(sort)
  if (sort === 'relevance' || !order) return { tables: empty, order: ranked ? sql`m.place` : sql`x.product_id desc` }
  return { tables: sort === 'name' ? sql` join product p on p.id = x.product_id` : empty, order: order(ctx) }
}
