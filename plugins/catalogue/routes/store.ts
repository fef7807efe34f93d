import type { FastifyInstance } from 'fastify'
import { ctxOf, type Db, Failed, hit, invalid, likeText, NOT_FOUND, richToHtml, sql, type Sql, text, type Kernel } from '#core'
import { bigrams, keywordShape } from '../domain/search.ts'
import { attributesAt } from '../services/attributes.ts'
import { flags } from '../services/cards.ts'
import { readCategory } from '../services/category.ts'
import { listingQuery, listProducts } from '../services/listing.ts'
import { readProduct } from '../services/product.ts'
import { shopConfig } from '../services/rules.ts'
import { categoryNodes, treeOf } from '../services/tree.ts'

type Body = Record<string, unknown>
const open = (tag: string) => ({ config: { access: 'public' as const }, schema: { tags: [tag] } })

/**
 * Products named like the keyword, by the index of character pairs, and the one whose variant carries it as code.
 * Codes are looked up first: as a subquery beside the names they would keep the index from being used.
 */
async function matches(db: Db, keyword: string): Promise<Sql> {
  const pairs = bigrams(keyword)
  const pattern = `%${likeText(keyword.toLowerCase())}%`
  const named =
    pairs.length > 0 ? sql`(p.search_bigrams @> ${pairs}::text[] and p.search_text like ${pattern})` : sql`p.search_text like ${pattern}`
  if (!/^[\w-]{3,}$/.test(keyword)) return named
  const coded = await db.rows<{ id: number }>(
    sql`select product_id as id from stock where sku = ${keyword} union select product_id from stock where barcode = ${keyword}`,
    'catalogue.by-code',
  )
  return coded.length > 0 ? sql`(${named} or p.id = any(${coded.map((c) => c.id)}::bigint[]))` : named
}

/** The shop's public reading: tree, category, product, listings, search, rules. */
export function storeApi(app: FastifyInstance, kernel: Kernel): void {
  app.get('/config', open('shop'), async (request) => shopConfig(ctxOf(kernel, request)))

  app.post('/attribute', open('attribute'), (request) => attributesAt(ctxOf(kernel, request), ((request.body ?? {}) as Body).position))

  app.get('/category', open('category'), async (request) => treeOf(await categoryNodes(ctxOf(kernel, request))))

  app.post('/category', open('category'), async (request) => {
    const body = (request.body ?? {}) as Body
    const found = await readCategory(ctxOf(kernel, request), String(body.url ?? ''), listingQuery(body))
    if (!found) throw new Failed(NOT_FOUND)
    return found
  })

  app.get('/product', open('product'), async (request) => {
    const query = request.query as Body
    const flag = flags.get(String(query.flag ?? ''))
    return listProducts(ctxOf(kernel, request), `all ${String(query.flag ?? '')}`, flag ? [flag] : [], listingQuery(query))
  })

  app.post('/product', open('product'), async (request) => {
    const found = await readProduct(ctxOf(kernel, request), String(((request.body ?? {}) as Body).url ?? ''))
    if (!found) throw new Failed(NOT_FOUND)
    return { ...found, description: richToHtml(found.description), short_description: richToHtml(found.short_description) }
  })

  app.post('/product/search', open('product'), async (request) => {
    const body = (request.body ?? {}) as Body
    const keyword = typeof body.keyword === 'string' ? body.keyword.trim() : ''
    if (keyword === '') throw invalid({ keyword: text('core:rule.required') })
    if (keyword.length > 100 || !keywordShape.test(keyword)) throw invalid({ keyword: text('core:rule.check_input') })
    await hit(kernel.db, `search ${request.ip}`, { max: 300, seconds: 60, step: 10, message: 'core:error.too_frequent' })
    const condition = await matches(kernel.db, keyword)
    return listProducts(ctxOf(kernel, request), 'search', [condition], listingQuery(body))
  })
}
