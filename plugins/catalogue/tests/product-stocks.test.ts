import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'
import { writing } from '../../../tests/support/write-product.ts'

let it: TestApp
let owner: Client
let warehouse: number
let picture: Buffer
const { made, refused, put, send } = writing(() => owner)
beforeAll(async () => {
  it = await testApp(['content', 'catalogue', 'inventory'])
  owner = await it.staff('owner')
  warehouse = (await owner.post('/api/admin/warehouse', { code: 'main', name: 'Main' })).body.id
  picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#884400' } })
    .png()
    .toBuffer()
})
afterAll(() => it.close())

test('generated stock SKUs skip those of other products, and can be reused after their product is deleted', async () => {
  const other = await made({ sku: 'OTHER', stocks: [{ price: '1', sku: 'CUP-stock1', barcode: 'CUP-stock2' }] })
  const cup = await made({ sku: 'CUP', stocks: ['M', 'L'].map((size) => ({ price: '1', values: { size } })) })
  expect(cup.stocks.map((s: any) => [s.sku, s.barcode])).toEqual([
    ['CUP-stock3', 'CUP-stock3'],
    ['CUP-stock4', 'CUP-stock4'],
  ])
  expect((await owner.delete(`/api/admin/product/${other.id}`)).status).toBe(200)
  expect((await made({ sku: 'OTHER', stocks: [{ price: '1', sku: 'CUP-stock1' }] })).url).toBe('OTHER')
})

test('exceeded limits and duplicates are rejected by field', async () => {
  const option = (key: string, label: string, values = ['a', 'b']) => ({
    key,
    label,
    values: values.map((code) => ({ code, label: code })),
  })
  expect(await refused({ options: ['a', 'b', 'c', 'd'].map((key) => option(key, key)) })).toEqual({
    options: ['A product can have at most 3 options.'],
  })
  expect(await refused({ stocks: Array.from({ length: 201 }, (_, i) => ({ price: '1', values: { size: String(i) } })) })).toEqual({
    stocks: ['A product can have at most 200 variants. Remove some option values.'],
  })
  expect(await refused({ options: [option('a', 'Size'), option('b', 'size ')] })).toEqual({
    'options.1.label': ['This input can not be repeated.'],
  })
  expect(await refused({ options: [option('a', 'Size'), option('a', 'Colour')] })).toEqual({
    'options.1.key': ['Key can not be repeated.'],
  })
  expect(
    await refused({
      options: [
        {
          ...option('a', 'Size'),
          values: [
            { code: 'x', label: 'Big' },
            { code: 'y', label: 'big' },
          ],
        },
      ],
    }),
  ).toEqual({ 'options.0.values.1.label': ['This input can not be repeated.'] })
  expect(await refused({ options: [option('a', '')] })).toEqual({ 'options.0.label': ['Please make sure all option names are not empty'] })
  expect(await refused({ options: [option('a', 'Size', [])] })).toEqual({
    'options.0.values': ['Please make sure all option values are not empty'],
  })
  expect(
    await refused({
      stocks: [
        { price: '1', values: { size: 'M' } },
        { price: '2', values: { size: 'm' } },
      ],
    }),
  ).toEqual({ 'stocks.1.values': ['This input can not be repeated.'] })
})

test('a scan finds one stock: a generated code appears in no column of another stock', async () => {
  const { stocks } = await made({
    sku: 'SCAN',
    stocks: [
      { price: '1', sku: '', values: { size: 'S' } },
      { price: '1', sku: 'SCAN-stock1', values: { size: 'M' } },
    ],
  })
  const codes = stocks.map(({ sku, barcode }: any) => new Set([sku, barcode]))
  expect([...codes[0]].filter((code) => codes[1].has(code))).toEqual([])
})

const sizes = { key: 'size', label: 'Size', values: ['s', 'm'].map((code) => ({ code, label: code.toUpperCase() })) }

test('a stock with missing or unknown option values is rejected', async () => {
  const missing = { 'stocks.0.values': ['Please select "size".'] }
  expect(await refused({ options: [sizes], stocks: [{ price: '1' }] })).toEqual(missing)
  expect(await refused({ options: [sizes], stocks: [{ price: '1', values: { size: '' } }] })).toEqual(missing)
  expect(await refused({ options: [sizes], stocks: [{ price: '1', values: { size: 'zzz' } }] })).toEqual({
    'stocks.0.values': ['Please choose one of the available options.'],
  })
})

