import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { fine } from '../../../tests/support/selling-shop.ts'
import { writing } from '../../../tests/support/write-product.ts'

/** Product limits, unique fields, and what happens to variants when their options change. */
const shop = suite(['catalogue', 'inventory'])
const { made, put, refused } = writing(() => shop.owner)
let warehouse: number
beforeAll(async () => {
  warehouse = fine(await shop.owner.post('/api/admin/warehouse', { code: 'main', name: 'Main' })).body.id
})
const post = (body: object) => shop.owner.post('/api/admin/product', { name: 'Edge', stocks: [{ price: '1.00' }], ...body })
const fields = ({ status, body }: { status: number; body: any }) => [status, ...Object.keys(body.messages ?? {})]

describe('SKUs, URLs and barcodes', () => {
  test('are unique and can be reused after their product is deleted', async () => {
    const created = await made({ sku: 'OWN', url: 'own', stocks: [{ price: '1.00', sku: 'OWN-S', barcode: 'OWN-B' }] })
    expect(fields(await post({ sku: 'OWN' }))).toEqual([422, 'sku'])
    expect(fields(await post({ sku: 'OTHER', url: 'own' }))).toEqual([422, 'url'])
    expect(fields(await post({ sku: 'OTHER', stocks: [{ price: '1.00', sku: 'OWN-S' }] }))).toEqual([422, 'stocks.0.sku'])
    expect(fields(await post({ sku: 'OTHER', stocks: [{ price: '1.00', barcode: 'OWN-B' }] }))).toEqual([422, 'stocks.0.barcode'])
    fine(await shop.owner.delete(`/api/admin/product/${created.id}`))
    fine(await post({ sku: 'OWN', url: 'own', stocks: [{ price: '1.00', sku: 'OWN-S', barcode: 'OWN-B' }] }))
  })

  test('of concurrent requests for the same product one succeeds and the others are rejected', async () => {
    const same = await Promise.all([1, 2, 3].map(() => post({ sku: 'ONCE', url: 'once' })))
    expect(same.map(({ status }) => status).sort()).toEqual([201, 422, 422])
  })

  test('are at most 100 characters long, and generated ones fit too, for stocks and for copies', async () => {
    expect(fields(await post({ sku: 'x'.repeat(101) }))[1]).toBe('sku')
    for (const length of [100, 95, 92]) {
      const sku = `${length}${'x'.repeat(length - String(length).length)}`
      const { id, stocks } = fine(await post({ sku })).body
      expect(stocks[0].sku.length).toBeLessThanOrEqual(100)
      const copy = fine(await shop.owner.post(`/api/admin/product/${id}/clone`)).body
      expect([copy.sku.length <= 100, copy.sku !== sku]).toEqual([true, true])
    }
  })
})

describe('limits', () => {
  const sizes = (count: number) => Array.from({ length: count }, (_, i) => ({ price: '1.00', values: { size: `s${i}` } }))
  test('200 stocks, three options and 30 tags; hidden stocks do not count', async () => {
    const { id, stocks } = await made({ stocks: sizes(200) })
    expect(stocks).toHaveLength(200)
    await put(id, { stocks: stocks.slice(100).map((s: { id: number }) => ({ id: s.id })) })
    const after = await put(id, {
      stocks: [...stocks.slice(100).map((s: { id: number }) => ({ id: s.id })), ...sizes(300).slice(200, 300)],
    })
    expect(after.stocks.filter((s: { visibled: boolean }) => s.visibled)).toHaveLength(200)
    expect((await made({ stocks: [{ price: '1.00', values: { a: '1', b: '2', c: '3' } }] })).options).toHaveLength(3)
    expect(Object.keys(await refused({ stocks: [{ price: '1.00', values: { a: '1', b: '2', c: '3', d: '4' } }] }))).toEqual(['options'])
    expect((await made({ tags: Array.from({ length: 30 }, (_, i) => `t${i}`) })).tags).toHaveLength(30)
    expect(Object.keys(await refused({ tags: Array.from({ length: 31 }, (_, i) => `t${i}`) }))).toEqual(['tags'])
  })

  test.each([
    [{ stocks: [{ price: '-0.01' }] }, 'stocks.0.price'],
    [{ stocks: [{ price: '1.001' }] }, 'stocks.0.price'],
    [{ stocks: [{ price: '' }] }, 'stocks.0.price'],
    [{ stocks: [{ price: '1.00', special_price: '-1' }] }, 'stocks.0.special_price'],
    [{ stocks: [{ price: '1.00', weight_g: -1 }] }, 'stocks.0.weight_g'],
    [{ stocks: [{ price: '1.00', stock_notification: -1 }] }, 'stocks.0.stock_notification'],
    [{ stocks: [{ price: '1.00', redemption_limit: -1 }] }, 'stocks.0.redemption_limit'],
    [{ type: 'goods' }, 'type'],
    [{ brand_id: 999_999 }, 'brand_id'],
    [{ categories: [999_999] }, 'categories'],
    [{ url: 'no way' }, 'url'],
    [{ meta_description: 'x'.repeat(501) }, 'meta_description'],
  ])('%j is refused at %s', async (body, field) => {
    expect(Object.keys(await refused(body))).toEqual([field])
  })

  test('a price of zero is free, and a product with only hidden stocks has no price and is out of stock', async () => {
    const { id, url, stocks } = await made({ stocks: [{ price: '0.00' }] })
    const readProduct = async () => fine(await shop.guest.post('/api/product', { url })).body
    expect((await readProduct()).price).toEqual({ from: '0.00', to: '0.00', was: null })
    await put(id, { stocks: [{ id: stocks[0].id, visibled: false }] })
    expect(await readProduct()).toMatchObject({ price: null, stocks: [] })
    const [card] = fine(await shop.guest.get('/api/product?limit=1')).body.data
    expect(card).toMatchObject({ id, price: null, in_stock: false })
    const { data } = fine(await shop.owner.get(`/api/admin/product?sort=-id&limit=1`)).body
    expect(data[0].attention).toEqual(['out_of_stock', 'no_price', 'no_picture'])
  })
})

