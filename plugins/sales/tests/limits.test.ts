import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from 'stoa'
import { type Answer, type Client, type TestApp, testApp } from '../../../tests/support/app.ts'
import { address, fine } from '../../../tests/support/selling-shop.ts'

/** A shop with the default limits: a buyer cannot place unpaid orders without end. */
let it: TestApp
let owner: Client
let warehouse: number
beforeAll(async () => {
  it = await testApp(['sales', 'inventory'])
  owner = await it.staff('owner')
  warehouse = fine(await owner.post('/api/admin/warehouse', { code: 'main', name: 'Main' })).body.id
  fine(await owner.post('/api/admin/payment_method', { code: 'bank', title: 'Bank transfer', instructions: '<p>Pay to 123</p>' }))
  fine(await owner.post('/api/admin/shipping_method', { code: 'courier', title: 'Courier', price: '40.00' }))
})
afterAll(() => it.close())
// Each test starts without rate limits and without earlier orders.
beforeEach(async () => {
  await it.kernel.db.run(sql`delete from rate_limit`)
  await it.kernel.db.run(sql`update sales_order set placed_from = null`)
  await it.kernel.settings.write(it.kernel, it.ctx, 'order', { unpaid_per_buyer: 5, unpaid_per_network: 20, orders_per_hour: 60 }, 'en-US')
})

let n = 0
const createStock = async (quantity: number) => {
  const sku = `L${++n}`
  const stocks = [{ price: '100.00', inventories: [{ warehouse_id: warehouse, quantity }] }]
  return Number(fine(await owner.post('/api/admin/product', { name: `Goods ${n}`, sku, url: sku, stocks })).body.stocks[0].id)
}
const left = async () => (await it.guest.post('/api/product', { url: `L${n}` })).body.stocks[0].all_available_inventories

interface Order {
  email?: string
  from?: string
  by?: string
  key?: string
  cart?: string
  quantity?: number
}

async function order(
  stock: number,
  { email = 'may@shop.test', from = '203.0.113.7', by, key, cart, quantity = 1 }: Order = {},
): Promise<Answer> {
  const headers = { ...(by ? { authorization: `Bearer ${by}` } : {}), ...(key ? { 'idempotency-key': key } : {}) }
  const send = async (url: string, payload: object) => {
    const raw = await it.app.http.inject({ method: 'POST', url, payload, headers, remoteAddress: from })
    return { status: raw.statusCode, body: raw.json(), headers: raw.headers, raw }
  }
  const cart_id = cart ?? (await send('/api/cart/item', { stock_id: stock, quantity })).body.cart_id
  return send('/api/checkout', {
    cart_id,
    ...(by ? {} : { guest: { email, first_name: 'May', last_name: 'Chan' } }),
    shipping_address: address,
    shipping_method: 'courier',
    payment_method: 'bank',
  })
}

const statuses = (answers: readonly Answer[]) => ({
  placed: answers.filter((a) => a.status === 201).length,
  refused: answers.filter((a) => a.status === 429).length,
})

test('22 guest orders by bank transfer cannot exhaust a stock, with one email address or many', async () => {
  const stock = await createStock(22)
  const same: Answer[] = []
  for (let i = 0; i < 22; i++) same.push(await order(stock))
  expect(statuses(same)).toEqual({ placed: 5, refused: 17 })
  expect(await left()).toBe(17)
  expect(same.at(-1)?.body).toMatchObject({
    code: 'TOO_MANY',
    messages: ['You already have 5 unpaid orders. Please pay or cancel one of them first.'],
  })
  await it.kernel.db.run(sql`update sales_order set placed_from = null`)
  const many = await createStock(22)
  const different: Answer[] = []
  for (let i = 0; i < 22; i++) different.push(await order(many, { email: `shopper${i}@shop.test` }))
  expect(statuses(different)).toEqual({ placed: 20, refused: 2 })
  expect(await left()).toBe(2)
})

test('concurrent guest orders cannot exhaust a stock either', async () => {
  const stock = await createStock(30)
  expect(statuses(await Promise.all(Array.from({ length: 12 }, () => order(stock))))).toEqual({ placed: 5, refused: 7 })
  const others = await Promise.all(Array.from({ length: 18 }, (_, i) => order(stock, { email: `crowd${i}@shop.test` })))
  expect(statuses(others)).toEqual({ placed: 15, refused: 3 })
})

test('an email address is normalized for the limit, and another buyer from the same network is not limited by it', async () => {
  const stock = await createStock(30)
  for (let i = 0; i < 5; i++) fine(await order(stock, { email: i % 2 ? ' MAY@shop.test ' : 'may@shop.test' }))
  expect((await order(stock, { email: 'May@Shop.test' })).status).toBe(429)
  fine(await order(stock, { email: 'lee@shop.test' }))
})

