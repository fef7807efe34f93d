import { beforeAll, expect, test } from 'vitest'
import { suite } from 'stoa/testing'
import { fine } from '../../../tests/support/selling-shop.ts'
import { createCatalogueHelpers } from '../../../tests/support/products.ts'

const shop = suite(['catalogue', 'inventory'])
let attribute: Record<string, { id: number; values: { id: number; code: string }[] }>
let category: { id: number }
const { make } = createCatalogueHelpers(shop)

beforeAll(async () => {
  const everywhere = { position: ['category', 'search', 'product'] }
  attribute = {
    volume: await make('attribute', {
      key: 'volume',
      label: { 'en-US': 'Volume', 'zh-HK': '容量' },
      input: 'number',
      order: 3,
      ...everywhere,
    }),
    vegan: await make('attribute', { key: 'vegan', label: 'Vegan', input: 'bool', order: 2, ...everywhere }),
    glaze: await make('attribute', {
      key: 'glaze',
      label: 'Glaze',
      order: 1,
      values: [{ label: 'Celadon', colour: '#88aa99' }, { label: 'Tenmoku' }],
      position: ['category'],
    }),
    origin: await make('attribute', { key: 'origin', label: 'Origin', kind: 'spec', values: [{ label: 'Jingdezhen' }], ...everywhere }),
    old: await make('attribute', { key: 'old', label: 'Old', values: [{ label: 'A' }], enabled: false, ...everywhere }),
    size: await make('attribute', {
      key: 'size',
      label: 'Size',
      kind: 'stock_option',
      values: [{ label: 'S' }, { label: 'M' }],
      ...everywhere,
    }),
  }
  category = await make('category', { url: 'pots', title: 'Pots' })
  await make('category', { url: 'hidden', title: 'Hidden', parent_id: category.id, visibled: false })
  const brand = await make('brand', { url: 'gone', title: 'Gone', enabled: false })
  const value = (key: string, n: number) => ({ attribute_id: attribute[key]?.id, values: [attribute[key]?.values[n]?.id] })
  const number = (amount: string) => ({ attribute_id: attribute.volume?.id, number: amount })
  const vegan = (flag: boolean) => ({ attribute_id: attribute.vegan?.id, flag })
  const pot = (n: number, price: string, attributes: object[], more: object = {}) =>
    make('product', {
      name: `Pot ${n}`,
      sku: `P-${n}`,
      url: `pot-${n}`,
      categories: [category.id],
      attributes,
      stocks: [{ price }],
      ...more,
    })
  await pot(1, '10.00', [number('10'), vegan(true), value('glaze', 0), value('origin', 0)], { brand_id: brand.id, is_hot: true })
  await pot(2, '20.00', [number('0.50'), vegan(false), value('glaze', 0), value('old', 0)], { is_hot: true, is_new: true })
  const sizes = { key: 'size', label: 'Size', values: ['s', 'm'].map((code) => ({ code, label: code })) }
  const sized = await pot(3, '30.00', [number('9')], {
    track_inventories: false,
    options: [sizes],
    stocks: [
      { price: '30.00', values: { size: 's' } },
      { price: '90.00', values: { size: 'm' } },
    ],
  })
  // The omitted second stock is hidden.
  fine(await shop.owner.put(`/api/admin/product/${sized.id}`, { stocks: [{ id: sized.stocks[0].id }] }))
})

interface Facet {
  key: string
  label: string | null
  flag?: true
  from?: string
  to?: string
  values: { value: string; label: string | null; count: number; chosen: boolean; colour?: string }[]
}
const list = async (query: object = {}) => fine(await shop.guest.post('/api/category', { url: 'pots', facets: 1, ...query })).body.products
const names = (products: { data: { name: string }[] }) => products.data.map(({ name }) => name)
const getFacets = async (query: object = {}): Promise<Facet[]> => (await list(query)).facets
const facet = async (key: string, query: object = {}) => (await getFacets(query)).find((candidate) => candidate.key === key)
const counts = async (key: string, query: object = {}) => (await facet(key, query))?.values.map(({ value, count }) => [value, count])

test('facets are in the order of the shop, with attribute labels in the requested language', async () => {
  const facets = await getFacets({ language: 'zh-HK' })
  expect(facets.map(({ key }) => key)).toEqual(['size', 'glaze', 'vegan', 'volume', 'price', 'flag', 'in_stock'])
  expect(facets.find(({ key }) => key === 'volume')?.label).toBe('容量')
  expect(facets.find(({ key }) => key === 'vegan')?.label).toBe('Vegan')
})

test('numeric facet values are merged by value and sorted ascending', async () => {
  expect(await counts('volume')).toEqual([
    ['0.5', 1],
    ['9', 1],
    ['10', 1],
  ])
  expect(names(await list({ volume: '0.5' }))).toEqual(['Pot 2'])
  expect(names(await list({ volume: [9, 10] }))).toEqual(['Pot 3', 'Pot 1'])
})

test('a boolean facet is one checkbox that counts the true values', async () => {
  expect(await facet('vegan')).toMatchObject({ flag: true, values: [{ value: '1', count: 1, chosen: false }] })
  expect(names(await list({ vegan: 1 }))).toEqual(['Pot 1'])
  expect(names(await list({ vegan: '0' }))).toEqual(['Pot 2'])
})

