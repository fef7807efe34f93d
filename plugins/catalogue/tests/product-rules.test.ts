import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defineResource, f } from '#core'
import { type Answer, type Client, type TestApp, testApp } from '../../../tests/support/app.ts'

let it: TestApp
let owner: Client
let warehouse: number
let picture: Buffer
let other: Buffer
beforeAll(async () => {
  it = await testApp(['content'])
  owner = await it.staff('owner')
  warehouse = (await owner.post('/api/admin/warehouse', { code: 'main', name: 'Main' })).body.id
  const plain = (background: string) =>
    sharp({ create: { width: 40, height: 30, channels: 3, background } })
      .png()
      .toBuffer()
  ;[picture, other] = await Promise.all([plain('#884400'), plain('#004488')])
})
afterAll(() => it.close())

let n = 0
const made = async (input: object): Promise<any> => {
  const answer = await owner.post('/api/admin/product', { name: 'Thing', sku: `P-${++n}`, stocks: [{ price: '10' }], ...input })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body
}
const refused = async (input: object): Promise<any> => {
  const answer = await owner.post('/api/admin/product', { name: 'Thing', sku: `P-${++n}`, stocks: [{ price: '10' }], ...input })
  expect(answer.status, JSON.stringify(answer.body)).toBe(422)
  return answer.body.messages
}
const put = async (id: number, input: object): Promise<any> => {
  const answer = await owner.put(`/api/admin/product/${id}`, input)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

/** A multipart body of a browser; buffers are files. */
function form(fields: Record<string, string | Buffer>): { body: Buffer; headers: Record<string, string> } {
  const boundary = 'stoa-test-boundary'
  const parts = Object.entries(fields).map(([name, value]) =>
    Buffer.concat([
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${Buffer.isBuffer(value) ? '; filename="a.png"\r\ncontent-type: image/png' : ''}\r\n\r\n`,
      ),
      Buffer.isBuffer(value) ? value : Buffer.from(value),
      Buffer.from('\r\n'),
    ]),
  )
  return {
    body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}
const send = (path: string, fields: Record<string, string | Buffer>): Promise<Answer> => {
  const { body, headers } = form(fields)
  return owner.post(path, body, headers)
}

test('a form with nested keys makes a product, its options, stocks, lines, pictures and commissions in one call', async () => {
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
    'stocks[0][points_to_redeem]': '0',
    'stocks[0][redemption_limit]': '0',
    'stocks[0][inventories][0][warehouse_id]': String(warehouse),
    'stocks[0][inventories][0][quantity]': '7',
    'images[0][path]': picture,
    'commissions[0][name]': 'Sales team',
    'commissions[0][percentage]': '7.5',
    'commissions[1][name]': 'Nobody',
    'commissions[1][percentage]': '',
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  expect(answer.body).toMatchObject({
    url: 'KETTLE',
    is_hot: true,
    stocks: [{ sku: 'KETTLE-stock1', barcode: 'KETTLE-stock1', price: '1280.50', values: { colour: 'red' } }],
    commissions: [{ name: 'Sales team', percentage: '7.5' }],
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

test('pictures with an id are kept, new files are added, and the order given is the order kept', async () => {
  const { id } = await made({})
  const first = await send(`/api/admin/product/${id}`, { _method: 'PUT', 'upload_images[0]': picture, 'upload_images[1]': other })
  expect(first.status, JSON.stringify(first.body)).toBe(200)
  const [a, b] = first.body.images.map((one: any) => one.id)
  const second = await send(`/api/admin/product/${id}`, {
    _method: 'PUT',
    'images[0][id]': String(b),
    'images[1][path]': picture,
    'images[2][id]': String(a),
  })
  expect(second.body.images.map((one: any) => one.id)).toEqual([b, expect.any(Number), a])
  expect(second.body.images[2].path).toBe(first.body.images[0].path)
  const third = await send(`/api/admin/product/${id}`, { _method: 'PUT', 'image_list[0][id]': String(a), 'upload_images[0]': picture })
  expect(third.body.images).toHaveLength(2)
  expect(third.body.images[0].id).toBe(a)
})

test('a name fills sku and url in the main language only', async () => {
  const named = await owner.post('/api/admin/product', { name: 'Crystal Vase of the Emperor', stocks: [{ price: '1' }] })
  expect(named.body.sku).toMatch(/^crystal-vase-of-the-\d{4}$/)
  expect(named.body.url).toBe(named.body.sku)
  const half = await owner.post('/api/admin/product', { name: 'Bowl', url: 'my-bowl', stocks: [{ price: '1' }] })
  expect(half.body.url).toBe(half.body.sku)
  expect(half.body.sku).toMatch(/^bowl-\d{4}$/)
  const other = await owner.post('/api/admin/product', { language: 'zh-HK', name: '碗', stocks: [{ price: '1' }] })
  expect(Object.keys(other.body.messages).sort()).toEqual(['sku', 'stocks.0.sku', 'url'])
})

test('stock codes skip those of other products, and are free again when their product is deleted', async () => {
  const other = await made({ sku: 'OTHER', stocks: [{ price: '1', sku: 'CUP-stock1', barcode: 'CUP-stock2' }] })
  const cup = await made({ sku: 'CUP', stocks: [{ price: '1' }, { price: '2', values: { size: 'L' } }] })
  expect(cup.stocks.map((s: any) => [s.sku, s.barcode])).toEqual([
    ['CUP-stock2', 'CUP-stock1'],
    ['CUP-stock3', 'CUP-stock3'],
  ])
  expect((await owner.delete(`/api/admin/product/${other.id}`)).status).toBe(200)
  expect((await made({ sku: 'OTHER', stocks: [{ price: '1', sku: 'CUP-stock1' }] })).url).toBe('OTHER')
})

test('approval and form go with services; another type refuses them and leaving the type clears them', async () => {
  expect(await refused({ is_approval_required: true })).toEqual({ is_approval_required: ['Only a product of type Service can have this.'] })
  const service = await made({ type: 'service', is_approval_required: true })
  expect(service.is_approval_required).toBe(true)
  expect(service).not.toHaveProperty('form_id')
  expect((await put(service.id, { type: 'virtual' })).is_approval_required).toBe(false)
})

test('redemption has both dates or none, in order, and points for each stock', async () => {
  const points = [{ price: '10', points_to_redeem: 5 }]
  expect(await refused({ is_redeemable: true })).toEqual({ 'stocks.0.points_to_redeem': ['This must be at least 1.'] })
  expect(await refused({ is_redeemable: true, redeem_start_date: '2026-12-01', stocks: points })).toEqual({
    redeem_end_date: ['This field is required.'],
  })
  expect(await refused({ is_redeemable: true, redeem_start_date: '2026-12-02', redeem_end_date: '2026-12-01', stocks: points })).toEqual({
    redeem_end_date: ['The end must not be before the start.'],
  })
  const dated = await made({ is_redeemable: true, redeem_start_date: '2026-12-01', redeem_end_date: '2026-12-31', stocks: points })
  expect(await put(dated.id, { is_redeemable: false })).toMatchObject({ redeem_start_date: null, redeem_end_date: null })
})

test('limits and repetitions are refused by name', async () => {
  const option = (key: string, label: string, values = ['a', 'b']) => ({
    key,
    label,
    values: values.map((code) => ({ code, label: code })),
  })
  expect(await refused({ options: ['a', 'b', 'c', 'd'].map((key) => option(key, key)) })).toEqual({
    options: ['A product can have at most 3 options.'],
  })
  expect(await refused({ stocks: Array.from({ length: 201 }, (_, i) => ({ price: '1', values: { size: String(i) } })) })).toEqual({
    stocks: ['A product can have at most 200 stocks. Please leave out some values.'],
  })
  expect(await refused({ options: [option('a', 'Size'), option('b', 'size ')] })).toEqual({
    'options.1.label': ['This input can not be repeated.'],
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

test('a hidden combination that comes back is the row of then, marked, until it is saved again', async () => {
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

test('an option value that comes back without its id is the value of then', async () => {
  const { id, options, stocks } = await made({ stocks: ['Red', 'Blue'].map((colour) => ({ price: '10', values: { colour } })) })
  const [option] = options
  const bare = { key: 'colour', label: 'Colour', values: option.values.map(({ code, label }: any) => ({ code, label })) }
  const again = await put(id, { options: [bare], stocks: stocks.map((s: any) => ({ id: s.id })) })
  expect(again.options[0]).toMatchObject({ id: option.id, values: option.values.map((v: any) => ({ id: v.id, code: v.code })) })
})

test('a line of goods that came after a form was opened stays when the form is saved; one is hidden by saying so', async () => {
  const { id, stocks } = await made({ stocks: [{ price: '10', inventories: [{ warehouse_id: warehouse, quantity: 1 }] }] })
  const [line] = stocks[0].inventories
  const second = (await owner.post('/api/admin/warehouse', { code: `w${n}`, name: 'Second' })).body.id
  await owner.post('/api/admin/inventory/transfer', { from: line.id, warehouse_id: second, quantity: 1 })
  const kept = await put(id, { stocks: [{ id: stocks[0].id, price: '11', inventories: [{ id: line.id }] }] })
  expect(kept.stocks[0].inventories.map((one: any) => [one.warehouse_id, one.quantity, one.visibled])).toEqual([
    [warehouse, 0, true],
    [second, 1, true],
  ])
  const hidden = await put(id, { stocks: [{ id: stocks[0].id, inventories: [{ id: line.id, visibled: false }] }] })
  expect(hidden.stocks[0].inventories.map((one: any) => one.visibled)).toEqual([false, true])
})

test('adding an option keeps stocks and their goods; taking it away keeps the first of each', async () => {
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
  const one = await put(shirt.id, { options: [colour] })
  expect(one.stocks.map((s: any) => [s.id === red.id, s.visibled, s.values])).toEqual([
    [true, true, { colour: 'red' }],
    [false, false, { colour: 'red', size: 'm' }],
  ])
})

test('a deleted product leaves lists, its address is free, and its history stays', async () => {
  const gone = await made({ sku: 'GONE', stocks: [{ price: '10', inventories: [{ warehouse_id: warehouse, quantity: 2 }] }] })
  expect((await owner.delete(`/api/admin/product/${gone.id}`)).status).toBe(200)
  expect((await owner.get('/api/admin/product?q=GONE')).body.total).toBe(0)
  expect((await owner.get(`/api/admin/product/${gone.id}`)).status).toBe(404)
  expect((await made({ sku: 'GONE' })).url).toBe('GONE')
  const { body } = await owner.get('/api/admin/inventory?limit=100')
  expect(body.data.some((line: any) => line.stock_id === gone.stocks[0].id && line.stock_name === 'GONE-stock1')).toBe(true)
})

test('a copy has all but goods and address; asked by GET the list it has joined is answered', async () => {
  const { id } = await made({
    sku: 'ORIG',
    stocks: [
      { price: '10', cost: '4', values: { size: 'M' }, inventories: [{ warehouse_id: warehouse, quantity: 5 }] },
      { price: '12', values: { size: 'L' } },
    ],
    commissions: [{ name: 'Team', percentage: '5' }],
  })
  await send(`/api/admin/product/${id}`, { _method: 'PUT', 'upload_images[0]': picture })
  const listed = await owner.get(`/api/admin/product/${id}/clone`)
  expect(listed.body).toMatchObject({ page: 1, limit: 10, total: expect.any(Number) })
  expect(listed.headers['cache-control']).toBe('no-store')
  const { body: copy } = await owner.get(`/api/admin/product/${listed.body.data[0].id}`)
  expect(copy).toMatchObject({
    name: 'Thing',
    visibled: false,
    commissions: [{ name: 'Team', percentage: '5' }],
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

test('old addresses of products, categories and brands lead to the new one, and older ones skip the middle', async () => {
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

test('commissions take two decimals up to a hundred, each name once', async () => {
  const twice = [
    { name: 'A', percentage: '1' },
    { name: 'A', percentage: '2' },
  ]
  expect(Object.keys(await refused({ commissions: twice }))).toEqual(['commissions.1.name'])
  expect(await refused({ commissions: [{ name: 'A', percentage: '7.125' }] })).toEqual({
    'commissions.0.percentage': ['Please enter a percentage with at most two decimals, such as 7.25.'],
  })
  expect(await refused({ commissions: [{ name: 'A', percentage: '101' }] })).toEqual({
    'commissions.0.percentage': ['This must be at most 100.'],
  })
})

test('with a plugin of forms, a service has one of them; other types refuse it', async () => {
  const forms = { id: 'forms', resources: [defineResource({ name: 'form', fields: { title: f.text() } })] }
  const tables = `create table form (id bigint generated always as identity primary key, title text not null,
    created_at timestamptz not null default now(), updated_at timestamptz not null default now())`
  const with_ = await testApp(['catalogue'], { extra: [forms], tables })
  const staff = await with_.staff('owner')
  const { id } = (await staff.post('/api/admin/form', { title: 'Enquiry' })).body
  const service = { name: 'Fitting', sku: 'FIT', type: 'service', form_id: id, stocks: [{ price: '1' }] }
  const stored = await staff.post('/api/admin/product', service)
  expect(stored.body).toMatchObject({ form_id: id, form_name: 'Enquiry' })
  const goods = await staff.post('/api/admin/product', { ...service, sku: 'FIT-2', type: 'general' })
  expect(goods.body.messages).toEqual({ form_id: ['Only a product of type Service can have this.'] })
  expect((await staff.put(`/api/admin/product/${stored.body.id}`, { type: 'general' })).body.form_id).toBeNull()
  await with_.close()
})
