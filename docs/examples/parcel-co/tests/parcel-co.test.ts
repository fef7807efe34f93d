import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from 'stoa'
import { type FakeApi, fakeApi } from '../../../../tests/support/fake-service.ts'
import { address, fine, openShop, type Shop } from '../../../../tests/support/selling-shop.ts'

/** Fake carrier API and the requests it received. */
let api: FakeApi
const getRequests = () => api.requests.map(({ headers, body }) => ({ key: headers.authorization, ...body }))
const costs = (cents: unknown) => (response: ServerResponse) => void response.end(JSON.stringify({ cents }))

let shop: Shop
let tea: number
beforeAll(async () => {
  api = await fakeApi()
  shop = await openShop({ env: { STOA_OUTGOING: 'any' } }, ['parcel-co'])
  fine(await shop.owner.put('/api/admin/settings/parcel_co', { url: api.url, key: 'a key' }))
  fine(
    await shop.owner.post('/api/admin/shipping_method', {
      code: 'parcel',
      title: 'Parcel Co',
      priced_by: 'parcel_co',
      free_from: '900.00',
    }),
  )
  tea = await shop.stock(100, '100.00', { weight_g: 250 })
})
afterAll(async () => {
  await shop.it.close()
  void api.close()
})
beforeEach(async () => {
  api.requests.length = 0
  api.answer = costs(2_350)
  await shop.it.kernel.db.run(sql`delete from shipping_quote`)
})

const createCart = async (quantity = 2) =>
  fine(await shop.it.guest.post('/api/cart/item', { stock_id: tea, quantity })).body.cart_id as string
const preview = async (cart_id: string, more: object = {}) =>
  fine(await shop.it.guest.post('/api/checkout/preview', { cart_id, shipping_address: { country: 'HKG', area: '' }, ...more })).body
const order = (cart_id: string, more: object = {}) =>
  shop.it.guest.post('/api/checkout', {
    cart_id,
    guest: { email: 'may@shop.test', first_name: 'May', last_name: 'Chan' },
    shipping_address: address,
    shipping_method: 'parcel',
    payment_method: 'bank',
    ...more,
  })
const offered = async (cart_id: string) => (await preview(cart_id)).shipping_methods.map(({ code }: { code: string }) => code)

test('staff choose the carrier by its name; an unknown carrier is refused', async () => {
  const { groups } = fine(await shop.owner.get('/api/admin/manifest/shipping_method')).body
  const field = groups.flatMap(({ fields }: any) => fields).find(({ name }: any) => name === 'priced_by')
  expect(field.options).toEqual([{ value: 'parcel_co', label: 'Parcel Co' }])
  const wrong = await shop.owner.post('/api/admin/shipping_method', { code: 'x', title: 'X', priced_by: 'nobody' })
  expect([wrong.status, Object.keys(wrong.body.messages)]).toEqual([422, ['priced_by']])
})

test("the carrier's price is shown in the summary, at checkout and in the order, with one request to the carrier", async () => {
  const cart = await createCart()
  const summary = await preview(cart, { shipping_method: 'parcel', payment_method: 'bank' })
  expect(summary).toMatchObject({ subtotal: '200.00', shipping: '23.50', total: '223.50' })
  expect(getRequests()).toEqual([{ key: 'Bearer a key', to: { country: 'HKG', area: '' }, grams: 500, pieces: 2, insured_cents: 20_000 }])
  api.answer = costs(9_999)
  const placedOrder = fine(await order(cart, { agreed_total: '223.50' })).body
  const { data } = (await shop.owner.get(`/api/admin/order?q=${placedOrder.order_number}`)).body
  expect(await shop.order(data[0].id)).toMatchObject({ shipping: '23.50', total: '223.50', shipping_title: 'Parcel Co' })
  expect(getRequests()).toHaveLength(1)
})

test("an order without a preview is charged the carrier's price, and refused when it exceeds the agreed total", async () => {
  expect(fine(await order(await createCart(1))).body.order.total).toBe('123.50')
  const priceIncreased = await order(await createCart(3), { agreed_total: '323.00' })
  expect([priceIncreased.status, priceIncreased.body.code]).toEqual([409, 'DEARER_THAN_AGREED'])
})

test('staff who change an order to the carrier preview its price, and the order is then charged that price', async () => {
  const { id } = await shop.buy(tea, 4)
  const body = { version: (await shop.order(id)).version, shipping_method: 'parcel' }
  expect(fine(await shop.owner.post(`/api/admin/order/${id}/change/preview`, body)).body).toMatchObject({ shipping: '23.50' })
  fine(await shop.owner.post(`/api/admin/order/${id}/change`, body))
  expect(await shop.order(id)).toMatchObject({ shipping: '23.50', total: '423.50', shipping_title: 'Parcel Co' })
})

test('no transaction is open during the request to the carrier', async () => {
  const open: unknown[] = []
  api.answer = (response) => {
    void shop.it.kernel.db
      .rows(sql`select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`)
      .then((found) => {
        open.push(...found)
        costs(2_350)(response)
      })
  }
  fine(await order(await createCart(8)))
  expect(getRequests()).toHaveLength(1)
  expect(open).toEqual([])
})

test('free shipping applies to carrier prices too', async () => {
  expect(await preview(await createCart(9), { shipping_method: 'parcel' })).toMatchObject({ shipping: '0.00' })
})

test.each([
  ['does not carry the parcel', (response: ServerResponse) => void response.writeHead(404).end()],
  ['is broken', (response: ServerResponse) => void response.writeHead(500).end()],
  ['answers what is no JSON', (response: ServerResponse) => void response.end('<html>')],
  ['names no price', costs(undefined)],
  ['names a price below nothing', costs(-1)],
  ['names half a cent', costs(0.5)],
  ['hangs up', (response: ServerResponse) => void response.destroy()],
])('while a carrier %s, its method is not offered, other methods are, and an order that names it is refused', async (_title, fault) => {
  api.answer = fault
  const cart = await createCart(4)
  expect(await offered(cart)).toEqual(['courier'])
  const refused = await order(cart)
  expect([refused.status, Object.keys(refused.body.messages)]).toEqual([422, ['shipping_method']])
  // A failed carrier request is not repeated on every page view.
  expect(getRequests()).toHaveLength(1)
  api.answer = costs(2_350)
  await shop.it.kernel.db.run(sql`update shipping_quote set valid_until = now() - interval '6 minutes'`)
  expect(await offered(cart)).toEqual(['courier', 'parcel'])
})

test('a request to a carrier that does not answer times out after four seconds', async () => {
  api.answer = () => undefined
  const begun = Date.now()
  expect(await offered(await createCart(5))).toEqual(['courier'])
  expect(Date.now() - begun).toBeGreaterThan(3_900)
  expect(Date.now() - begun).toBeLessThan(9_000)
})

test('expired shipping quotes are deleted', async () => {
  await preview(await createCart(6))
  await shop.it.kernel.db.run(sql`update shipping_quote set valid_until = now() - interval '2 hours'`)
  await preview(await createCart(7))
  await shop.it.clock('shipping/drop-quotes')
  expect(await shop.it.kernel.db.rows(sql`select valid_until > now() as valid from shipping_quote`)).toEqual([{ valid: true }])
})