test('a stock sent without option values does not replace another stock', async () => {
  const { id, stocks } = await made({ options: [sizes], stocks: ['s', 'm'].map((size) => ({ price: '1', values: { size } })) })
  const answer = await owner.put(`/api/admin/product/${id}`, { stocks: [{ id: stocks[0].id }, { price: '5.00', sku: '' }] })
  expect([answer.status, answer.body.messages]).toEqual([422, { 'stocks.1.values': ['Please select "size".'] }])
  expect((await owner.get(`/api/admin/product/${id}`)).body.stocks.map((s: any) => [s.id, s.price, s.values.size])).toEqual([
    [stocks[0].id, '1.00', 's'],
    [stocks[1].id, '1.00', 'm'],
  ])
})

test('an option can be sent with only its id and label, together with stocks that use it', async () => {
  const { id, options, stocks } = await made({ options: [sizes], stocks: [{ price: '1', values: { size: 's' } }] })
  const named = await put(id, { options: [{ id: options[0].id, label: 'Fit' }], stocks: [{ id: stocks[0].id, values: { size: 's' } }] })
  expect(named.options).toMatchObject([{ id: options[0].id, label: 'Fit', values: [{ code: 's' }, { code: 'm' }] }])
})

test('a restored hidden combination keeps its id and is flagged as recovered until the next save', async () => {
  const sized = (size: string, more = {}) => ({ price: '10', values: { size }, ...more })
  const first = await made({ stocks: [sized('S', { sku: 'KEEP-S', inventories: [{ warehouse_id: warehouse, quantity: 4 }] }), sized('M')] })
  const [small, medium] = first.stocks
  const without = await put(first.id, { stocks: [{ id: medium.id }] })
  expect(without.stocks.find((s: any) => s.id === small.id)).toMatchObject({ visibled: false, recover: false })
  const back = await put(first.id, { stocks: [{ id: medium.id }, sized('S', { price: '12' })] })
  const old = back.stocks.find((s: any) => s.id === small.id)
  expect(back.stocks).toHaveLength(2)
  expect(old).toMatchObject({ visibled: true, recover: true, sku: 'KEEP-S', price: '12.00' })
  expect(old.inventories[0].quantity).toBe(4)
  const again = await put(first.id, { stocks: back.stocks.map(({ id }: any) => ({ id })) })
  expect(again.stocks.every((s: any) => s.recover === false)).toBe(true)
})

test('an option value sent again without its id keeps its former id', async () => {
  const { id, options, stocks } = await made({ stocks: ['Red', 'Blue'].map((colour) => ({ price: '10', values: { colour } })) })
  const [option] = options
  const bare = { key: 'colour', label: 'Colour', values: option.values.map(({ code, label }: any) => ({ code, label })) }
  const again = await put(id, { options: [bare], stocks: stocks.map((s: any) => ({ id: s.id })) })
  expect(again.options[0]).toMatchObject({ id: option.id, values: option.values.map((v: any) => ({ id: v.id, code: v.code })) })
})

test('an inventory line added after a form was opened stays when the form is saved; hiding one is explicit', async () => {
  const { id, stocks } = await made({ stocks: [{ price: '10', inventories: [{ warehouse_id: warehouse, quantity: 1 }] }] })
  const [line] = stocks[0].inventories
  const second = (await owner.post('/api/admin/warehouse', { code: 'second', name: 'Second' })).body.id
  await owner.post('/api/admin/inventory/transfer', { from: line.id, warehouse_id: second, quantity: 1 })
  const updated = await put(id, { stocks: [{ id: stocks[0].id, price: '11', inventories: [{ id: line.id }] }] })
  expect(updated.stocks[0].inventories.map((inventory: any) => [inventory.warehouse_id, inventory.quantity, inventory.visibled])).toEqual([
    [warehouse, 0, true],
    [second, 1, true],
  ])
  const hidden = await put(id, { stocks: [{ id: stocks[0].id, inventories: [{ id: line.id, visibled: false }] }] })
  expect(hidden.stocks[0].inventories.map((inventory: any) => inventory.visibled)).toEqual([false, true])
})

test('adding an option keeps stocks and their inventory; removing it keeps the first stock of each value', async () => {
  const shirt = await made({
    stocks: [{ price: '10', values: { colour: 'Red' }, inventories: [{ warehouse_id: warehouse, quantity: 3 }] }],
  })
  const [red] = shirt.stocks
  const two = await put(shirt.id, {
    stocks: ['S', 'M'].map((size) => ({ price: '10', values: { colour: 'Red', size } })),
  })
  expect(two.stocks.map((s: any) => [s.id === red.id, s.sku === red.sku, s.values.size])).toEqual([
    [true, true, 's'],
    [false, false, 'm'],
  ])
  expect(two.stocks[0].inventories[0].quantity).toBe(3)
  const colour = two.options.find((o: any) => o.key === 'colour')
  const updated = await put(shirt.id, { options: [colour] })
  expect(updated.stocks.map((s: any) => [s.id === red.id, s.visibled, s.values])).toEqual([
    [true, true, { colour: 'red' }],
    [false, false, { colour: 'red', size: 'm' }],
  ])
})

