import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { suite } from 'stoa/testing'
import { fine } from '../../../tests/support/selling-shop.ts'
import { writing } from '../../../tests/support/write-product.ts'
import { createCatalogueHelpers } from '../../../tests/support/products.ts'

const shop = suite(['content', 'catalogue', 'inventory', 'people'])
const { made, put, send } = writing(() => shop.owner)
let warehouse: number
const { make } = createCatalogueHelpers(shop)
const row = async (resource: string, id: number, query = '') => {
  const { data } = fine(await shop.owner.get(`/api/admin/${resource}?limit=100${query}`)).body
  return data.find((row: { id: number }) => row.id === id)
}
const lies = (quantity: number) => [{ warehouse_id: warehouse, quantity }]
beforeAll(async () => {
  warehouse = (await make('warehouse', { code: 'main', name: 'Main' })).id
})

describe('the product list', () => {
  test('shows the price or price range of visible stocks', async () => {
    const { id, stocks } = await made({
      stocks: [
        { price: '20.00', special_price: '12.50', values: { size: 'S' }, inventories: lies(1) },
        { price: '1280.00', values: { size: 'M' } },
      ],
    })
    expect((await row('product', id)).price).toBe('12.50 – 1280.00')
    await put(id, { stocks: [{ id: stocks[0].id }] })
    expect((await row('product', id)).price).toBe('12.50')
  })

  test('shows what needs attention for each product, until it is resolved', async () => {
    const { id, stocks } = await made({ visibled: false, stocks: [{ price: '10.00', inventories: lies(0) }] })
    expect((await row('product', id)).attention).toEqual(['hidden', 'out_of_stock', 'no_picture'])
    await put(id, {
      visibled: true,
      stocks: [{ id: stocks[0].id, inventories: [{ id: stocks[0].inventories[0].id, warehouse_id: warehouse, quantity: 2 }] }],
    })
    const picture = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#884400' } })
      .png()
      .toBuffer()
    fine(await send(`/api/admin/product/${id}`, { _method: 'PUT', 'upload_images[0]': picture }))
    expect((await row('product', id)).attention).toEqual(['out_of_stock'])
    fine(await shop.owner.post('/api/admin/inventory/plus', { inventory_id: stocks[0].inventories[0].id, quantity: 2 }))
    const done = await row('product', id)
    expect([done.attention, done.picture]).toEqual([[], expect.stringMatching(/\.png$/)])
  })

  test('never marks an untracked product as out of stock', async () => {
    const { id } = await made({ track_inventories: false })
    expect((await row('product', id)).attention).toEqual(['no_picture'])
  })

  test('filters by type, brand, category and flags, and searches name, SKU and URL', async () => {
    const brand = await make('brand', { title: 'North', url: 'north' })
    const category = await make('category', { title: 'Cups', url: 'cups' })
    const { id } = await made({
      name: 'Findable',
      sku: 'FND-1',
      url: 'fnd-address',
      type: 'virtual',
      brand_id: brand.id,
      categories: [category.id],
      is_hot: true,
    })
    await made({ name: 'Another' })
    const ids = async (query: string) =>
      fine(await shop.owner.get(`/api/admin/product?${query}`)).body.data.map((row: { id: number }) => row.id)
    for (const query of [
      'type=virtual',
      `brand_id=${brand.id}`,
      `categories=${category.id}`,
      'is_hot=1',
      'q=findab',
      'q=FND-1',
      'q=fnd-address',
    ])
      expect(await ids(query), query).toEqual([id])
  })

  test('a batch change is visible in the store immediately, and other rows stay unchanged', async () => {
    const [first, two, three] = [await made({ name: 'Batch one' }), await made({ name: 'Batch two' }), await made({ name: 'Batch three' })]
    const searchCards = async () =>
      fine(await shop.guest.post('/api/product/search', { keyword: 'batch' })).body.data.map((card: any) => [card.id, card.is_new])
    fine(await shop.owner.put('/api/admin/product/batch', { ids: [first.id, two.id], key: 'is_new', value: true }))
    expect(await searchCards()).toEqual([
      [three.id, false],
      [two.id, true],
      [first.id, true],
    ])
    fine(await shop.owner.put('/api/admin/product/batch', { ids: [first.id, three.id], key: 'visibled', value: false }))
    expect(await searchCards()).toEqual([[two.id, true]])
    fine(await shop.owner.delete('/api/admin/product/batch', { ids: [two.id, three.id] }))
    expect(await searchCards()).toEqual([])
    expect((await shop.owner.get(`/api/admin/product/${two.id}`)).status).toBe(404)
  })
})

