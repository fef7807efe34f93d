import { afterAll, beforeAll, expect, test } from 'vitest'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'
import { SHIPPING } from '../index.ts'

/** Shipping methods, and which of them a cart is offered. */
let shop: Shop
let n = 0
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.it.close())

const fields = ({ status, body }: { status: number; body: any }) => [status, ...Object.keys(body.messages ?? {})]
const make = (body: object) => shop.owner.post('/api/admin/shipping_method', { code: `way${++n}`, title: `Way ${n}`, ...body })
/** Creates a shipping method, reads its price for a cart, and disables it. */
async function offered(body: object, cart: [stock: number, quantity: number][], more: object = {}): Promise<string | undefined> {
  const { id, code } = fine(await make(body)).body
  let cart_id: string | undefined
  for (const [stock_id, quantity] of cart)
    cart_id = fine(await shop.it.guest.post('/api/cart/item', { cart_id, stock_id, quantity })).body.cart_id
  const { shipping_methods } = fine(await shop.it.guest.post('/api/checkout/preview', { cart_id, ...more })).body
  fine(await shop.owner.put(`/api/admin/shipping_method/${id}`, { enabled: false }))
  return shipping_methods.find((way: any) => way.code === code)?.price
}

test('a method is offered within its amounts, limits included, and is free from its threshold', async () => {
  const stock = await shop.stock(50, '50.00')
  const getPriceFor = (quantity: number, body: object) => offered({ price: '30.00', ...body }, [[stock, quantity]])
  expect([await getPriceFor(2, { min_order: '100.00' }), await getPriceFor(2, { min_order: '100.01' })]).toEqual(['30.00', undefined])
  expect([await getPriceFor(2, { max_order: '100.00' }), await getPriceFor(2, { max_order: '99.99' })]).toEqual(['30.00', undefined])
  expect([await getPriceFor(2, { free_from: '100.00' }), await getPriceFor(2, { free_from: '100.01' })]).toEqual(['0.00', '30.00'])
})

test('virtual products count neither for amounts nor for free shipping, and a cart of them needs no method', async () => {
  const [tea, file] = [await shop.stock(9, '40.00'), await shop.stock(9, '500.00', { type: 'virtual' })]
  const cart: [number, number][] = [
    [tea, 1],
    [file, 1],
  ]
  expect(await offered({ price: '30.00', free_from: '41.00' }, cart)).toBe('30.00')
  expect(await offered({ price: '30.00', min_order: '41.00' }, cart)).toBeUndefined()
  const { cart_id } = fine(await shop.it.guest.post('/api/cart/item', { stock_id: file, quantity: 1 })).body
  expect(fine(await shop.it.guest.post('/api/checkout/preview', { cart_id })).body).toMatchObject({
    needs_shipping: false,
    needs_address: false,
    shipping_methods: [],
    shipping: '0.00',
    total: '500.00',
  })
})

test('the price of a method is converted by the exchange rate, and the order shows it so', async () => {
  const stock = await shop.stock(9, '10.00')
  expect(await offered({ price: '40.05' }, [[stock, 1]], { currency: 'USD' })).toBe('5.13')
  const order = await shop.buy(stock, 1, { currency: 'USD' })
  expect(await shop.order(order.id)).toMatchObject({
    currency: 'USD',
    shipping: '5.12',
    subtotal: '1.28',
    total: '6.40',
    shipping_title: 'Courier',
  })
})

test('a method that excludes a product is not offered for any cart with it', async () => {
  const [glass, cup] = [await shop.stock(9, '10.00'), await shop.stock(9, '10.00')]
  const list = fine(await shop.owner.get('/api/admin/product?sort=-id&limit=2')).body.data
  const glassProduct = list.map((p: any) => p.id).sort((a: number, b: number) => a - b)[0]
  const way = { price: '30.00', not_for: [glassProduct] }
  expect([await offered(way, [[cup, 1]]), await offered(way, [[glass, 1]])]).toEqual(['30.00', undefined])
  expect(
    await offered(way, [
      [cup, 1],
      [glass, 1],
    ]),
  ).toBeUndefined()
})

