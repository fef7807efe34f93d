import { type Ctx, join, sql, type Sql } from '#core'
import type { ProductList } from '../wire.ts'
import { readCards, shownSql, sortSql } from './cards.ts'
import { allowed } from './rules.ts'

export interface ListingQuery {
  page: number
  limit: number
  sort: string
}

const sizes = { fallback: 20, max: 100 }

/** Page, limit and sort of a listing, from a body or query string; what cannot be read takes its default. */
export function listingQuery(input: Record<string, unknown>): ListingQuery {
  const whole = (value: unknown, fallback: number, max: number) => {
    const n = Number(value ?? fallback)
    return Number.isInteger(n) && n >= 1 ? Math.min(n, max) : fallback
  }
  const sort = typeof input.sort === 'string' && sortSql.has(input.sort) ? input.sort : 'newest'
  return { page: whole(input.page, 1, 1_000), limit: whole(input.limit, sizes.fallback, sizes.max), sort }
}

/** Beyond so many matches a listing says "more than" instead of counting on. */
const countLimit = 10_000

/**
 * A page of products that meet a condition on `p`. The total is asked apart and kept for half a minute; ids are
 * chosen first, so nothing is joined that is not shown.
 */
export async function listProducts(ctx: Ctx, key: string, conditions: readonly Sql[], q: ListingQuery): Promise<ProductList> {
  const where = join([shownSql, ...conditions], ' and ')
  const order = sortSql.get(q.sort)?.(ctx) ?? sql`p.id desc`
  const ids = sql`select x.id, row_number() over () as place from (
    select p.id from product p where ${where} order by ${order} limit ${q.limit} offset ${(q.page - 1) * q.limit}) x`
  const count = sql`select count(*) as n from (select 1 from product p where ${where} limit ${countLimit + 1}) c`
  const [data, total] = await Promise.all([
    readCards(ctx, ids, allowed(ctx).price),
    ctx.kernel.cache.get(
      `listing ${key} ${JSON.stringify(count.values)}`,
      ['product', 'category'],
      30_000,
      async () => (await ctx.kernel.db.one<{ n: number }>(count))?.n ?? 0,
    ),
  ])
  return { data, total: Math.min(total, countLimit), ...(total > countLimit ? { more: true } : {}), page: q.page, limit: q.limit }
}
