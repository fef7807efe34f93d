import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { address, fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'
import { finish, type Member, member, sound } from './support.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({}, ['loyalty', 'promotion'])
  fine(await shop.owner.post('/api/admin/shipping_method', { code: 'free', title: 'Slow boat', price: '0.00' }))
})
afterEach(() => sound(shop))
afterAll(() => shop.it.close())

const db = () => shop.it.kernel.db

/** Creates a stock that can be redeemed for points. */
async function gift(quantity: number, points: number, limit = 0, more: object = {}, price = '80.00'): Promise<number> {
  const id = await shop.stock(quantity, price)
  const row = await db().one<{ id: number }>(sql`select product_id as id from stock where id = ${id}`)
  const product = fine(await shop.owner.get(`/api/admin/product/${row?.id}`)).body
  fine(
    await shop.owner.put(`/api/admin/product/${product.id}`, {
      version: product.version,
      is_redeemable: true,
      stocks: [{ id, points_to_redeem: points, redemption_limit: limit }],
      ...more,
    }),
  )
  return id
}

const sending = { shipping_method: 'free', shipping_address: address }
const take = ({ client }: Member, stock_id: number, quantity = 1, more: object = {}) =>
  client.post('/api/redeem', { stock_id, quantity, ...sending, ...more })

const messages = ({ status, body }: { status: number; body: { messages: unknown } }) => [status, body.messages]

const getOrder = async (number: string) => {
  const id = Number((await shop.owner.get(`/api/admin/order?q=${number}`)).body.data[0].id)
  return { id, ...(await shop.order(id)) }
}

test('redeeming points creates a paid order with a zero total and a reason', async () => {
  const [may, stock] = [await member(shop, 500), await gift(5, 150)]
  const placedOrder = fine(await take(may, stock, 2)).body
  expect(placedOrder.order).toMatchObject({ total: '0.00', status: 'paid' })
  await shop.it.jobs()
  const order = await getOrder(placedOrder.order_number)
  expect(order).toMatchObject({ source: 'redeem', status: 'paid', subtotal: '160.00', discount: '160.00', total: '0.00' })
  const { adjustments } = await shop.view(order.id)
  expect(adjustments).toEqual([expect.objectContaining({ label: 'Redeemed for 300 points', amount: '-160.00' })])
  expect(await may.points()).toBe(200)
  expect(fine(await may.client.get('/api/redemption')).body.data).toEqual([
    expect.objectContaining({ quantity: 2, points: 300, order_number: placedOrder.order_number, returned: false }),
  ])
  const list = fine(await shop.owner.get('/api/admin/redemption')).body.data
  expect(list[0]).toMatchObject({ quantity: 2, points: 300, status: 'paid' })
})

test('redeemed units earn no points, and units without a price can be redeemed too', async () => {
  const [may, stock] = [await member(shop, 100), await gift(5, 40, 0, {}, '0.00')]
  const placedOrder = fine(await take(may, stock)).body
  await shop.it.jobs()
  expect(await may.points()).toBe(60)
  await finish(shop, (await getOrder(placedOrder.order_number)).id)
  expect(await may.points()).toBe(60)
})

test('each refusal uses one of three messages, and nothing is written', async () => {
  const [may, stock] = [await member(shop, 100), await gift(2, 60, 1)]
  expect(messages(await take(may, await gift(5, 101)))).toEqual([422, { points: ['Insufficient points'] }])
  expect(messages(await take(may, stock, 2))).toEqual([422, { quantity: ['Exchange limit reached'] }])
  expect(messages(await take(may, await gift(1, 10), 2))).toEqual([422, { stock_id: ['Redeem stock not enough'] }])
  expect(messages(await take(may, await shop.stock(5)))).toEqual([422, { stock_id: ['Redeem stock not enough'] }])
  expect(messages(await take(may, 999_999))).toEqual([422, { stock_id: ['Redeem stock not enough'] }])
  const over = await gift(5, 10, 0, { redeem_start_date: '2020-01-01', redeem_end_date: '2020-12-31' })
  expect(messages(await take(may, over))).toEqual([422, { stock_id: ['Redeem stock not enough'] }])
  expect(await may.points()).toBe(100)
  expect(fine(await may.client.get('/api/redemption')).body.data).toEqual([])
})

test('invalid input is refused by field, and guests are asked to sign in', async () => {
  const [may, stock] = [await member(shop, 100), await gift(5, 10)]
  for (const quantity of [0, -1, 1.5, 'many', 10_000, null]) {
    const { status, body } = await take(may, stock, quantity as number)
    expect([status, Object.keys(body.messages)], String(quantity)).toEqual([422, ['quantity']])
  }
  expect((await take(may, stock, 1, { shipping_method: null })).status).toBe(422)
  expect((await take(may, stock, 1, { shipping_address: null })).body.messages).toHaveProperty(['shipping_address.address'])
  expect((await shop.it.guest.post('/api/redeem', { stock_id: stock, quantity: 1 })).status).toBe(401)
})

test('the same request sent twice redeems once', async () => {
  const [may, stock] = [await member(shop, 100), await gift(5, 30)]
  const once = () => may.client.post('/api/redeem', { stock_id: stock, quantity: 1, ...sending }, { 'idempotency-key': 'again-and-again' })
  const answers = await Promise.all([once(), once(), once()])
  expect(new Set(answers.map(({ body }) => body.order_number)).size).toBe(1)
  expect(await may.points()).toBe(70)
})

