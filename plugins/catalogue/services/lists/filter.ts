import { type Ctx, validationError, parseMoney, sql, type Sql, message } from 'stoa'
import { listAttributes } from '../read/attributes.ts'
import { listBrands } from '../read/brands.ts'
import { flags } from './cards.ts'
import { isCounted } from '../read/stock-levels.ts'
import { getAllowed } from '../read/rules.ts'
import { categoryNodes, getSubtree } from '../read/tree.ts'

/** Query parameters of filters other than attributes; reserved as attribute keys. */
export const reservedWords: readonly string[] = [
  'page',
  'limit',
  'sort',
  'language',
  'url',
  'keyword',
  'facets',
  'brand',
  'category',
  'flag',
  'in_stock',
  'price_from',
  'price_to',
  'fbclid',
  'gclid',
] as const

/** Filter of a list: the selected values by query parameter, such as `brand` or an attribute key. */
export type Filter = ReadonlyMap<string, readonly string[]>

const listed = (value: unknown): string[] => {
  const parts = Array.isArray(value) ? value : typeof value === 'string' || typeof value === 'number' ? String(value).split(',') : []
  return [...new Set(parts.map((part) => String(part).trim()).filter((part) => part !== '' && part.length <= 120))].slice(0, 50).sort()
}

/**
 * Parses filters of a body or query: `brand`, `category` (their urls), `flag`, `in_stock`, `price_from`, `price_to`,
 * and the key of each attribute. Several values come as a list or separated by commas. Unknown parameters are
 * ignored.
 * @throws AppError INVALID for an invalid price
 */
export async function readFilter(ctx: Ctx, input: Record<string, unknown>): Promise<Filter> {
  const filter = new Map<string, readonly string[]>()
  const keys = (await listAttributes(ctx)).filter((a) => a.input !== 'text').map((a) => a.key)
  for (const word of ['brand', 'category', 'flag', ...keys]) {
    const values = listed(input[word])
    if (values.length > 0) filter.set(word, values)
  }
  if (['1', 'true'].includes(String(input.in_stock ?? ''))) filter.set('in_stock', ['1'])
  // A visitor who may not see prices must not find them by filtering.
  if (!getAllowed(ctx).price) return filter
  for (const word of ['price_from', 'price_to']) {
    const [value] = listed(input[word])
    if (value !== undefined) filter.set(word, [String(amount(word, value))])
  }
  return filter
}

function amount(word: string, value: string): number {
  try {
    const minor = parseMoney(value)
    if (minor >= 0 && Number.isSafeInteger(minor)) return minor
  } catch {
    /* falls through to the error below */
  }
  throw validationError({ [word]: message('core:rule.money') })
}

/** Both price limits form one facet, which is counted without its own filter. */
export const getFacet = (word: string): string => (word === 'price_from' || word === 'price_to' ? 'price' : word)

/** SQL: conditions of a filter on `x`, a row of `product_shelf`; without those of one facet. */
export async function filterSql(ctx: Ctx, filter: Filter, without?: string): Promise<Sql[]> {
  const conditions: Sql[] = []
  for (const [word, values] of filter) if (getFacet(word) !== without) conditions.push(await findCondition(ctx, word, values))
  return conditions
}

async function findCondition(ctx: Ctx, word: string, values: readonly string[]): Promise<Sql> {
  switch (word) {
    case 'brand':
      return sql`x.brand_id = any(${(await listBrands(ctx)).filter((b) => values.includes(b.url)).map((b) => b.id)}::bigint[])`
    case 'category': {
      const nodes = await categoryNodes(ctx)
      return inCategories(nodes.filter((n) => values.includes(n.url)).flatMap((n) => getSubtree(nodes, n.id)))
    }
    case 'flag': {
      const conditions = values.flatMap((v) => flags.get(v) ?? [])
      return conditions.length === 0 ? sql`false` : sql`(${conditions.reduce((a, b) => sql`${a} or ${b}`)})`
    }
    case 'in_stock':
      return isCounted(ctx.kernel) ? sql`x.in_stock` : sql`true`
    case 'price_from':
      return sql`x.lowest_minor >= ${Number(values[0])}`
    case 'price_to':
      return sql`x.lowest_minor <= ${Number(values[0])}`
    default:
      return sql`x.facets && ${values.map((v) => `${word}:${v}`)}::text[]`
  }
}

/** SQL: products in any of the categories. */
export const inCategories = (ids: readonly number[]): Sql =>
  sql`exists (select 1 from product_category l where l.product_id = x.product_id and l.category_id = any(${[...new Set(ids)]}::bigint[]))`
