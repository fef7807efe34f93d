import { describe, expect, it } from 'vitest'
import { drawn, getLinks, getVisibleText } from '../../../../tests/support/render-store.tsx'
import { card, list, visit } from '../../tests/visit.ts'
import type { FacetView, ProductList } from '../../api-types.ts'
import { Pager } from '../shared/pager.tsx'
import { PriceLine } from '../shared/price-line.tsx'
import { ProductGrid } from '../shared/product-card.tsx'
import type { ListAddress } from './address.ts'
import { List } from './list.tsx'

const plain: ListAddress = { page: 1, sort: 'newest', filter: {} }
const value = (code: string, count: number, more: Partial<FacetView['values'][number]> = {}) => ({
  value: code,
  label: code,
  count,
  chosen: false,
  ...more,
})
const facets: FacetView[] = [
  { key: 'glaze', label: 'Glaze', values: [value('celadon', 2, { colour: '#88aa99' }), value('tenmoku', 1)] },
  { key: 'vegan', label: 'Vegan', flag: true, values: [value('1', 3)] },
  { key: 'price', label: null, values: [], from: '10.00', to: '30.00' },
  { key: 'in_stock', label: null, flag: true, values: [value('1', 3, { label: null })] },
]
const draw = (productList: ProductList, at: ListAddress = plain, more: Parameters<typeof visit>[0] = {}, searching = false) =>
  drawn(visit(more), <List list={productList} at={at} path="/category/pots" searching={searching} empty={<p>Nothing at all</p>} />)

describe('a product list', () => {
  it('shows the empty text without filters, and with filters how to see more products', async () => {
    expect(getVisibleText(await draw(list([])))).toBe('Nothing at all')
    const filtered = await draw(list([], { facets }), { ...plain, page: 3, sort: 'name', filter: { glaze: ['x'] } })
    expect(getVisibleText(filtered)).toContain('No products found')
    expect(getLinks(filtered).at(-1)).toBe('/category/pots?sort=name')
    expect(getVisibleText(filtered)).not.toContain('Nothing at all')
  })

  it('shows the number of products, and a plus sign if there are more than were counted', async () => {
    expect(getVisibleText(await draw(list([card(1)])))).toContain('1 product')
    expect(getVisibleText(await draw(list([card(1)], { total: 10_000, more: true })))).toContain('10000+ products')
  })

  it('offers no sort order by price to visitors who may not see prices', async () => {
    const orders = async (more: Parameters<typeof visit>[0], searching = false) =>
      [...(await draw(list([card(1)]), plain, more, searching)).matchAll(/<option value="([^"]+)"/g)].map(([, sort]) => sort)
    expect(await orders({})).toEqual(['newest', 'best', 'price', '-price', 'name'])
    expect(await orders({ rules: { member_only: 1 } })).toEqual(['newest', 'best', 'name'])
    expect(await orders({ rules: { member_only: 1 }, signedIn: true })).toContain('-price')
    expect((await orders({}, true))[0]).toBe('relevance')
  })

  it('keeps the filters when the sort order is submitted without JavaScript', async () => {
    const html = await draw(list([card(1)]), { ...plain, filter: { glaze: ['celadon', 'tenmoku'] } })
    expect(html).toContain('<input type="hidden" name="glaze" value="celadon,tenmoku"/>')
  })

  it('each active filter is a link that removes it and returns to the first page', async () => {
    const at = { ...plain, page: 4, filter: { glaze: ['celadon', 'tenmoku'], vegan: ['1'] } }
    const html = await draw(list([card(1)], { facets }), at)
    const chips = /<ul class="chips chosen"[^]*?<\/ul>/.exec(html)?.[0] ?? ''
    expect(getVisibleText(chips)).toBe('celadon × tenmoku × Vegan × Clear filters')
    expect(getLinks(chips)).toEqual([
      '/category/pots?glaze=tenmoku&vegan=1',
      '/category/pots?glaze=celadon&vegan=1',
      '/category/pots?glaze=celadon%2Ctenmoku',
      '/category/pots',
    ])
  })

  it.each([
    [{ price_from: ['10'], price_to: ['20'] }, 'HK$10 to HK$20 ×'],
    [{ price_from: ['10'] }, 'From HK$10 ×'],
    [{ price_to: ['20.50'] }, 'Up to HK$20.50 ×'],
  ])('a price filter %j is labelled "%s" and removed as one', async (filter, words) => {
    const html = await draw(list([card(1)], { facets }), { ...plain, filter: { ...filter, glaze: ['celadon'] } })
    const chips = /<ul class="chips chosen"[^]*?<\/ul>/.exec(html)?.[0] ?? ''
    expect(getVisibleText(chips).replaceAll('.00', '')).toContain(words)
    expect(getLinks(chips)).toContain('/category/pots?glaze=celadon')
  })

  it('its filter form has a checkbox with a count for each value, checked if active, and both price limits', async () => {
    const html = await draw(list([card(1)], { facets }), { ...plain, sort: 'name', filter: { glaze: ['tenmoku'], price_from: ['12.5'] } })
    const form = /<form class="filters"[^]*?<\/form>/.exec(html)?.[0] ?? ''
    expect(form).toContain('<input type="hidden" name="sort" value="name"/>')
    expect(form.match(/type="checkbox"/g)).toHaveLength(4)
    expect(form).toMatch(/name="glaze"[^>]*checked=""[^>]*value="tenmoku"|name="glaze"[^>]*value="tenmoku"[^>]*checked=""/)
    expect(form).not.toMatch(/checked=""[^>]*value="celadon"|value="celadon"[^>]*checked=""/)
    expect(form).toContain('background:#88aa99')
    const ends = [...form.matchAll(/<input [^>]*name="price_\w+"[^>]*>/g)].map(([input]) => input)
    expect(ends[0]).toContain('value="12.5"')
    expect(ends[1]).toContain('placeholder="30.00"')
    expect(getVisibleText(form)).toContain('Price (HKD)')
    expect(getVisibleText(form)).toContain('In stock only 3')
  })

  it('a long value list collapses under "Show all", which is open if one of the hidden values is active', async () => {
    const many: FacetView[] = [{ key: 'glaze', label: 'Glaze', values: Array.from({ length: 10 }, (_, i) => value(`v${i}`, 1)) }]
    const html = async (filter: ListAddress['filter']) => draw(list([card(1)], { facets: many }), { ...plain, filter })
    expect(await html({})).toContain('<details><summary>Show all 10</summary>')
    expect(await html({ glaze: ['v9'] })).toContain('<details open="">')
    expect(await html({ glaze: ['v2'] })).toContain('<details><summary>')
  })

  it('escapes names and labels as text', async () => {
    const evil = '<img src=x onerror=alert(1)>'
    const html = await draw(
      list([card(1, { name: evil, brand: evil })], { facets: [{ key: 'glaze', label: evil, values: [value('a', 1, { label: evil })] }] }),
    )
    expect(html).not.toContain('<img src=x')
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  })
})