test('a paid or canceled order no longer counts for the limit, one in payment review does', async () => {
  const stock = await createStock(30)
  const placedOrders: Answer[] = []
  for (let i = 0; i < 5; i++) placedOrders.push(fine(await order(stock)))
  const findId = async (a: Answer | undefined) => (await owner.get(`/api/admin/order?q=${a?.body.order_number}`)).body.data[0].id
  fine(await owner.post(`/api/admin/order/${await findId(placedOrders[0])}/review`))
  expect((await order(stock)).status).toBe(429)
  fine(await owner.post(`/api/admin/order/${await findId(placedOrders[1])}/pay`))
  fine(await order(stock))
  expect((await order(stock)).status).toBe(429)
  fine(await owner.post(`/api/admin/order/${await findId(placedOrders[2])}/cancel`, { reason: 'changed' }))
  fine(await order(stock))
  expect((await order(stock)).status).toBe(429)
})

test('a signed-in customer has a separate limit, so that guests using their email address do not block them', async () => {
  const stock = await createStock(30)
  const form = {
    email: 'known@shop.test',
    first_name: 'May',
    last_name: 'Chan',
    password: 'a long password',
    password_confirmation: 'a long password',
  }
  fine(await it.guest.post('/api/register', form))
  const { token } = fine(await it.guest.post('/api/login', { email: form.email, password: form.password })).body
  for (let i = 0; i < 5; i++) fine(await order(stock, { email: form.email }))
  expect((await order(stock, { email: form.email })).status).toBe(429)
  const ownAnswers: Answer[] = []
  for (let i = 0; i < 7; i++) ownAnswers.push(await order(stock, { by: token }))
  expect(statuses(ownAnswers)).toEqual({ placed: 5, refused: 2 })
})

test('the network limit covers an IPv4 address or an IPv6 /64 network', async () => {
  await it.kernel.settings.write(it.kernel, it.ctx, 'order', { unpaid_per_network: 3 }, 'en-US')
  const stock = await createStock(30)
  const from = (address: string, i: number) => order(stock, { from: address, email: `six${i}@shop.test` })
  for (const [i, last] of ['1', '2:3', 'ffff:1'].entries()) fine(await from(`2001:db8:1:2::${last}`, i))
  const refused = await from('2001:db8:1:2:aaaa::9', 4)
  expect([refused.status, refused.body.messages]).toEqual([
    429,
    ['There are too many unpaid orders from your network. Please pay for one of them, or contact us.'],
  ])
  fine(await from('2001:db8:1:3::1', 5))
  fine(await from('203.0.113.8', 6))
})

test('orders per hour are limited per network, paid or not, with a retry time', async () => {
  await it.kernel.settings.write(it.kernel, it.ctx, 'order', { orders_per_hour: 2 }, 'en-US')
  const stock = await createStock(30)
  for (let i = 0; i < 2; i++) fine(await order(stock, { email: `hour${i}@shop.test` }))
  const refused = await order(stock, { email: 'hour3@shop.test' })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000)
  expect(refused.body.messages).toEqual([
    'Too many orders were placed from your network in the last hour. Please try again later, or contact us.',
  ])
  fine(await order(stock, { email: 'hour4@shop.test', from: '203.0.113.9' }))
  await it.kernel.db.run(sql`update sales_order set placed_at = placed_at - interval '61 minutes' where email = 'hour0@shop.test'`)
  fine(await order(stock, { email: 'hour5@shop.test' }))
})

test('repeating a placed order returns it despite the limit, and zero disables a limit', async () => {
  const stock = await createStock(60)
  const cart = (await it.guest.post('/api/cart/item', { stock_id: stock, quantity: 1 })).body.cart_id as string
  const first = fine(await order(stock, { cart, key: 'the-same-key-1' }))
  for (let i = 0; i < 4; i++) fine(await order(stock))
  expect((await order(stock)).status).toBe(429)
  expect(fine(await order(stock, { cart, key: 'the-same-key-1' })).body.order_number).toBe(first.body.order_number)
  await it.kernel.settings.write(it.kernel, it.ctx, 'order', { unpaid_per_buyer: 0, unpaid_per_network: 0, orders_per_hour: 0 }, 'en-US')
  const more: Answer[] = []
  for (let i = 0; i < 25; i++) more.push(await order(stock))
  expect(statuses(more)).toEqual({ placed: 25, refused: 0 })
})

test('emails about unpaid orders are limited to twenty a day per address; payment emails are not', async () => {
  await it.kernel.settings.write(it.kernel, it.ctx, 'order', { unpaid_per_buyer: 0, unpaid_per_network: 0 }, 'en-US')
  const stock = await createStock(40)
  const placedOrders: Answer[] = []
  for (let i = 0; i < 25; i++) placedOrders.push(fine(await order(stock, { email: 'flooded@shop.test' })))
  await it.jobs()
  const mails = async () =>
    (await it.kernel.db.one<{ n: number }>(sql`select count(*)::int as n from mail where recipient = 'flooded@shop.test'`))?.n
  expect(await mails()).toBe(20)
  const { id } = (await owner.get(`/api/admin/order?q=${placedOrders[24]?.body.order_number}`)).body.data[0]
  fine(await owner.post(`/api/admin/order/${id}/pay`))
  await it.jobs()
  expect(await mails()).toBe(21)
})

