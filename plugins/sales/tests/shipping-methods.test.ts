import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'

let it: TestApp
let owner: Client
let stock: number
beforeAll(async () => {
  it = await testApp(['sales', 'inventory'])
  owner = await it.staff('owner')
  const make = async (resource: string, input: object) => {
    const made = await owner.post(`/api/admin/${resource}`, input)
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    return made.body
  }
  const warehouse = await make('warehouse', { code: 'main', name: 'Main', address: '18 Wing Lok Street', is_pickup: true })
  await make('warehouse', { code: 'back', name: 'Back room' })
  await make('payment_method', { code: 'bank', title: 'Bank transfer' })
  const runner = await make('carrier', { code: 'runner', name: 'Runner', tracking_url: 'https://runner.test/follow?no={number}' })
  const other = await make('carrier', { code: 'other', name: 'Other' })
  const isles = await make('shipping_zone', { name: 'Islands', country: 'HKG', areas: ['Lantau', 'Cheung Chau'] })
  const city = await make('shipping_zone', { name: 'Hong Kong', country: 'HKG' })
  await make('shipping_method', {
    code: 'weight',
    title: 'By weight',
    kind: 'by_weight',
    order: 1,
    lead_days_min: 1,
    lead_days_max: 3,
    rates: [
      { shipping_zone_id: city.id, from_value: '0', price: '20.00', per_extra: '5.00' },
      { shipping_zone_id: isles.id, from_value: '0', price: '60.00' },
    ],
  })
  await make('shipping_method', { code: 'shop', title: 'In our shop', kind: 'pickup_store', order: 2 })
  await make('shipping_method', { code: 'locker', title: 'Locker', kind: 'pickup_point', carrier_id: runner.id, price: '12.00', order: 3 })
  await make('pickup_point', {
    code: 'L1',
    name: 'Locker 1',
    carrier_id: runner.id,
    area: 'Central',
    address: '1 Pier Road',
    hours: '24 h',
  })
  await make('pickup_point', { code: 'X1', name: 'Elsewhere', carrier_id: other.id, address: '2 Pier Road' })
  const product = await make('product', {
    name: 'Kettle',
    sku: 'K1',
    url: 'kettle',
    weight_g: 1_200,
    stocks: [{ price: '100.00', inventories: [{ warehouse_id: warehouse.id, quantity: 50 }] }],
  })
  stock = product.stocks[0].id
})
afterAll(() => it.close())

const cart = async () => (await it.guest.post('/api/cart/item', { stock_id: stock, quantity: 1 })).body.cart_id as string
const guest = { email: 'may@shop.test', first_name: 'May', last_name: 'Chan' }
const address = { first_name: 'May', last_name: 'Chan', country: 'HKG', area: 'Lantau', contact_number: '2540 0000', address: '1 Beach' }

test('an area is required only where an enabled shipping method has rates for it', async () => {
  const zone = await owner.post('/api/admin/shipping_zone', { name: 'Taipa', country: 'MAC', areas: ['Taipa'] })
  const id = await cart()
  const areas = async (country: string) =>
    (await it.guest.post('/api/checkout/preview', { cart_id: id, shipping_address: { country } })).body.areas
  expect([await areas('HKG'), await areas('MAC'), await areas('CHN')]).toEqual([['Cheung Chau', 'Lantau'], [], []])
  const rates = [{ shipping_zone_id: zone.body.id, from_value: '0', price: '9.00' }]
  const way = await owner.post('/api/admin/shipping_method', { code: 'boat', title: 'Boat', kind: 'by_weight', rates })
  expect([await areas('HKG'), await areas('MAC')]).toEqual([['Cheung Chau', 'Lantau'], ['Taipa']])
  await owner.put(`/api/admin/shipping_method/${way.body.id}`, { enabled: false })
  expect(await areas('MAC')).toEqual([])
})

test("shipping rates depend on weight and area, in the buyer's currency, with a delivery estimate", async () => {
  await owner.put('/api/admin/setting/currency', {
    base_currency: 'HKD',
    supported_currencies: [
      { identifier: 'HKD', rate: '1', mark: 'HK$' },
      { identifier: 'USD', rate: '0.128', mark: 'US$' },
    ],
  })
  const id = await cart()
  const ask = async (more: object) => (await it.guest.post('/api/checkout/preview', { cart_id: id, ...more })).body
  const plain = await ask({})
  expect(plain.areas).toEqual(['Cheung Chau', 'Lantau'])
  expect(plain.shipping_methods).toEqual([
    { code: 'weight', title: 'By weight', description: '', price: '30.00', days: { min: 1, max: 3 }, pickup: false },
    { code: 'shop', title: 'In our shop', description: '', price: '0.00', days: null, pickup: true },
    { code: 'locker', title: 'Locker', description: '', price: '12.00', days: null, pickup: true },
  ])
  const far = await ask({ shipping_address: { country: 'HKG', area: 'Lantau' }, shipping_method: 'weight' })
  expect([far.shipping, far.total]).toEqual(['60.00', '160.00'])
  const abroad = await ask({ shipping_address: { country: 'MAC' }, shipping_method: 'weight', currency: 'USD' })
  expect(abroad.shipping_methods.map((m: { code: string }) => m.code)).toEqual(['shop', 'locker'])
  expect((await ask({ shipping_method: 'locker', currency: 'USD' })).total).toBe('14.34')
})

