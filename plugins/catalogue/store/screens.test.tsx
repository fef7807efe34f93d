import { describe, expect, it } from 'vitest'
import { drawn, getLinks, getVisibleText } from '../../../tests/support/render-store.tsx'
import { NotThere } from 'stoa/store'
import { card, list, product, stock, visit } from '../tests/visit.ts'
import type { BrandView, CategoryView, ProductList, ProductView } from '../api-types.ts'
import * as brand from './brand/index.tsx'
import * as brands from './brands/index.tsx'
import * as category from './category/index.tsx'
import * as home from './home/index.tsx'
import Product, * as page from './product/index.tsx'
import Search, * as search from './search/index.tsx'
import { ProductGrid } from './shared/product-card.tsx'

const view = (products: ProductList, more: Partial<CategoryView> = {}): CategoryView => ({
  id: 1,
  title: 'Pots',
  url: 'pots',
  image: null,
  description: '',
  meta_title: '',
  meta_description: '',
  crumbs: [
    { title: 'Kitchen', url: 'kitchen' },
    { title: 'Pots', url: 'pots' },
  ],
  children: [],
  products,
  ...more,
})

describe('the category page', () => {
  const at = async (searchParams: Record<string, string>, products: ProductList, more: Partial<CategoryView> = {}) => {
    let body: any
    const visitor = visit({
      search: searchParams,
      params: { url: 'pots' },
      answers: { 'POST /api/category': (sent) => ((body = sent), view(products, more)) },
    })
    const data = await category.load(visitor)
    return { body, data, head: category.head(data, visitor), visitor }
  }

  it('requests the page, sort order and filters of its URL', async () => {
    const { body } = await at({ page: '2', sort: 'price', glaze: 'a,b', price_from: 'cheap' }, list([card(1)]))
    expect(body).toEqual({ page: 2, sort: 'price', facets: 1, glaze: 'a,b', url: 'pots', language: 'en-US', limit: 20 })
  })

  it('a page after the last is not found; the first page exists even if empty', async () => {
    await expect(at({ page: '2' }, list([]))).rejects.toBeInstanceOf(NotThere)
    expect((await at({}, list([]))).head.title).toBe('Pots')
  })

  it('sorted pages have the unsorted canonical URL, filtered pages are noindex, further pages keep their own URL', async () => {
    const head = async (searchParams: Record<string, string>) => (await at(searchParams, list([card(1)]))).head
    expect(await head({ sort: 'price', page: '3' })).toMatchObject({ path: '/category/pots?page=3' })
    expect(await head({ sort: 'price' })).not.toHaveProperty('noindex')
    expect(await head({ glaze: 'a', page: '3' })).toMatchObject({ path: '/category/pots', noindex: true })
  })

  it('uses the meta description, else the description, else the product names', async () => {
    const cards = [1, 2, 3, 4, 5, 6].map((id) => card(id))
    const getDescription = async (more: Partial<CategoryView>) => (await at({}, list(cards), more)).head.description
    expect(await getDescription({ meta_description: 'Meta', description: '<p>Long</p>' })).toBe('Meta')
    expect(await getDescription({ description: '<p>Long</p>' })).toBe('<p>Long</p>')
    expect(await getDescription({})).toBe('Pots: Pot 1, Pot 2, Pot 3, Pot 4, Pot 5')
  })

  it('puts the list position of each product in structured data, and the category once in the breadcrumbs', async () => {
    const { head } = await at({ page: '3' }, list([card(7), card(8)], { page: 3, total: 42 }))
    const [way, items] = head.jsonLd as any[]
    expect(items).toMatchObject({
      numberOfItems: 42,
      itemListElement: [{ position: 41, url: 'https://shop.test/product/pot-7' }, { position: 42 }],
    })
    expect(way.itemListElement.map(({ name }: { name: string }) => name)).toEqual(['Home', 'Kitchen', 'Pots'])
  })
})