describe('renaming an option', () => {
  const lies = [{ warehouse_id: 0, quantity: 3 }]
  const shirt = async () => {
    const inventories = lies.map((line) => ({ ...line, warehouse_id: warehouse }))
    return made({ stocks: ['S', 'M'].map((size) => ({ price: '1.00', values: { size }, inventories })) })
  }
  const listVisible = (product: any) => product.stocks.filter((s: any) => s.visibled).map((s: any) => [s.id, s.values])

  test('by label keeps its stocks unchanged', async () => {
    const { id, options, stocks } = await shirt()
    const [option] = options
    const after = await put(id, {
      options: [{ id: option.id, label: 'Fit', values: option.values.map((v: any) => ({ id: v.id, label: `${v.label}!` })) }],
    })
    expect(listVisible(after)).toEqual(stocks.map((s: any) => [s.id, s.values]))
    expect(after.options[0]).toMatchObject({
      key: 'size',
      label: 'Fit',
      values: [
        { code: 's', label: 'S!' },
        { code: 'm', label: 'M!' },
      ],
    })
  })

  test('by key or value code updates its stocks and keeps their inventory', async () => {
    const { id, options, stocks } = await shirt()
    const [option] = options
    const values = [
      { id: option.values[0].id, code: 'small', label: 'S' },
      { id: option.values[1].id, code: 'm', label: 'M' },
    ]
    const after = await put(id, { options: [{ id: option.id, key: 'fit', label: 'Fit', values }] })
    expect(listVisible(after)).toEqual([
      [stocks[0].id, { fit: 'small' }],
      [stocks[1].id, { fit: 'm' }],
    ])
    expect(after.stocks.map((s: any) => s.inventories[0].quantity)).toEqual([3, 3])
    expect((await shop.it.kernel.db.rows(sql`select facets from product_shelf where product_id = ${id}`))[0]).toEqual({
      facets: ['fit:m', 'fit:small'],
    })
  })

  test('by swapping the codes of two values updates their stocks and hides none', async () => {
    const { id, options, stocks } = await shirt()
    const [s, m] = options[0].values
    const values = [
      { id: s.id, code: 'm', label: 'M' },
      { id: m.id, code: 's', label: 'S' },
    ]
    const after = fine(await shop.owner.put(`/api/admin/product/${id}`, { options: [{ id: options[0].id, values }] })).body
    expect(listVisible(after)).toEqual([
      [stocks[0].id, { size: 'm' }],
      [stocks[1].id, { size: 's' }],
    ])
  })

  test('updates stocks that are sent with their id only', async () => {
    const { id, options, stocks } = await shirt()
    const values = options[0].values.map((v: any) => ({ id: v.id, label: `${v.label}!` }))
    const lines = stocks.map((stock: any) => ({ id: stock.id, price: '2.00' }))
    const after = await put(id, { options: [{ id: options[0].id, key: 'fit', label: 'Fit', values }], stocks: lines })
    expect(after.options).toHaveLength(1)
    expect(after.stocks.map((stock: any) => [stock.id, stock.values, stock.price])).toEqual([
      [stocks[0].id, { fit: 's' }, '2.00'],
      [stocks[1].id, { fit: 'm' }, '2.00'],
    ])
  })

  test('without one of its values hides the stocks of that one', async () => {
    const { id, options, stocks } = await shirt()
    const after = await put(id, { options: [{ id: options[0].id, values: [{ id: options[0].values[1].id }] }] })
    expect(listVisible(after)).toEqual([[stocks[1].id, { size: 'm' }]])
  })
})

test('a copy omits hidden stocks and temporary prices, and keeps categories and brand', async () => {
  const brand = fine(await shop.owner.post('/api/admin/brand', { title: 'North', url: 'north' })).body
  const category = fine(await shop.owner.post('/api/admin/category', { title: 'Cups', url: 'cups' })).body
  const whole = await made({
    brand_id: brand.id,
    categories: [category.id],
    tags: ['gift'],
    is_hot: true,
    stocks: ['S', 'M'].map((size) => ({ price: '10.00', special_price: '8.00', stock_notification: 3, values: { size } })),
  })
  await put(whole.id, { stocks: [{ id: whole.stocks[1].id }] })
  fine(await shop.owner.post('/api/admin/stock_price', { stock_id: whole.stocks[1].id, price: '1.00' }))
  const { id } = fine(await shop.owner.post(`/api/admin/product/${whole.id}/clone`)).body
  const copy = fine(await shop.owner.get(`/api/admin/product/${id}`)).body
  expect(copy).toMatchObject({ brand_id: brand.id, categories: [category.id], tags: ['gift'], is_hot: true, visibled: false })
  expect(copy.stocks.map((s: any) => [s.values, s.price, s.special_price, s.stock_notification])).toEqual([
    [{ size: 'm' }, '10.00', '8.00', 3],
  ])
  fine(await shop.owner.put(`/api/admin/product/${id}`, { visibled: true }))
  expect(fine(await shop.guest.post('/api/product', { url: copy.url })).body.price).toEqual({ from: '8.00', to: '8.00', was: '10.00' })
})