test('shipping is paid as in any order, and a canceled order returns points, units and limit', async () => {
  const [may, stock] = [await member(shop, 100), await gift(5, 100, 1)]
  await db().run(sql`update points_lot set expires_at = '2031-05-06T00:00:00Z' where person_id = ${may.person}`)
  const placedOrder = fine(await take(may, stock, 1, { shipping_method: 'courier', payment_method: 'bank' })).body
  expect(placedOrder.order.total).toBe('40.00')
  await shop.it.jobs()
  const { id, status } = await getOrder(placedOrder.order_number)
  expect([status, await may.points()]).toEqual(['pending', 0])
  fine(await shop.owner.post(`/api/admin/order/${id}/cancel`, { reason: 'No' }))
  await shop.it.jobs()
  expect(await may.points()).toBe(100)
  const lot = await db().one<{ at: string }>(sql`select expires_at as at from points_lot where person_id = ${may.person} and remaining > 0`)
  expect(new Date(lot?.at ?? 0).toISOString()).toBe('2031-05-06T00:00:00.000Z')
  expect(fine(await may.client.get('/api/redemption')).body.data).toEqual([expect.objectContaining({ returned: true, status: 'canceled' })])
  // When staff cancel a paid order, its points are returned as well.
  const next = await getOrder(fine(await take(may, stock)).body.order_number)
  expect(await may.points()).toBe(0)
  fine(await shop.owner.post(`/api/admin/order/${next.id}/call_off`, { reason: 'Broken' }))
  await shop.it.jobs()
  expect(await may.points()).toBe(100)
})

test('one cart has bought and redeemed units, and promotions see only the bought ones', async () => {
  const [may, stock, plain] = [await member(shop, 100), await gift(5, 60), await shop.stock(5, '50.00')]
  const rule = fine(
    await shop.owner.post('/api/admin/promotion', {
      title: 'From a hundred',
      trigger: 'automatic',
      conditions: [[{ type: 'min_subtotal', value: { amount: '100.00' } }]],
      actions: [{ type: 'percent_order', value: { percent: '10' } }],
    }),
  ).body
  fine(await shop.owner.post(`/api/admin/promotion/${rule.id}/publish`, {}))
  const { cart_id } = fine(
    await may.client.post('/api/cart/item', { stock_id: stock, quantity: 1, additional_options: { redeem: 'true' } }),
  ).body
  const cart = fine(await may.client.post('/api/cart/item', { cart_id, stock_id: plain, quantity: 1 })).body
  expect(cart).toMatchObject({ subtotal: '130.00', discount: '80.00', total: '50.00' })
  const two = fine(await may.client.post('/api/cart/item', { cart_id, stock_id: plain, quantity: 1 })).body
  expect(two.total).toBe('90.00')
  // Points used to redeem a product cannot also pay for the order.
  fine(await may.client.put('/api/cart/choice', { cart_id, choices: { points: { use: 50 } } }))
  const both = await may.client.post('/api/checkout', { cart_id, ...sending, payment_method: 'bank' })
  expect([both.status, JSON.stringify(both.body)]).toEqual([422, expect.stringContaining('points')])
  fine(await may.client.put('/api/cart/choice', { cart_id, choices: { points: { use: 40 } } }))
  const placedOrder = fine(await may.client.post('/api/checkout', { cart_id, ...sending, payment_method: 'bank' })).body
  expect([placedOrder.order.total, await may.points()]).toEqual(['89.60', 0])
  fine(await shop.owner.post(`/api/admin/promotion/${rule.id}/disable`, {}))
})

test('a guest who adds a redeemable product is asked to sign in, and is not sold it for money', async () => {
  const stock = await gift(5, 10)
  const added = fine(
    await shop.it.guest.post('/api/cart/item', { stock_id: stock, quantity: 1, additional_options: { redeem: 'true' } }),
  ).body
  expect(added.notices).toContain('Sign in to redeem points.')
  const guest = { email: 'g@shop.test', first_name: 'G', last_name: 'X' }
  const answer = await shop.it.guest.post('/api/checkout', { cart_id: added.cart_id, guest, ...sending, payment_method: 'bank' })
  expect(answer.status).toBe(422)
})

test('the list of redeemable products shows what is available now, and how many are left for the customer', async () => {
  const [may, stock] = [await member(shop, 100), await gift(5, 10, 3)]
  fine(await take(may, stock, 2))
  const redeemable = async (client: Member['client'], query = '') => fine(await client.get(`/api/redeem?language=en-US${query}`)).body
  const findStock = (body: { data: { stocks: { id: number; left: number; points: number }[] }[] }) =>
    body.data.flatMap(({ stocks }) => stocks).find(({ id }) => id === stock)
  expect(findStock(await redeemable(may.client))).toMatchObject({ points: 10, limit: 3, left: 1, available: 3 })
  const guest = await redeemable(shop.it.guest)
  expect([findStock(guest)?.left, guest.points]).toEqual([3, null])
  expect((await redeemable(shop.it.guest, '&url=nowhere')).data).toEqual([])
})

test('a hundred concurrent requests of one account exceed neither the limit nor the points', async () => {
  const [may, stock] = [await member(shop, 100_000), await gift(200, 10, 7)]
  const answers = await Promise.all(Array.from({ length: 100 }, () => take(may, stock)))
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(7)
  expect(await may.points()).toBe(100_000 - 70)
})

test('fifty concurrent requests of one account never redeem more points or units than available', async () => {
  const [may, many, few] = [await member(shop, 95), await gift(200, 10), await gift(3, 1)]
  const answers = await Promise.all(Array.from({ length: 50 }, () => take(may, many)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(9)
  expect(await may.points()).toBe(5)
  const goods = await Promise.all(Array.from({ length: 20 }, () => take(may, few)))
  expect(goods.filter(({ status }) => status === 201)).toHaveLength(3)
  expect(await may.points()).toBe(2)
})