describe('a product card', () => {
  it.each([
    [{ in_stock: false, is_new: true, price: { from: '8.00', to: '8.00', was: '10.00' } }, 'Sold out'],
    [{ is_new: true, price: { from: '8.00', to: '8.00', was: '10.00' } }, 'Sale'],
    [{ is_new: true, is_hot: true }, 'New'],
    [{ is_hot: true }, 'Popular'],
    [{}, undefined],
  ])('%j shows the badge %s', async (more, badge) => {
    const html = await drawn(visit(), <ProductGrid cards={[card(1, more)]} />)
    expect(/<span class="badge[^"]*">([^<]*)</.exec(html)?.[1]).toBe(badge)
  })

  it('is one link; its price is marked as a sale price if reduced, as "From" for a range, and hidden from guests', async () => {
    const price = async (more: object, visitOptions: Parameters<typeof visit>[0] = {}) =>
      getVisibleText(await drawn(visit(visitOptions), <PriceLine price={{ from: '8.00', to: '8.00', was: null, ...more }} />))
    expect(await price({})).toBe('HK$8.00')
    expect(await price({ to: '9.00' })).toBe('From HK$8.00')
    expect(await price({ was: '10.00' })).toBe('Sale price HK$8.00 Regular price HK$10.00')
    expect(await price({}, { rules: { member_only: 1 } })).toBe('Sign in to see prices')
    expect(getLinks(await drawn(visit(), <ProductGrid cards={[card(7)]} />))).toEqual(['/product/pot-7'])
  })
})

describe('the pager', () => {
  const pages = async (page: number, total: number, limit = 20) => {
    const html = await drawn(visit(), <Pager list={{ page, total, limit }} address={(n) => `/x?page=${n}`} />)
    return getVisibleText(html)
  }
  it.each([
    [1, 0, ''],
    [1, 20, ''],
    [1, 21, '1 2 Next'],
    [2, 21, 'Previous 1 2'],
    [1, 200, '1 2 … 10 Next'],
    [3, 200, 'Previous 1 2 3 4 … 10 Next'],
    [5, 200, 'Previous 1 … 4 5 6 … 10 Next'],
    [10, 200, 'Previous 1 … 9 10'],
  ])('on page %i of %i products: %j', async (page, total, words) => {
    expect(await pages(page, total)).toBe(words)
  })
})
