import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../core/db/sql.ts'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'

let it: TestApp
let owner: Client
let warehouse: number
const brandIds: Record<string, number> = {}
let taste: { id: number; values: { id: number; code: string }[] }
let categories: { pots: number; clay: number }

beforeAll(async () => {
  it = await testApp(['catalogue', 'inventory'])
  owner = await it.staff('owner')
  const make = async (resource: string, body: object) => (await owner.post(`/api/admin/${resource}`, body)).body
  warehouse = (await make('warehouse', { code: 'main', name: 'Main' })).id
  for (const url of ['north', 'south']) brandIds[url] = (await make('brand', { url, title: url })).id
  const pots = await make('category', { url: 'pots', title: 'Pots' })
  const clay = await make('category', { url: 'clay-pots', title: 'Clay pots', parent_id: pots.id })
  categories = { pots: pots.id, clay: clay.id }
  taste = await make('attribute', {
    key: 'taste',
    label: { 'en-US': 'Taste', 'zh-HK': '味道' },
    input: 'multi',
    position: ['category', 'search'],
    values: [{ label: 'Sweet' }, { label: 'Bitter' }],
  })
  const getValueId = (code: string) => taste.values.find((v) => v.code === code)?.id
  const product = (
    n: number,
    price: string,
    more: { brand: string; tastes: string[]; quantity: number; category: number; flags?: object },
  ) =>
    make('product', {
      name: `Pot ${n}`,
      sku: `POT-${n}`,
      url: `pot-${n}`,
      brand_id: brandIds[more.brand],
      categories: [more.category],
      attributes: [{ attribute_id: taste.id, values: more.tastes.map(getValueId) }],
      stocks: [{ price, inventories: [{ warehouse_id: warehouse, quantity: more.quantity }] }],
      ...more.flags,
    })
  await product(1, '10.00', { brand: 'north', tastes: ['sweet'], quantity: 5, category: categories.pots })
  await product(2, '30.00', { brand: 'north', tastes: ['sweet', 'bitter'], quantity: 0, category: categories.clay })
  await product(3, '20.00', { brand: 'south', tastes: ['bitter'], quantity: 5, category: categories.clay, flags: { is_new: true } })
  await product(4, '40.00', { brand: 'south', tastes: ['sweet'], quantity: 5, category: categories.clay, flags: { visibled: false } })
})
afterAll(() => it.close())

const names = (body: { data: { name: string }[] }) => body.data.map((card) => card.name)
const pots = async (query: object = {}) => (await it.guest.post('/api/category', { url: 'pots', ...query })).body.products
const facet = (list: { facets: { key: string; values: { value: string; count: number }[] }[] }, key: string) =>
  Object.fromEntries(list.facets.find((f) => f.key === key)?.values.map((v) => [v.value, v.count]) ?? [])

test('a category lists visible products of itself and its subcategories, in the requested order', async () => {
  expect(names(await pots())).toEqual(['Pot 3', 'Pot 2', 'Pot 1'])
  expect(names(await pots({ sort: 'price' }))).toEqual(['Pot 1', 'Pot 3', 'Pot 2'])
  expect(names(await pots({ sort: '-price' }))).toEqual(['Pot 2', 'Pot 3', 'Pot 1'])
  expect(names(await pots({ sort: 'name' }))).toEqual(['Pot 1', 'Pot 2', 'Pot 3'])
  expect(names(await pots({ sort: 'nonsense' }))).toEqual(['Pot 3', 'Pot 2', 'Pot 1'])
})

test('lists filter by brand, attribute, price, flag and availability, and by several values of each', async () => {
  expect(names(await pots({ brand: 'north' }))).toEqual(['Pot 2', 'Pot 1'])
  expect(names(await pots({ taste: 'bitter' }))).toEqual(['Pot 3', 'Pot 2'])
  expect(names(await pots({ taste: ['bitter', 'sweet'], brand: 'north,south' }))).toEqual(['Pot 3', 'Pot 2', 'Pot 1'])
  expect(names(await pots({ price_from: '15', price_to: '30.00' }))).toEqual(['Pot 3', 'Pot 2'])
  expect(names(await pots({ flag: 'new' }))).toEqual(['Pot 3'])
  expect(names(await pots({ in_stock: '1' }))).toEqual(['Pot 3', 'Pot 1'])
  expect(names(await pots({ brand: 'nobody' }))).toEqual([])
  expect((await it.guest.post('/api/category', { url: 'pots', price_from: 'cheap' })).body.messages).toHaveProperty('price_from')
  expect(names((await it.guest.get('/api/product?brand=south')).body)).toEqual(['Pot 3'])
})

test('each facet is counted without its own filter and with all others', async () => {
  const open = await pots({ facets: 1 })
  expect(facet(open, 'brand')).toEqual({ north: 2, south: 1 })
  expect(facet(open, 'taste')).toEqual({ sweet: 2, bitter: 2 })
  expect(facet(open, 'in_stock')).toEqual({ '1': 2 })
  expect(open.facets.find((f: { key: string }) => f.key === 'price')).toMatchObject({ from: '10.00', to: '30.00' })

  const north = await pots({ facets: 1, brand: 'north' })
  expect(facet(north, 'brand')).toEqual({ north: 2, south: 1 })
  expect(facet(north, 'taste')).toEqual({ sweet: 2, bitter: 1 })
  expect(north.facets.find((f: { key: string }) => f.key === 'price')).toMatchObject({ from: '10.00', to: '30.00' })
  expect((await pots()).facets).toBeUndefined()
})