test('where rates depend on the area, it must be one of the listed ones', async () => {
  const send = async (area: string) =>
    it.guest.post('/api/checkout', {
      cart_id: await cart(),
      guest,
      shipping_address: { ...address, area },
      shipping_method: 'weight',
      payment_method: 'bank',
    })
  expect((await send('Mars')).body.messages).toHaveProperty(['shipping_address.area'])
  expect((await send('Lantau')).body.order.total).toBe('160.00')
})

test('pickup needs no address but a pickup location of the method, which the order stores', async () => {
  const places = await it.guest.get('/api/shipping/point?method=locker&q=pier')
  expect(places.body).toEqual({
    data: [{ code: 'L1', name: 'Locker 1', address: '1 Pier Road', area: 'Central', hours: '24 h' }],
    total: 1,
  })
  expect((await it.guest.get('/api/shipping/point?method=shop')).body.data.map((p: { code: string }) => p.code)).toEqual(['main'])
  expect((await it.guest.get('/api/shipping/point?method=weight')).status).toBe(422)
  const send = async (shipping_method: string, pickup_point?: string) =>
    it.guest.post('/api/checkout', { cart_id: await cart(), guest, shipping_method, pickup_point, payment_method: 'bank' })
  for (const wrong of [undefined, 'X1', 'back']) expect((await send('locker', wrong)).body.messages).toHaveProperty('pickup_point')
  expect((await send('shop', 'back')).body.messages).toHaveProperty('pickup_point')
  const checkoutResponse = await send('locker', 'L1')
  expect(checkoutResponse.body.order?.total, JSON.stringify(checkoutResponse.body)).toBe('112.00')
  const row = await it.kernel.db.one<{ pickup: object; shipping_address: object | null }>(
    (await import('stoa')).sql`select pickup, shipping_address from sales_order where order_number = ${checkoutResponse.body.order_number}`,
  )
  expect(row).toMatchObject({ pickup: { code: 'L1', name: 'Locker 1', hours: '24 h' }, shipping_address: null })
})

test('an invalid shipping setup is rejected by field', async () => {
  const refused = async (resource: string, input: object) => Object.keys((await owner.post(`/api/admin/${resource}`, input)).body.messages)
  expect(await refused('carrier', { code: 'c1', name: 'C', tracking_url: 'https://c.test/' })).toEqual(['tracking_url'])
  expect(await refused('carrier', { code: 'c1', name: 'C', tracking_url: 'javascript:{number}' })).toEqual(['tracking_url'])
  expect(await refused('shipping_zone', { name: 'Z', country: 'ATA' })).toEqual(['country'])
  expect(await refused('shipping_method', { code: 'm1', title: 'M', kind: 'pickup_point' })).toEqual(['carrier_id'])
  expect(await refused('shipping_method', { code: 'm1', title: 'M', min_order: '10.00', max_order: '9.00' })).toEqual(['max_order'])
})

test('a shipping method that excludes a product is not offered for it, and checkout rejects it', async () => {
  const { data } = (await owner.get('/api/admin/product?q=K1')).body
  const [method] = (await owner.get('/api/admin/shipping_method?q=By weight')).body.data
  const offered = async (cart_id: string) =>
    (await it.guest.post('/api/checkout/preview', { cart_id, shipping_address: address })).body.shipping_methods.map((w: any) => w.code)
  const cart_id = await cart()
  expect(await offered(cart_id)).toContain('weight')
  const response = await owner.put(`/api/admin/shipping_method/${method.id}`, { not_for: [data[0].id] })
  expect([response.status, response.body.not_for]).toEqual([200, [data[0].id]])
  expect(await offered(cart_id)).not.toContain('weight')
  const refused = await it.guest.post('/api/checkout', {
    cart_id,
    guest,
    shipping_address: address,
    shipping_method: 'weight',
    payment_method: 'bank',
  })
  expect([refused.status, Object.keys(refused.body.messages)]).toEqual([422, ['shipping_method']])
  expect((await owner.put(`/api/admin/shipping_method/${method.id}`, { not_for: [] })).status).toBe(200)
  expect(await offered(cart_id)).toContain('weight')
})
