import type { FastifyInstance } from 'fastify'
import { ctxOf, Failed, hit, invalid, type Kernel, NOT_FOUND, richToHtml, text } from '#core'
import { readKeyword } from '../domain/search.ts'
import { attributesAt } from '../services/read/attributes.ts'
import { readCategory } from '../services/read/category.ts'
import { listingQuery, listProducts } from '../services/lists/listing.ts'
import { readProduct } from '../services/read/product.ts'
import { shopConfig } from '../services/read/rules.ts'
import { searchProducts } from '../services/lists/search.ts'
import { categoryNodes, treeOf } from '../services/read/tree.ts'

type Body = Record<string, unknown>
const open = (tag: string) => ({ config: { access: 'public' as const }, schema: { tags: [tag] } })

/** The shop's public reading: tree, category, product, listings, search, rules. */
export function storeApi(app: FastifyInstance, kernel: Kernel): void {
  app.get('/config', open('shop'), async (request) => shopConfig(ctxOf(kernel, request)))

  app.post('/attribute', open('attribute'), (request) => attributesAt(ctxOf(kernel, request), ((request.body ?? {}) as Body).position))

  app.get('/category', open('category'), async (request) => treeOf(await categoryNodes(ctxOf(kernel, request))))

  app.post('/category', open('category'), async (request) => {
    const body = (request.body ?? {}) as Body
    const ctx = ctxOf(kernel, request)
    const found = await readCategory(ctx, String(body.url ?? ''), await listingQuery(ctx, body))
    if (!found) throw new Failed(NOT_FOUND)
    return found
  })

  app.get('/product', open('product'), async (request) => {
    const ctx = ctxOf(kernel, request)
    return listProducts(ctx, { key: 'all', conditions: [] }, await listingQuery(ctx, request.query as Body))
  })

  app.post('/product', open('product'), async (request) => {
    const found = await readProduct(ctxOf(kernel, request), String(((request.body ?? {}) as Body).url ?? ''))
    if (!found) throw new Failed(NOT_FOUND)
    return { ...found, description: richToHtml(found.description), short_description: richToHtml(found.short_description) }
  })

  app.post('/product/search', open('product'), async (request) => {
    const body = (request.body ?? {}) as Body
    const given = typeof body.keyword === 'string' ? body.keyword.trim() : ''
    if (given === '') throw invalid({ keyword: text('core:rule.required') })
    const keyword = readKeyword(given)
    if (keyword === undefined) throw invalid({ keyword: text('core:rule.check_input') })
    await hit(kernel.db, `search ${request.ip}`, { max: 300, seconds: 60, step: 10, message: 'core:error.too_frequent' })
    const ctx = ctxOf(kernel, request)
    const q = await listingQuery(ctx, body, 'relevance')
    return listProducts(ctx, { key: `search ${keyword}`, conditions: [], ranked: await searchProducts(ctx, keyword) }, q)
  })
}
