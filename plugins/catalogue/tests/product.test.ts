import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'
import { INVENTORY } from 'stoa/plugins/inventory'

let it: TestApp
let owner: Client
let warehouse: number
beforeAll(async () => {
  it = await testApp(['catalogue', 'inventory'])
  owner = await it.staff('owner')
  warehouse = (await owner.post('/api/admin/warehouse', { code: 'main', name: 'Main' })).body.id
})
afterAll(() => it.close())

const shirt = (sku: string, quantity = 5) => ({
  name: 'Linen shirt',
  sku,
  url: sku.toLowerCase(),
  description: '<p>Soft</p>',
  stocks: [
    {
      price: '120',
      special_price: '99.50',
      values: { Colour: 'Matte Black', Size: 'M' },
      inventories: [{ warehouse_id: warehouse, quantity }],
    },
    { price: '120', values: { Colour: 'Red', Size: 'M' }, inventories: [{ warehouse_id: warehouse, quantity: 0 }] },
  ],
})

test('a product is created with its variants, options and initial inventory in one call', async () => {
  const made = await owner.post('/api/admin/product', shirt('SHIRT-1'))
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  expect(made.body.stocks.map((s: any) => s.sku)).toEqual(['SHIRT-1-stock1', 'SHIRT-1-stock2'])
  expect(made.body.stocks[0]).toMatchObject({ price: '120.00', special_price: '99.50', values: { colour: 'matte-black', size: 'm' } })
  expect(made.body.options.map((o: any) => o.key)).toEqual(['colour', 'size'])
  expect(made.body.stocks[0].inventories[0]).toMatchObject({ quantity: 5, available_inventories: 5 })
})

test('the store shows price, options and available quantity', async () => {
  const { body } = await it.guest.post('/api/product', { url: 'shirt-1' })
  expect(body).toMatchObject({ name: 'Linen shirt', price: { from: '99.50', to: '120.00', was: '120.00' } })
  expect(body.stocks[0]).toMatchObject({ all_available_inventories: 5, display_colour: 'Matte Black', values: { colour: 'matte-black' } })
  expect(body.options[0]).toMatchObject({
    key: 'colour',
    label: 'Colour',
    values: [
      { code: 'matte-black', label: 'Matte Black' },
      { code: 'red', label: 'Red' },
    ],
  })
})

test('a variant omitted from an update is hidden, not deleted, and keeps its inventory', async () => {
  const { body: before } = await owner.get('/api/admin/product?q=SHIRT-1')
  const id = before.data[0].id
  const { body: product } = await owner.get(`/api/admin/product/${id}`)
  const updated = await owner.put(`/api/admin/product/${id}`, {
    stocks: [{ id: product.stocks[0].id, price: '110.00' }],
    version: product.version,
  })
  expect(updated.status, JSON.stringify(updated.body)).toBe(200)
  expect(updated.body.stocks.map((s: any) => [s.price, s.visibled])).toEqual([
    ['110.00', true],
    ['120.00', false],
  ])
  expect(updated.body.stocks[0].inventories[0].quantity).toBe(5)
})

test('saving a form opened before a sale does not restore the sold inventory', async () => {
  const made = await owner.post('/api/admin/product', shirt('SHIRT-2'))
  const { body } = await owner.get(`/api/admin/product/${made.body.id}?language=*`)
  const line = body.stocks[0].inventories[0]
  await owner.post('/api/admin/inventory/minus', { inventory_id: line.id, quantity: 2 })
  const saved = await owner.put(`/api/admin/product/${made.body.id}`, { stocks: body.stocks, version: body.version })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  expect(saved.body.stocks[0].inventories[0].quantity).toBe(3)
})