describe('fields of other plugins', () => {
  const fields = [
    { name: 'material', label: 'Material', type: 'text', value: 'Oak & ash' },
    { name: 'deposit', label: 'Deposit', type: 'money', value: '1200.00' },
    { name: 'felled_on', label: 'Felled', type: 'date', value: '2026-01-31' },
    { name: 'care', label: 'Care', type: 'html', value: '<p>Dust it</p>' },
    { name: 'site', label: 'Site', type: 'link', value: 'https://forest.test/' },
  ] satisfies ProductView['fields']

  it('render with labels among the specifications of a product, in the server-rendered HTML', async () => {
    const html = await drawn(visit(), <Product data={{ product: product({ fields }), slots: {} }} />)
    expect(getVisibleText(html)).toContain(
      'Material Oak & ash Deposit HK$1200.00 Felled Jan 31, 2026 Care Dust it Site https://forest.test/',
    )
    expect(html).toContain('<a href="https://forest.test/" rel="nofollow noopener">')
  })

  it('render on product cards', async () => {
    const html = await drawn(visit(), <ProductGrid cards={[card(1, { fields: fields.slice(0, 2) }), card(2)]} />)
    expect(getVisibleText(html)).toContain('Material Oak & ash Deposit HK$1200.00')
    expect(html.match(/card-fields/g)).toHaveLength(1)
  })
})

describe('the brand page', () => {
  const north: BrandView = { id: 1, title: 'North', url: 'north', short_description: '', description: '<p>Story</p>', image: null }
  const at = async (searchParams: Record<string, string>, products: ProductList) => {
    let query: any
    const answers = { 'POST /api/brand': () => north, 'GET /api/product': (sent: unknown) => ((query = sent), products) }
    const visitor = visit({ search: searchParams, params: { url: 'north' }, answers })
    const data = await brand.load(visitor)
    return { query, data, head: brand.head(data, visitor) }
  }
  it('ignores a brand filter in the URL and has no brand facet', async () => {
    const facets = ['brand', 'glaze'].map((key) => ({ key, label: key, values: [] }))
    const { query, data } = await at({ brand: 'south', glaze: 'a' }, list([card(1)], { facets }))
    expect(query).toMatchObject({ brand: 'north', glaze: 'a', page: '1', facets: '1', limit: '20' })
    expect(data.list.facets?.map(({ key }) => key)).toEqual(['glaze'])
    expect(data.at.filter).toEqual({ glaze: ['a'] })
  })
  it('a page after the last is not found; a filtered page is noindex', async () => {
    await expect(at({ page: '2' }, list([]))).rejects.toBeInstanceOf(NotThere)
    expect((await at({ glaze: 'a' }, list([card(1)]))).head).toMatchObject({ noindex: true, path: '/brand/north' })
    expect((await at({ brand: 'south' }, list([card(1)]))).head).not.toHaveProperty('noindex')
  })
  it('the brand list shows an empty text without brands', async () => {
    expect(getVisibleText(await drawn(visit(), <brands.default data={[]} />))).toContain('No brands yet.')
    expect(getLinks(await drawn(visit(), <brands.default data={[north]} />))).toContain('/brand/north')
  })
})

describe('the search page', () => {
  const at = async (keyword: string, products = list([])) => {
    let requestCount = 0
    const visitor = visit({ params: { keyword }, answers: { 'POST /api/product/search': () => (requestCount++, products) } })
    const data = await search.load(visitor)
    return { requestCount: requestCount, data, html: await drawn(visitor, <Search data={data} />), head: search.head(data, visitor) }
  }
  it('rejects an invalid keyword without a request, and is noindex', async () => {
    const { requestCount, html, head } = await at('50%')
    expect([requestCount, head.noindex]).toEqual([0, true])
    expect(html).toContain('role="alert"')
    expect((await at('  ')).requestCount).toBe(0)
  })
  it('searches a keyword in full-width characters, and says when nothing was found', async () => {
    const { requestCount, html } = await at('ｔｅａ９')
    expect(requestCount).toBe(1)
    expect(getVisibleText(html)).toContain('No products found.')
    expect(html).not.toContain('role="alert"')
  })
})