test('a facet value has its color, and an active value without products stays listed so that it can be removed', async () => {
  expect(await facet('glaze')).toMatchObject({ values: [{ value: 'celadon', count: 2, colour: '#88aa99', chosen: false }] })
  const chosen = await facet('glaze', { glaze: 'tenmoku' })
  expect(chosen?.values.map(({ value, count, chosen: is }) => [value, count, is])).toEqual([
    ['celadon', 2, false],
    ['tenmoku', 0, true],
  ])
  expect((await list({ glaze: 'tenmoku' })).total).toBe(0)
})

test('an attribute is a facet only at its positions: category, search or product page', async () => {
  const searched = fine(await shop.guest.post('/api/product/search', { keyword: 'pot', facets: 1 })).body
  const keys = searched.facets.map(({ key }: Facet) => key)
  expect(keys).not.toContain('glaze')
  expect(keys).toContain('volume')
  expect(keys[0]).toBe('category')
  expect((await getFacets()).map(({ key }) => key)).not.toContain('category')
})

test('specifications and disabled attributes are not facets', async () => {
  const keys = (await getFacets()).map(({ key }) => key)
  expect(keys).not.toContain('origin')
  expect(keys).not.toContain('old')
  // A filter on a facet that no longer exists is ignored.
  expect((await list({ old: 'a' })).total).toBe(3)
})

test('a stock option facet counts visible stocks only', async () => {
  expect(await counts('size')).toEqual([['s', 1]])
  expect(names(await list({ size: 'm' }))).toEqual([])
  expect(names(await list({ size: 's' }))).toEqual(['Pot 3'])
  expect((await list()).data[0].price).toEqual({ from: '30.00', to: '30.00', was: null })
})

test('a disabled brand is in no facet, card or filter', async () => {
  expect(await facet('brand')).toBeUndefined()
  expect((await list({ volume: '10' })).data[0].brand).toBeNull()
  expect((await list({ brand: 'gone' })).total).toBe(0)
  expect(fine(await shop.guest.get('/api/brand')).body).toEqual([])
  expect((await shop.guest.post('/api/brand', { url: 'gone' })).status).toBe(404)
})

test('a hidden category is not found and filters to no products', async () => {
  expect((await shop.guest.post('/api/category', { url: 'hidden' })).status).toBe(404)
  expect(fine(await shop.guest.get('/api/category')).body).toMatchObject([{ url: 'pots', children: [] }])
  expect(fine(await shop.guest.get('/api/product?category=hidden')).body.total).toBe(0)
  expect(fine(await shop.guest.get('/api/product?category=pots')).body.total).toBe(3)
})

test('price limits are inclusive, and there is no price facet if all products have one price', async () => {
  expect(names(await list({ price_from: '20', price_to: '20.00' }))).toEqual(['Pot 2'])
  expect(names(await list({ price_from: '20.01' }))).toEqual(['Pot 3'])
  expect(names(await list({ price_to: '19.99' }))).toEqual(['Pot 1'])
  expect(await facet('price')).toMatchObject({ from: '10.00', to: '30.00', values: [] })
  expect(await facet('price', { volume: '9' })).toBeUndefined()
  const refused = async (body: object) => (await shop.guest.post('/api/category', { url: 'pots', ...body })).body.messages
  expect(Object.keys(await refused({ price_to: '-1' }))).toEqual(['price_to'])
  expect(Object.keys(await refused({ price_from: '99999999999999999999' }))).toEqual(['price_from'])
  expect(Object.keys(await refused({ price_from: '1.234' }))).toEqual(['price_from'])
})

test('several flags match any of them, an unknown flag matches nothing', async () => {
  expect(await counts('flag')).toEqual([
    ['new', 1],
    ['hot', 2],
  ])
  expect(names(await list({ flag: 'new,hot' }))).toEqual(['Pot 2', 'Pot 1'])
  expect(names(await list({ flag: 'new,cold' }))).toEqual(['Pot 2'])
  expect((await list({ flag: 'cold' })).total).toBe(0)
})

test('untracked products are in stock; the filter applies only for 1 or true', async () => {
  for (const in_stock of [1, '1', 'true', true]) expect(names(await list({ in_stock })), String(in_stock)).toEqual(['Pot 3'])
  for (const in_stock of [0, '0', 'false', '', 'yes']) expect((await list({ in_stock })).total, String(in_stock)).toBe(3)
  expect((await facet('in_stock'))?.values).toEqual([{ value: '1', label: null, count: 1, chosen: false }])
})

test('only the first 50 filter values of a parameter count, and values longer than 120 characters are ignored', async () => {
  const many = Array.from({ length: 60 }, (_, i) => `a${String(i).padStart(2, '0')}`)
  expect((await list({ glaze: [...many, 'celadon'] })).total).toBe(0)
  expect((await list({ glaze: [...many.slice(0, 49), 'celadon'] })).total).toBe(2)
  expect((await list({ glaze: 'x'.repeat(121) })).total).toBe(3)
  expect((await list({ glaze: 'x'.repeat(120) })).total).toBe(0)
})