describe('the list of temporary prices', () => {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  test('shows whether a price is active, scheduled, expired or off, with the regular price and the stock', async () => {
    const { stocks } = await made({ name: 'Priced', stocks: [{ price: '20.00', special_price: '18.00', values: { size: 'S' } }] })
    const price = async (amount: string, more: object) => (await make('stock_price', { stock_id: stocks[0].id, price: amount, ...more })).id
    const rows = {
      now: await price('10.00', { starts_at: at(-1), ends_at: at(1) }),
      coming: await price('11.00', { starts_at: at(1) }),
      over: await price('12.00', { starts_at: at(-3), ends_at: at(-2) }),
      off: await price('13.00', { starts_at: at(-2), enabled: false }),
    }
    for (const [state, id] of Object.entries(rows))
      expect(await row('stock_price', id), state).toMatchObject({ state, usual: '18.00', goods: 'Priced', choice: 'S' })
    // A disabled price has the state "off", regardless of its dates.
    fine(await shop.owner.put('/api/admin/stock_price/batch', { ids: [rows.coming, rows.now], key: 'enabled', value: false }))
    expect((await row('stock_price', rows.coming)).state).toBe('off')
    expect((await row('stock_price', rows.now)).state).toBe('off')
  })

  test('a deleted price no longer applies, and a changed one applies immediately', async () => {
    const { url, stocks } = await made({ stocks: [{ price: '20.00' }] })
    const { id } = await make('stock_price', { stock_id: stocks[0].id, price: '10.00' })
    const from = async () => fine(await shop.guest.post('/api/product', { url })).body.price.from
    expect(await from()).toBe('10.00')
    fine(await shop.owner.put(`/api/admin/stock_price/${id}`, { price: '9.00' }))
    expect(await from()).toBe('9.00')
    fine(await shop.owner.delete(`/api/admin/stock_price/${id}`))
    expect(await from()).toBe('20.00')
    fine(await shop.owner.delete(`/api/admin/product/${(await made({})).id}`))
  })

  test('accepts a lower-case currency code and rejects an unknown currency', async () => {
    const { stocks } = await made({})
    const price = await make('stock_price', { stock_id: stocks[0].id, price: '9.00', currency: 'usd', min_quantity: 9_999 })
    expect(price).toMatchObject({ currency: 'USD', min_quantity: 9_999 })
    const refused = async (more: object) =>
      Object.keys((await shop.owner.post('/api/admin/stock_price', { stock_id: stocks[0].id, price: '9.00', ...more })).body.messages)
    expect(await refused({ currency: 'US' })).toEqual(['currency'])
    expect(await refused({ min_quantity: 10_000 })).toEqual(['min_quantity'])
    // A price for the same audience and the same minimum quantity already exists.
    expect(await refused({ currency: 'USD', min_quantity: 9_999 })).toEqual(['starts_at'])
  })
})

describe('deleting what products use', () => {
  test('a category can be deleted only without products and subcategories', async () => {
    const top = await make('category', { title: 'Top', url: 'top' })
    const below = await make('category', { title: 'Below', url: 'below', parent_id: top.id })
    const { id } = await made({ categories: [below.id] })
    expect((await shop.owner.delete(`/api/admin/category/${top.id}`)).status).toBe(409)
    expect((await shop.owner.delete(`/api/admin/category/${below.id}`)).status).toBe(409)
    await put(id, { categories: [] })
    fine(await shop.owner.delete(`/api/admin/category/${below.id}`))
    fine(await shop.owner.delete(`/api/admin/category/${top.id}`))
    expect((await shop.guest.post('/api/category', { url: 'top' })).status).toBe(404)
  })

  test('a brand can be deleted only without products', async () => {
    const brand = await make('brand', { title: 'South', url: 'south' })
    const { id } = await made({ brand_id: brand.id })
    expect((await shop.owner.delete(`/api/admin/brand/${brand.id}`)).status).toBe(409)
    await put(id, { brand_id: null })
    fine(await shop.owner.delete(`/api/admin/brand/${brand.id}`))
  })

  test('a stale product update is rejected with a conflict and writes nothing', async () => {
    const { id, version } = await made({ name: 'Version' })
    await put(id, { name: 'Mine', version })
    const late = await shop.owner.put(`/api/admin/product/${id}`, { name: 'Late', is_hot: true, version })
    expect([late.status, late.body.code]).toEqual([409, 'STALE'])
    expect(fine(await shop.owner.get(`/api/admin/product/${id}`)).body).toMatchObject({ name: 'Mine', is_hot: false })
    // Of two concurrent updates, one succeeds.
    const now = fine(await shop.owner.get(`/api/admin/product/${id}`)).body.version
    const both = await Promise.all(['A', 'B'].map((name) => shop.owner.put(`/api/admin/product/${id}`, { name, version: now })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})
