import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'
import { writing } from '../../../tests/support/write-product.ts'

let it: TestApp
let owner: Client
let warehouse: number
let picture: Buffer
let other: Buffer
const { made, send } = writing(() => owner)
beforeAll(async () => {
  it = await testApp(['content', 'catalogue', 'inventory'])
  owner = await it.staff('owner')
  warehouse = (await owner.post('/api/admin/warehouse', { code: 'main', name: 'Main' })).body.id
  const plain = (background: string) =>
    sharp({ create: { width: 40, height: 30, channels: 3, background } })
      .png()
      .toBuffer()
  ;[picture, other] = await Promise.all([plain('#884400'), plain('#004488')])
})
afterAll(() => it.close())

test('a form with nested keys creates a product with options, stocks, inventory lines and images in one call', async () => {
  const answer = await send('/api/admin/product', {
    language: 'en-US',
    name: 'Kettle',
    sku: 'KETTLE',
    type: 'general',
    is_hot: '1',
    'options[0][key]': 'colour',
    'options[0][label]': 'Colour',
    'options[0][values][0][code]': 'red',
    'options[0][values][0][label]': 'Red',
    'stocks[0][values][colour]': 'red',
    'stocks[0][price]': '1,280.50',
    'stocks[0][inventories][0][warehouse_id]': String(warehouse),
    'stocks[0][inventories][0][quantity]': '7',
    'images[0][path]': picture,
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  expect(answer.body).toMatchObject({
    url: 'KETTLE',
    is_hot: true,
    stocks: [{ sku: 'KETTLE-stock1', barcode: 'KETTLE-stock1', price: '1280.50', values: { colour: 'red' } }],
  })
  expect(answer.body.stocks[0].inventories[0]).toMatchObject({ quantity: 7, warehouse_id: warehouse })
  expect(answer.body.images[0].path).toMatch(/\.png$/)
  expect(answer.body.inventories_histories).toMatchObject([
    { sku: 'KETTLE-stock1', option: 'red', type: 'plus', warehouse: 'Main', action: '+7 → 7' },
  ])

  const changed = await send(`/api/admin/product/${answer.body.id}`, {
    _method: 'PUT',
    language: 'zh-HK',
    globals: 'is_new',
    name: '水壺',
    is_new: '1',
    is_hot: '0',
  })
  expect(changed.status, JSON.stringify(changed.body)).toBe(200)
  expect(changed.body).toMatchObject({ is_new: true, is_hot: true })
  const all = await owner.get(`/api/admin/product/${answer.body.id}?language=*`)
  expect(all.body.name).toEqual({ 'en-US': 'Kettle', 'zh-HK': '水壺' })
})

test('images with an id are kept, new files are added, and the given order is saved', async () => {
  const { id } = await made({})
  const first = await send(`/api/admin/product/${id}`, { _method: 'PUT', 'upload_images[0]': picture, 'upload_images[1]': other })
  expect(first.status, JSON.stringify(first.body)).toBe(200)
  const [a, b] = first.body.images.map((image: any) => image.id)
  const second = await send(`/api/admin/product/${id}`, {
    _method: 'PUT',
    'images[0][id]': String(b),
    'images[1][path]': picture,
    'images[2][id]': String(a),
  })
  expect(second.body.images.map((image: any) => image.id)).toEqual([b, expect.any(Number), a])
  expect(second.body.images[2].path).toBe(first.body.images[0].path)
  const third = await send(`/api/admin/product/${id}`, { _method: 'PUT', 'image_list[0][id]': String(a), 'upload_images[0]': picture })
  expect(third.body.images).toHaveLength(2)
  expect(third.body.images[0].id).toBe(a)
})

test('invalid images are rejected, under each field name and in any combination', async () => {
  const { id } = await made({})
  const before = (await owner.get(`/api/admin/product/${id}`)).body.images
  const odd: unknown[] = [5, true, 'x', { a: 1 }, [[{}]], [{ id: 'x' }], [{ path: 7 }], { length: 3 }, [true]]
  for (const value of odd)
    for (const body of [
      { image_list: value },
      { upload_images: value },
      { image_list: value, upload_images: value },
      { images: value, upload_images: ['x'] },
      { images: value, image_list: value },
    ]) {
      const answer = await owner.put(`/api/admin/product/${id}`, body)
      expect(
        [answer.status, Object.keys(answer.body.messages ?? {}).every((name) => name.startsWith('images'))],
        JSON.stringify(body),
      ).toEqual([422, true])
    }
  expect((await owner.get(`/api/admin/product/${id}`)).body.images).toEqual(before)
})

test('a name fills sku and url, in whichever language it is', async () => {
  const named = await owner.post('/api/admin/product', { name: 'Crystal Vase of the Emperor', stocks: [{ price: '1' }] })
  expect(named.body.sku).toMatch(/^crystal-vase-of-the-\d{4}$/)
  expect(named.body.url).toBe(named.body.sku)
  const half = await owner.post('/api/admin/product', { name: 'Bowl', url: 'my-bowl', stocks: [{ price: '1' }] })
  expect(half.body.url).toBe(half.body.sku)
  expect(half.body.sku).toMatch(/^bowl-\d{4}$/)
  const other = await owner.post('/api/admin/product', { language: 'zh-HK', name: '碗', stocks: [{ price: '1' }] })
  expect(other.status, JSON.stringify(other.body)).toBe(201)
  expect(other.body.sku).toMatch(/^wan-\d{4}$/)
  const coded = await owner.post('/api/admin/product', { name: { 'zh-HK': '只有中文' }, sku: 'ONLYZH1', stocks: [{ price: '1.00' }] })
  expect(coded.body).toMatchObject({ sku: 'ONLYZH1', url: 'ONLYZH1', stocks: [{ sku: 'ONLYZH1-stock1' }] })
  const both = await owner.post('/api/admin/product', { name: { 'zh-HK': '碗', 'en-US': 'Bowl' }, stocks: [{ price: '1' }] })
  expect(both.body.sku).toMatch(/^bowl-\d{4}$/)
})

test('inventory of services is untracked unless requested', async () => {
  expect((await made({ type: 'service' })).track_inventories).toBe(false)
  expect((await made({ type: 'service', track_inventories: true })).track_inventories).toBe(true)
  expect((await made({ type: 'general' })).track_inventories).toBe(true)
})

test('old URLs of products, categories and brands redirect to the newest one without intermediate hops', async () => {
  const ids = {
    product: (await made({ sku: 'WAY', url: 'way-one' })).id,
    category: (await owner.post('/api/admin/category', { title: 'Way', url: 'way-one' })).body.id,
    brand: (await owner.post('/api/admin/brand', { title: 'Way', url: 'way-one' })).body.id,
  }
  for (const [resource, id] of Object.entries(ids)) {
    for (const url of ['way-two', 'way-three']) await owner.put(`/api/admin/${resource}/${id}`, { url })
    for (const from of ['way-one', 'way-two'])
      expect((await it.guest.get(`/api/redirect?path=/${resource}/${from}`)).body).toEqual({ target: `/${resource}/way-three` })
  }
})

test('a price has a maximum, so that the largest quantity times the price is exact to the cent', async () => {
  const make = (values: object) => owner.post('/api/admin/product', { name: 'Ceiling', stocks: [{ price: '1.00', ...values }] })
  for (const name of ['price', 'special_price']) {
    const refused = await make({ [name]: '1000000000.00' })
    expect([refused.status, Object.keys(refused.body.messages)]).toEqual([422, [`stocks.0.${name}`]])
  }
  expect((await make({ price: '999999999.99' })).status).toBe(201)
  expect(Number.isSafeInteger(99_999_999_999 * 9_999)).toBe(true)
})

test('options, values and stocks can swap unique values in one write', async () => {
  const option = (key: string, codes: string[]) => ({ key, label: key, values: codes.map((code) => ({ code, label: code })) })
  const made = (
    await owner.post('/api/admin/product', {
      name: 'Swap',
      options: [option('colour', ['red', 'blue', 'green']), option('size', ['s', 'l'])],
      stocks: [
        { sku: 'SWAP-1', price: '1.00', values: { colour: 'red', size: 's' } },
        { sku: 'SWAP-2', price: '1.00', values: { colour: 'blue', size: 'l' } },
      ],
    })
  ).body
  const [colour, size] = made.options
  const [red, blue, green] = colour.values
  const write = (body: object) => owner.put(`/api/admin/product/${made.id}`, { version: made.version, ...body })
  const swapped = await write({
    options: [
      {
        ...colour,
        values: [
          { ...red, code: 'blue' },
          { ...blue, code: 'green' },
          { ...green, code: 'red' },
        ],
      },
      size,
    ],
    stocks: [
      { id: made.stocks[0].id, sku: 'SWAP-2' },
      { id: made.stocks[1].id, sku: 'SWAP-1' },
    ],
  })
  expect([swapped.status, swapped.body.messages]).toEqual([200, undefined])
  const values = swapped.body.options[0].values.map((v: any) => [v.id, v.code])
  expect(values).toEqual([
    [red.id, 'blue'],
    [blue.id, 'green'],
    [green.id, 'red'],
  ])
  expect(swapped.body.stocks.map((s: any) => s.sku)).toEqual(['SWAP-2', 'SWAP-1'])
  // A stock with the SKU of another stock is rejected.
  const twice = await owner.put(`/api/admin/product/${made.id}`, {
    version: swapped.body.version,
    stocks: swapped.body.stocks.map((s: any) => ({ id: s.id, sku: 'SWAP-1', values: s.values })),
  })
  expect(twice.status).toBe(422)
})

test('a stock whose code refers to another value after the write states which it means, or keeps its value', async () => {
  const option = (key: string, codes: string[]) => ({ key, label: key, values: codes.map((code) => ({ code, label: code })) })
  const product = {
    name: 'Exchange',
    options: [option('colour', ['red', 'blue']), option('shade', ['blue', 'red'])],
    stocks: [
      { sku: 'EXCHANGE-1', price: '1.00', values: { colour: 'red', shade: 'red' } },
      { sku: 'EXCHANGE-2', price: '1.00', values: { colour: 'blue', shade: 'red' } },
    ],
  }
  const { id, options, stocks } = (await owner.post('/api/admin/product', product)).body
  const [colour, shade] = options
  const [red, blue] = colour.values
  const put = async (body: object) => (await owner.put(`/api/admin/product/${id}`, body)).body
  const listValueIds = ({ options: now, stocks: all }: any) =>
    all.map(({ values }: any) => now.map((option: any) => option.values.find((v: any) => v.code === values[option.key])?.id))
  const before = listValueIds({ options, stocks })
  const exchanged = {
    options: [
      {
        ...colour,
        values: [
          { ...red, code: 'blue' },
          { ...blue, code: 'red' },
        ],
      },
      shade,
    ],
  }
  const moved = (code: string) => [`The code "${code}" now belongs to another value. Enter a new code, or leave it out.`]
  expect((await put({ ...exchanged, stocks })).messages).toEqual({ 'stocks.0.values': moved('red'), 'stocks.1.values': moved('blue') })
  const conflicting = { options: [{ ...colour, values: [{ ...red, code: 'crimson' }, blue, { code: 'red', label: 'new' }] }, shade] }
  expect((await put({ ...conflicting, stocks })).messages).toEqual({ 'stocks.0.values': moved('red') })
  const keys = {
    options: [
      { ...colour, key: 'shade' },
      { ...shade, key: 'colour' },
    ],
  }
  expect(Object.keys((await put({ ...keys, stocks })).messages)).toEqual(['stocks.0.values', 'stocks.1.values'])
  // With the new codes, or without values, each stock keeps its option value.
  const named = [
    { id: stocks[0].id, values: { colour: 'blue', shade: 'red' } },
    { id: stocks[1].id, values: { colour: 'red', shade: 'red' } },
  ]
  for (const stockLines of [named, stocks.map((stock: { id: number }) => ({ id: stock.id }))]) {
    const after = await put({ ...exchanged, stocks: stockLines })
    expect([after.messages, after.stocks && listValueIds(after)]).toEqual([undefined, before])
    expect(listValueIds(await put({ options }))).toEqual(before)
  }
})
