import { f, AppError, rateLimit, validationError, NOT_FOUND, richToHtml, route, getNetwork, t, message } from 'stoa'
import { readKeyword } from '../domain/search.ts'
import { listingFields, listingQuery, listProducts } from '../services/lists/listing.ts'
import { searchProducts } from '../services/lists/search.ts'
import { suggestProducts } from '../services/lists/suggest.ts'
import { attributePositions, listAttributesAt } from '../services/read/attributes.ts'
import { readCategory } from '../services/read/category.ts'
import { readProduct } from '../services/read/product.ts'
import { readShopConfig } from '../services/read/rules.ts'
import { categoryNodes, buildTree } from '../services/read/tree.ts'
import { AttributeView, CategoryNode, CategoryView, ProductList, ProductView, ShopConfig, Suggestions } from '../api-types.ts'

const open = { access: 'public' } as const

/** The last path segment; an overlong one is not found, which is no validation error. */
const url = f.text({ default: '', maxLength: 2_000 })

/** Filter names depend on the shop's attributes. */
const description =
  'A list is narrowed by `brand` and `category` (their urls), `flag` (new, featured, hot), `in_stock` (1), `price_from`, `price_to`, and by ' +
  'the key of any attribute; several values of one stand in a list or between commas. With `facets` (1) the answer says what narrows it further.'

/** @throws AppError INVALID for a keyword with invalid characters */
function checkedKeyword(raw: string): string {
  const keyword = readKeyword(raw)
  if (keyword === undefined) throw validationError({ keyword: message('core:rule.check_input') })
  return keyword
}

/** Public read API of the store: category tree, category, product, listings, search, suggestions, rules. */
export const storeRoutes = [
  route({
    ...open,
    on: 'GET /config',
    id: 'shop.config',
    summary: 'Rules of the shop',
    response: ShopConfig,
    run: ({ ctx }) => readShopConfig(ctx),
  }),
  route({
    ...open,
    on: 'POST /attribute',
    id: 'attribute.at',
    summary: 'Attributes shown at one position',
    body: { position: f.pick(attributePositions) },
    response: t.object({ data: t.list(AttributeView) }),
    run: ({ ctx, body }) => listAttributesAt(ctx, body.position),
  }),
  route({
    ...open,
    on: 'GET /category',
    id: 'category.tree',
    summary: 'Visible categories as a tree',
    response: t.list(CategoryNode),
    run: async ({ ctx }) => buildTree(await categoryNodes(ctx)),
  }),
  route({
    ...open,
    on: 'POST /category',
    id: 'category.view',
    summary: 'A category with a page of its products and those of its subcategories',
    description,
    body: { url, ...listingFields },
    response: CategoryView,
    errors: [NOT_FOUND],
    run: async ({ ctx, body, rawBody }) => {
      const found = await readCategory(ctx, body.url, await listingQuery(ctx, body, rawBody))
      if (!found) throw new AppError(NOT_FOUND)
      return found
    },
  }),
  route({
    ...open,
    on: 'GET /product',
    id: 'product.listing',
    summary: 'A page of all products',
    description,
    query: listingFields,
    response: ProductList,
    run: async ({ ctx, query, rawQuery }) => listProducts(ctx, { key: 'all', conditions: [] }, await listingQuery(ctx, query, rawQuery)),
  }),
  route({
    ...open,
    on: 'POST /product',
    id: 'product.view',
    summary: 'A product with all data of its page',
    body: { url },
    response: ProductView,
    errors: [NOT_FOUND],
    run: async ({ ctx, body }) => {
      const found = await readProduct(ctx, body.url)
      if (!found) throw new AppError(NOT_FOUND)
      return { ...found, description: richToHtml(found.description), short_description: richToHtml(found.short_description) }
    },
  }),
  route({
    ...open,
    on: 'POST /product/search',
    id: 'product.search',
    summary: 'A page of search results, best match first',
    description,
    body: { keyword: f.text(), ...listingFields },
    response: ProductList,
    run: async ({ kernel, ctx, body, rawBody, request }) => {
      const keyword = checkedKeyword(body.keyword)
      await rateLimit(kernel.db, `search ${getNetwork(request.ip)}`, {
        max: 300,
        seconds: 60,
        step: 10,
        message: 'core:error.too_frequent',
      })
      const q = await listingQuery(ctx, body, rawBody, 'relevance')
      return listProducts(ctx, { key: `search ${keyword}`, conditions: [], ranked: await searchProducts(ctx, keyword) }, q)
    },
  }),
  route({
    ...open,
    on: 'POST /product/suggest',
    id: 'product.suggest',
    summary: 'Search suggestions: products and categories, best match first',
    body: { keyword: f.text() },
    response: Suggestions,
    run: async ({ kernel, ctx, body, request }) => {
      const keyword = checkedKeyword(body.keyword)
      await rateLimit(kernel.db, `suggest ${getNetwork(request.ip)}`, {
        max: 600,
        seconds: 60,
        step: 20,
        message: 'core:error.too_frequent',
      })
      return suggestProducts(ctx, keyword)
    },
  }),
]