test('a search filters by category too, and a facet counts a product once per category branch', async () => {
  const found = (await it.guest.post('/api/product/search', { keyword: 'pot', facets: 1 })).body
  expect(facet(found, 'category')).toEqual({ pots: 3 })
  const narrow = (await it.guest.post('/api/product/search', { keyword: 'pot', category: 'clay-pots' })).body
  expect(names(narrow)).toEqual(['Pot 3', 'Pot 2'])
})

test('a product leaves the in-stock list when sold out and returns when restocked', async () => {
  const line = await it.kernel.db.one<{
    id: number
  }>(sql`select i.id from inventory i join stock s on s.id = i.stock_id join product p on p.id = s.product_id
    where p.sku = 'POT-1'`)
  const inStock = () =>
    it.kernel.db.one<{ in_stock: boolean }>(
      sql`select x.in_stock from product_shelf x join product p on p.id = x.product_id where p.sku = 'POT-1'`,
    )
  await it.kernel.db.run(sql`update inventory set reserved = quantity where id = ${line?.id}`)
  expect(await inStock()).toEqual({ in_stock: false })
  await it.kernel.db.run(sql`update inventory set reserved = 0 where id = ${line?.id}`)
  expect(await inStock()).toEqual({ in_stock: true })
  await owner.put(`/api/admin/warehouse/${warehouse}`, { enabled: false })
  expect(await inStock()).toEqual({ in_stock: false })
  await owner.put(`/api/admin/warehouse/${warehouse}`, { enabled: true })
  expect(await inStock()).toEqual({ in_stock: true })
})

test('two concurrent sales that empty both inventory lines leave the product sold out', async () => {
  const { body } = await owner.post('/api/admin/product', {
    name: 'Twin',
    sku: 'TWIN',
    url: 'twin',
    options: [
      {
        key: 'side',
        label: 'Side',
        values: [
          { code: 'l', label: 'L' },
          { code: 'r', label: 'R' },
        ],
      },
    ],
    stocks: ['l', 'r'].map((side) => ({
      price: '1.00',
      values: { side },
      inventories: [{ warehouse_id: warehouse, quantity: 1 }],
    })),
  })
  const [left, right] = body.stocks.map((s: { inventories: { id: number }[] }) => s.inventories[0]?.id)
  const clients = [await it.kernel.db.pool.connect(), await it.kernel.db.pool.connect()]
  try {
    for (const client of clients) await client.query('begin')
    await clients[0]?.query('update inventory set reserved = 1 where id = $1', [left])
    await clients[1]?.query('update inventory set reserved = 1 where id = $1', [right])
    await Promise.all(clients.map((client) => client.query('commit')))
  } finally {
    for (const client of clients) client.release()
  }
  expect(await it.kernel.db.one(sql`select in_stock from product_shelf where product_id = ${body.id}`)).toEqual({ in_stock: false })
})

test('page and limit are clamped to their range, and invalid ones are rejected by field', async () => {
  const page = async (query: string) => (await it.guest.get(`/api/product?${query}`)).body
  expect(await page('limit=5000&page=-3')).toMatchObject({ page: 1, limit: 100 })
  expect(await page('limit=0&page=999999')).toMatchObject({ page: 1_000, limit: 20, data: [] })
  expect(Object.keys((await page('page=two&limit=1.5')).messages)).toEqual(['page', 'limit'])
  expect(Object.keys((await it.guest.post('/api/category', { url: 'pots', page: {}, sort: 7 })).body.messages)).toEqual(['page', 'sort'])
})

test('an unknown URL is not found, however long it is', async () => {
  for (const url of [undefined, '', 'x', 'x'.repeat(1_000)]) {
    expect((await it.guest.post('/api/category', { url })).status).toBe(404)
    expect((await it.guest.post('/api/product', { url })).status).toBe(404)
  }
})

test('the category tree and the shop settings are public', async () => {
  expect((await it.guest.get('/api/category')).body).toMatchObject([{ url: 'pots', children: [{ url: 'clay-pots', children: [] }] }])
  expect((await it.guest.get('/api/config')).body).toMatchObject({ config: { catalog_mode: 0, guest_checkout: 1 }, warehouse_enabled: 1 })
})

test('cards show the current and the former price and follow changes of the stocks', async () => {
  const { body } = await owner.post('/api/admin/product', {
    name: 'Offer',
    sku: 'OFFER',
    url: 'offer',
    categories: [categories.pots],
    stocks: [{ price: '50.00', special_price: '45.00' }],
  })
  expect((await pots()).data[0]).toMatchObject({ name: 'Offer', price: { from: '45.00', to: '45.00', was: '50.00' } })
  await owner.put(`/api/admin/product/${body.id}`, { stocks: [{ id: body.stocks[0].id, special_price: null }] })
  expect((await pots()).data[0]).toMatchObject({ name: 'Offer', price: { from: '50.00', was: null } })
  await owner.delete(`/api/admin/product/${body.id}`)
  expect(names(await pots())).not.toContain('Offer')
})

test('hidden prices cannot be inferred by filters or sort order', async () => {
  await it.kernel.settings.write(it.kernel, it.ctx, 'shop', { member_only: true }, 'en-US')
  const blind = await pots({ price_from: '15', sort: 'price', facets: 1 })
  expect(names(blind)).toEqual(['Pot 3', 'Pot 2', 'Pot 1'])
  expect(blind.facets.some((f: { key: string }) => f.key === 'price')).toBe(false)
})