test('the network of an order is stored hashed and deleted when no longer needed', async () => {
  const stock = await createStock(30)
  const placedOrder = fine(await order(stock, { from: '203.0.113.77' }))
  const from = async () =>
    (
      await it.kernel.db.one<{ placed_from: string | null }>(
        sql`select placed_from from sales_order where order_number = ${placedOrder.body.order_number}`,
      )
    )?.placed_from
  expect(await from()).toEqual(expect.stringMatching(/^[\w-]{20,}$/))
  const { id } = (await owner.get(`/api/admin/order?q=${placedOrder.body.order_number}`)).body.data[0]
  fine(await owner.post(`/api/admin/order/${id}/pay`))
  const { cancelExpiredOrders } = await import('../services/order-jobs.ts')
  await cancelExpiredOrders(it.ctx)
  expect(await from(), 'it counts for the hour still').not.toBeNull()
  await it.kernel.db.run(sql`update sales_order set placed_at = placed_at - interval '61 minutes' where id = ${id}`)
  await cancelExpiredOrders(it.ctx)
  expect(await from()).toBeNull()
})

test('unpaid units per buyer are limited, also for concurrent checkouts', async () => {
  await it.kernel.settings.write(it.kernel, it.ctx, 'order', { unpaid_units_per_buyer: 9, unpaid_units_per_network: 0 }, 'en-US')
  const stock = await createStock(40)
  const refused = await order(stock, { quantity: 10 })
  expect([refused.status, refused.body.code, refused.body.messages]).toEqual([
    429,
    'TOO_MANY',
    ['You can have at most 9 unpaid units at a time. Please pay for your earlier orders first, or contact us.'],
  ])
  expect(await left()).toBe(40)
  const both = await Promise.all([order(stock, { quantity: 5 }), order(stock, { quantity: 5 })])
  expect(statuses(both)).toEqual({ placed: 1, refused: 1 })
  fine(await order(stock, { quantity: 4 }))
  expect(statuses([await order(stock)])).toEqual({ placed: 0, refused: 1 })
  fine(await order(stock, { email: 'other@shop.test', quantity: 9 }))
  await it.kernel.db.run(sql`update sales_order set paid_minor = total_minor where email = 'may@shop.test' and placed_from is not null`)
  fine(await order(stock, { quantity: 9 }))
})

test('unpaid units per network are limited for any email address, and staff are exempt', async () => {
  const some = { unpaid_units_per_buyer: 0, unpaid_units_per_network: 12 }
  await it.kernel.settings.write(it.kernel, it.ctx, 'order', some, 'en-US')
  const stock = await createStock(60)
  const all = await Promise.all([1, 2, 3, 4].map((n) => order(stock, { email: `unit${n}@shop.test`, quantity: 5 })))
  expect(statuses(all)).toEqual({ placed: 2, refused: 2 })
  fine(await order(stock, { email: 'away@shop.test', from: '203.0.113.99', quantity: 12 }))
  const made = await owner.post('/api/admin/order', {
    lines: [{ kind: 'stock', subject_id: stock, quantity: 20 }],
    ...{ email: 'desk@shop.test', first_name: 'May', last_name: 'Chan', shipping_address: address },
    ...{ shipping_method: 'courier', payment_method: 'bank', place: true },
  })
  expect(made.status, JSON.stringify(made.body)).toBeLessThan(300)
})

test('a large unpaid order is held for a shorter time', async () => {
  const some = { unpaid_units_per_buyer: 50, unpaid_units_per_network: 200, large_units: 10, large_hold_hours: 12 }
  await it.kernel.settings.write(it.kernel, it.ctx, 'order', some, 'en-US')
  const stock = await createStock(40)
  const hours = async (answer: Answer) =>
    (await it.kernel.db.one<{ order: number; payment: number }>(sql`select
        round(extract(epoch from o.hold_expires_at - o.placed_at) / 3600)::int as order,
        round(extract(epoch from p.expires_at - o.placed_at) / 3600)::int as payment
      from sales_order o join payment p on p.document_type = 'order' and p.document_id = o.id where o.order_number = ${answer.body.order_number}`)) ??
    {}
  expect(await hours(fine(await order(stock, { quantity: 10 })))).toEqual({ order: 72, payment: 72 })
  expect(await hours(fine(await order(stock, { quantity: 11 })))).toEqual({ order: 12, payment: 12 })
})