test('invalid inventory adjustments return the error texts of the specification', async () => {
  const made = await owner.post('/api/admin/product', shirt('SHIRT-3'))
  const id = made.body.stocks[0].inventories[0].id
  const say = async (path: string, body: object) => (await owner.post(`/api/admin/inventory/${path}`, body)).body.messages
  expect(await say('plus', { inventory_id: id, quantity: 0 })).toEqual({ quantity: ['Quantity must be greater than 0'] })
  expect(await say('minus', { inventory_id: id, quantity: 6 })).toEqual({
    quantity: ['Quantity can not be large than inventory total quantity'],
  })
  expect(await say('transfer', { from: id, quantity: 1 })).toEqual({ to: ['Please select the transfer destination of the inventory'] })
})

test('invalid values of a variant are reported by path', async () => {
  const made = await owner.post('/api/admin/product', {
    name: 'X',
    sku: 'X1',
    url: 'x1',
    stocks: [{ price: 'cheap', inventories: [{ quantity: -1 }] }],
  })
  expect(made.status).toBe(422)
  expect(Object.keys(made.body.messages).sort()).toEqual([
    'stocks.0.inventories.0.quantity',
    'stocks.0.inventories.0.warehouse_id',
    'stocks.0.price',
  ])
})

test('two-character Chinese keywords match names in any language', async () => {
  await owner.post('/api/admin/product', {
    name: { 'en-US': 'Organic green tea', 'zh-HK': '有機綠茶茶葉' },
    sku: 'TEA-9',
    url: 'tea-9',
    stocks: [{ price: '50' }],
  })
  const found = await it.guest.post('/api/product/search', { keyword: '綠茶' })
  expect(found.body.data.map((p: any) => p.url)).toEqual(['tea-9'])
  const coded = await it.guest.post('/api/product/search', { keyword: 'TEA-9-stock1' })
  expect(coded.body.total).toBe(1)
  const wrong = await it.guest.post('/api/product/search', { keyword: '50%' })
  expect(wrong.body.messages).toEqual({ keyword: ['Please check your input.'] })
})

test('of twenty buyers of the last ten units exactly ten get one', async () => {
  const made = await owner.post('/api/admin/product', shirt('SHIRT-4', 10))
  const stock = made.body.stocks[0].id
  const inventory = it.kernel.get(INVENTORY)
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, i) =>
      it.kernel.transaction((tx) =>
        inventory.reserve(tx, { type: 'test', id: 1_000 + i }, [{ stock_id: stock, quantity: 1, line_id: null }]),
      ),
    ),
  )
  expect(results.filter((r) => r.status === 'fulfilled')).toHaveLength(10)
  for (const check of Object.values(it.kernel.registry.plugins.find((p) => p.id === 'catalogue')?.checks ?? {}))
    expect(await check(it.kernel)).toEqual([])
})

test('a copy has its own SKU, is hidden and has no inventory', async () => {
  const made = await owner.post('/api/admin/product', shirt('SHIRT-5'))
  const copy = await owner.post(`/api/admin/product/${made.body.id}/clone`)
  expect(copy.status, JSON.stringify(copy.body)).toBe(200)
  expect(copy.body).toMatchObject({ visibled: false })
  expect(copy.body.sku).not.toBe('SHIRT-5')
  expect(copy.body.stocks[0].inventories[0].quantity).toBe(0)
})

test('a category page lists products of the categories below it', async () => {
  const tea = await owner.post('/api/admin/category', { title: 'Tea', url: 'tea' })
  const green = await owner.post('/api/admin/category', { title: 'Green', url: 'green', parent_id: tea.body.id })
  await owner.post('/api/admin/product', {
    name: 'Sencha',
    sku: 'SEN',
    url: 'sencha',
    categories: [green.body.id],
    stocks: [{ price: '10' }],
  })
  const { body } = await it.guest.post('/api/category', { url: 'tea' })
  expect(body.products.data.map((p: any) => p.url)).toEqual(['sencha'])
  expect(body.children.map((c: any) => c.url)).toEqual(['green'])
  const circle = await owner.put(`/api/admin/category/${tea.body.id}`, { parent_id: green.body.id })
  expect(circle.body.messages.parent_id[0]).toContain('inside itself')
})