describe('the product page', () => {
  const sized = (code: string, label: string) => ({ code, label })
  const draw = async (overrides: Partial<ProductView>, more: Parameters<typeof visit>[0] = {}) =>
    drawn(visit(more), <Product data={{ product: product(overrides), slots: {} }} />)
  const options = [{ key: 'size', label: 'Size', values: [sized('s', 'Small'), sized('m', 'Medium')] }]

  it('shows a low quantity, sold out at zero, and otherwise no number', async () => {
    const line = async (left: number | null, notify = 2) =>
      /<output class="stock-line[^"]*">([^<]*)/.exec(
        await draw({ stocks: [stock(1, { all_available_inventories: left, stock_notification: notify })] }),
      )?.[1]
    expect(await line(3)).toBe('In stock')
    expect(await line(2)).toBe('Only 2 left')
    expect(await line(1)).toBe('Only 1 left')
    expect(await line(0)).toBe('Sold out')
    expect(await line(null)).toBe('In stock')
    expect(await line(5, 0)).toBe('In stock')
  })

  it('shows no stock status until a size is selected unless all are sold out; unavailable values are marked', async () => {
    const stocks = [stock(1, { values: { size: 's' }, all_available_inventories: 0 }), stock(2, { values: { size: 'm' } })]
    const html = await draw({ options, stocks })
    expect(html).toContain('<output class="stock-line"></output>')
    expect(getVisibleText(html)).toContain('Small (not available)')
    expect(getVisibleText(html)).not.toContain('Medium (not available)')
    expect(html).not.toMatch(/type="radio"[^>]*checked/)
    const soldOut = await draw({ options, stocks: stocks.map((stock) => ({ ...stock, all_available_inventories: 0 })) })
    expect(getVisibleText(soldOut)).toContain('Sold out')
  })

  it('preselects an option with one value and shows the SKU of its stock', async () => {
    const html = await draw({
      options: [{ key: 'size', label: 'Size', values: [sized('s', 'Small')] }],
      stocks: [stock(5, { values: { size: 's' } })],
    })
    expect(html).toMatch(/type="radio"[^>]*checked/)
    expect(getVisibleText(html)).toContain('S5')
    expect(getVisibleText(await draw({ options, stocks: [] }))).toContain('POT')
  })

  it('asks guests to sign in if prices are for members; if selling is off, asks to contact the shop', async () => {
    const hidden = await draw({}, { rules: { member_only: 1 } })
    expect(getVisibleText(hidden)).not.toContain('100.00')
    expect(getLinks(hidden).filter((to) => to === '/login')).toHaveLength(2)
    expect(getVisibleText(await draw({}))).toContain('Please contact us about this product.')
  })

  it('shows quantity prices and the title of the customer’s own price', async () => {
    const own_prices = [
      { min_quantity: 1, price: '90.00', title: 'Trade price' },
      { min_quantity: 5, price: '80.00', title: null },
    ]
    const words = getVisibleText(await draw({ stocks: [stock(1, { own_prices })] }))
    expect(words).toContain('Trade price')
    expect(words).toContain('5+: HK$80.00 each')
    expect(words).toContain('Sale price HK$90.00 Regular price HK$100.00')
  })

  it('shows at most four related products, its specifications, and each image with its alt text', async () => {
    const html = await draw({
      related: [1, 2, 3, 4, 5].map((id) => card(id)),
      facts: [{ key: 'glaze', label: 'Glaze', text: 'Celadon' }],
      images: [
        { path: 'img/a.png', alt: 'From above' },
        { path: 'img/b.png', alt: '' },
      ],
    })
    expect(getLinks(html).filter((to) => to.startsWith('/product/'))).toHaveLength(4)
    expect(getVisibleText(html)).toContain('Glaze Celadon')
    expect(html).toContain('alt="From above"')
    expect(html).toContain('alt="Pot"')
    expect(getLinks(html)).toEqual(expect.arrayContaining(['#picture-1', '#picture-2']))
    expect(getLinks(await draw({ images: [{ path: 'img/a.png', alt: '' }] }))).not.toContain('#picture-1')
  })

  it('uses its meta title and description, else its own texts', () => {
    const head = (more: Partial<ProductView>) =>
      page.head({ product: product({ short_description: '<p>Short</p>', description: '<p>Long</p>', ...more }), slots: {} }, visit())
    expect(head({})).toMatchObject({ title: 'Pot', description: '<p>Short</p>', path: '/product/pot', image: null })
    expect(head({ meta_title: 'Best pot', meta_description: 'Meta' })).toMatchObject({ title: 'Best pot', description: 'Meta' })
    expect(head({ short_description: '' }).description).toBe('<p>Long</p>')
  })
})

describe('the home page', () => {
  const rows = (n: number) => Array.from({ length: n }, (_, i) => card(i + 1))
  it('shows product rows of four or eight, and leaves out empty rows', async () => {
    const html = await drawn(visit(), <home.default data={{ featured: rows(7), new: rows(8), hot: [] }} />)
    expect(getLinks(html)).toHaveLength(12)
    expect(getVisibleText(html)).not.toContain('Popular now')
    expect(await drawn(visit(), <home.default data={null} />)).toBe('')
  })
  it('shows at most six categories', async () => {
    const categories = Array.from({ length: 9 }, (_, i) => ({ id: i, title: `C${i}`, url: `c${i}`, image: null, children: [] }))
    expect(getLinks(await drawn(visit({ frame: { categories } }), <home.default data={null} />))).toHaveLength(6)
  })
})