test('a deleted product leaves lists, frees its URL, and keeps its inventory history', async () => {
  const deletedProduct = await made({ sku: 'GONE', stocks: [{ price: '10', inventories: [{ warehouse_id: warehouse, quantity: 2 }] }] })
  expect((await owner.delete(`/api/admin/product/${deletedProduct.id}`)).status).toBe(200)
  expect((await owner.get('/api/admin/product?q=GONE')).body.total).toBe(0)
  expect((await owner.get(`/api/admin/product/${deletedProduct.id}`)).status).toBe(404)
  expect((await made({ sku: 'GONE' })).url).toBe('GONE')
  const { body } = await owner.get('/api/admin/inventory?limit=100')
  expect(body.data.some((line: any) => line.stock_id === deletedProduct.stocks[0].id && line.stock_name === 'GONE-stock1')).toBe(true)
})

test('a copy has all but inventory and URL; a GET request to clone answers the list with the copy', async () => {
  const { id } = await made({
    sku: 'ORIG',
    stocks: [
      { price: '10', cost: '4', values: { size: 'M' }, inventories: [{ warehouse_id: warehouse, quantity: 5 }] },
      { price: '12', values: { size: 'L' } },
    ],
  })
  await send(`/api/admin/product/${id}`, { _method: 'PUT', 'upload_images[0]': picture })
  const listed = await owner.get(`/api/admin/product/${id}/clone`)
  expect(listed.body).toMatchObject({ page: 1, limit: 10, total: expect.any(Number) })
  expect(listed.headers['cache-control']).toBe('no-store')
  const { body: copy } = await owner.get(`/api/admin/product/${listed.body.data[0].id}`)
  expect(copy).toMatchObject({
    name: 'Thing (copy)',
    visibled: false,
    options: [{ key: 'size', values: [{ code: 'm' }, { code: 'l' }] }],
    inventories_histories: [],
  })
  expect(copy.sku).toMatch(/^ORIG-\d{4}$/)
  expect(copy.url).not.toBe('ORIG')
  expect(copy.images).toHaveLength(1)
  expect(copy.stocks.map((s: any) => [s.sku, s.price, s.inventories.map((l: any) => l.quantity)])).toEqual([
    [`${copy.sku}-stock1`, '10.00', [0]],
    [`${copy.sku}-stock2`, '12.00', []],
  ])
})

test('the name of a copy is marked as a copy in each language', async () => {
  const { id } = await made({ sku: 'TWIN' })
  expect((await owner.put(`/api/admin/product/${id}?language=zh-HK`, { name: '東西' })).status).toBe(200)
  const { body: copy } = await owner.post(`/api/admin/product/${id}/clone`)
  const { body: read } = await owner.get(`/api/admin/product/${copy.id}?language=*`)
  expect(read.name).toMatchObject({ 'en-US': 'Thing (copy)', 'zh-HK': '東西（副本）' })
})

test('a variant image is shown once, after those of the product, and wherever the variant appears alone', async () => {
  const image = async (colour: string) => {
    const data = await sharp({ create: { width: 40, height: 30, channels: 3, background: colour } })
      .png()
      .toBuffer()
    const { send: upload } = writing(() => owner)
    return (await upload('/api/admin/upload', { type: 'image', file: data })).body.path as string
  }
  const [front, red] = [await image('#112233'), await image('#ff0000')]
  const lies = [{ warehouse_id: warehouse, quantity: 1 }]
  const dress = await made({
    sku: 'DRESS',
    url: 'dress',
    images: [{ path: front }],
    stocks: [
      { values: { colour: 'Red', size: 'S' }, price: '1', image: red, inventories: lies },
      { values: { colour: 'Red', size: 'M' }, price: '1', image: red, inventories: lies },
      { values: { colour: 'Blue', size: 'S' }, price: '1', inventories: lies },
    ],
  })
  const { body } = await it.guest.post('/api/product', { url: 'dress' })
  expect(body.images).toEqual([
    { path: front, alt: '' },
    { path: red, alt: 'Red, S' },
  ])
  expect(body.stocks.map((s: any) => s.image)).toEqual([red, red, null])
  const getPicture = async (at: number) => (await owner.get(`/api/admin/inventory?stock_id=${dress.stocks[at].id}`)).body.data[0]?.picture
  expect([await getPicture(0), await getPicture(2)]).toEqual([red, front])
  expect((await put(dress.id, { stocks: dress.stocks.map((s: any) => ({ id: s.id, image: null })) })).stocks[0].image).toBeNull()
  expect((await refused({ stocks: [{ price: '1', image: 'img/x.exe' }] }))['stocks.0.image']).toBeDefined()
})