test('a range that ends before it starts is rejected at its end', async () => {
  expect(fields(await make({ min_order: '100.00', max_order: '99.99' }))).toEqual([422, 'max_order'])
  expect(fields(await make({ lead_days_min: 3, lead_days_max: 2 }))).toEqual([422, 'lead_days_max'])
  expect(fields(await make({ kind: 'pickup_point' }))).toEqual([422, 'carrier_id'])
  expect(fields(await make({ price: '-1.00' }))).toEqual([422, 'price'])
  expect(fields(await make({ lead_days_min: 366 }))).toEqual([422, 'lead_days_min'])
  expect(fields(await make({ code: 'courier' }))).toEqual([422, 'code'])
  for (const [rate, at] of [
    [{ from_value: '-1', price: '1.00' }, 'rates.0.from_value'],
    [{ from_value: '2', to_value: '2', price: '1.00' }, 'rates.0.to_value'],
    [{ from_value: '0' }, 'rates.0.price'],
  ] as const)
    expect(fields(await make({ kind: 'by_weight', rates: [rate] })), at).toEqual([422, at])
  const { id } = fine(await make({ min_order: '100.00', lead_days_min: 2 })).body
  const put = (body: object) => shop.owner.put(`/api/admin/shipping_method/${id}`, body)
  // Omitted fields keep their value and are validated as well.
  expect(fields(await put({ max_order: '50.00' }))).toEqual([422, 'max_order'])
  expect(fields(await put({ lead_days_max: 1 }))).toEqual([422, 'lead_days_max'])
  fine(await put({ max_order: '100.00', lead_days_max: 2, enabled: false }))
})

test('a tracking URL requires a placeholder for the number, which is URL-encoded', async () => {
  const carrier = (body: object) => shop.owner.post('/api/admin/carrier', { code: `c${++n}`, name: 'Runner', ...body })
  for (const tracking_url of ['https://run.test/', 'run.test/{number}', 'javascript:alert({number})', 'https://run.test/ {number}'])
    expect(fields(await carrier({ tracking_url })), tracking_url).toEqual([422, 'tracking_url'])
  const { id } = fine(await carrier({ tracking_url: 'https://run.test/?a={number}&b={number}' })).body
  const { kernel } = shop.it
  const follow = (tracking: string) => kernel.get(SHIPPING).findCarrier(kernel.db, id, tracking)
  expect(await follow('A&B=1')).toEqual({ name: 'Runner', follow: 'https://run.test/?a=A%26B%3D1&b=A%26B%3D1' })
  expect(await follow('')).toEqual({ name: 'Runner', follow: '' })
  expect(await kernel.get(SHIPPING).findCarrier(kernel.db, 999_999, 'X')).toBeUndefined()
  const plain = fine(await carrier({})).body.id
  expect(await kernel.get(SHIPPING).findCarrier(kernel.db, plain, 'X')).toEqual({ name: 'Runner', follow: '' })
})

test('a zone requires a country the shop serves', async () => {
  const zone = (country: string) => shop.owner.post('/api/admin/shipping_zone', { name: `Z${++n}`, country })
  expect(fields(await zone('ZZZ'))).toEqual([422, 'country'])
  fine(await zone('HKG'))
})

test('a disabled, unknown or unavailable method cannot be ordered by its code', async () => {
  const stock = await shop.stock(9, '10.00')
  const off = fine(await make({ price: '1.00', enabled: false })).body
  const large = fine(await make({ price: '1.00', min_order: '10.01' })).body
  for (const code of [off.code, large.code, 'nowhere']) {
    const { cart_id } = fine(await shop.it.guest.post('/api/cart/item', { stock_id: stock, quantity: 1 })).body
    const answer = await shop.it.guest.post('/api/checkout', {
      ...{ cart_id, shipping_method: code, payment_method: 'bank' },
      guest: { email: 'may@shop.test', first_name: 'May', last_name: 'Chan' },
      shipping_address: { first_name: 'May', last_name: 'Chan', country: 'HKG', contact_number: '2540 0000', address: '1 Road' },
    })
    expect(fields(answer), code).toEqual([422, 'shipping_method'])
  }
})
