import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { address, fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'
import { updateAdjustmentUsage } from 'stoa/plugins/sales'
import { member, sound } from './support.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({}, ['loyalty'])
  fine(await shop.owner.post('/api/admin/shipping_method', { code: 'free', title: 'Slow boat', price: '0.00' }))
})
afterEach(() => sound(shop))
afterAll(() => shop.it.close())

const db = () => shop.it.kernel.db
const sending = { shipping_method: 'free', shipping_address: address, payment_method: 'bank' }

/** Creates a stock that can be redeemed for points. */
async function gift(points: number, price: string, limit = 0): Promise<number> {
  const id = await shop.stock(20, price)
  const row = await db().one<{ id: number }>(sql`select product_id as id from stock where id = ${id}`)
  const { version } = fine(await shop.owner.get(`/api/admin/product/${row?.id}`)).body
  const stocks = [{ id, points_to_redeem: points, redemption_limit: limit }]
  fine(await shop.owner.put(`/api/admin/product/${row?.id}`, { version, is_redeemable: true, stocks }))
  return id
}

/** An order of redeemed products, shipped and completed. */
async function redeemed(buyer: Awaited<ReturnType<typeof member>>, things: readonly [stock: number, quantity: number][]) {
  let cart: string | undefined
  for (const [stock_id, quantity] of things)
    cart = fine(
      await buyer.client.post('/api/cart/item', {
        ...(cart ? { cart_id: cart } : {}),
        stock_id,
        quantity,
        additional_options: { redeem: 'true' },
      }),
    ).body.cart_id
  const placedOrder = fine(await buyer.client.post('/api/checkout', { cart_id: cart, ...sending })).body
  await shop.it.jobs()
  const id = Number((await shop.owner.get(`/api/admin/order?q=${placedOrder.order_number}`)).body.data[0].id)
  fine(await shop.owner.post(`/api/admin/order/${id}/ship`, {}))
  fine(await shop.owner.post(`/api/admin/order/${id}/complete`, {}))
  await shop.it.jobs()
  return { id, lines: (await shop.order(id)).lines as { id: number; subject_id: number }[] }
}

type Order = Awaited<ReturnType<typeof redeemed>>
/** Returns and receives `quantity` units of a stock. */
async function comesBack({ id, lines }: Order, stock: number, quantity: number): Promise<void> {
  const line = lines.find(({ subject_id }) => subject_id === stock)?.id
  const back = fine(
    await shop.owner.post(`/api/admin/order/${id}/return`, { kind: 'return', lines: [{ order_line_id: line, quantity }] }),
  ).body
  const counted = { lines: [{ order_line_id: line, received: quantity, resaleable: quantity }] }
  fine(await shop.owner.put(`/api/admin/return/${back.id}`, counted))
  await shop.it.jobs()
}

test('returned units return their points with the original expiry, and free the limit', async () => {
  const may = await member(shop, 2_000)
  await db().run(sql`update points_lot set expires_at = '2031-05-06T00:00:00Z' where person_id = ${may.person}`)
  const [cup, pot] = [await gift(150, '10.00', 3), await gift(500, '900.00')]
  const order = await redeemed(may, [
    [cup, 3],
    [pot, 1],
  ])
  expect(await may.points()).toBe(1_050)
  await comesBack(order, cup, 1)
  expect(await may.points()).toBe(1_200)
  const lots = await db().rows<{ at: string; n: number }>(
    sql`select expires_at as at, sum(remaining)::int as n from points_lot where person_id = ${may.person} and remaining > 0 group by 1`,
  )
  expect(lots.map(({ at, n }) => [new Date(at).toISOString(), n])).toEqual([['2031-05-06T00:00:00.000Z', 1_200]])
  const redeemable = fine(await may.client.get('/api/redeem')).body.data.flatMap(({ stocks }: { stocks: object[] }) => stocks)
  expect(redeemable.find(({ id }: { id: number }) => id === cup).left).toBe(1)
  await comesBack(order, pot, 1)
  expect(await may.points()).toBe(1_700)
  await comesBack(order, cup, 2)
  expect(await may.points()).toBe(2_000)
  const rows = await db().rows(
    sql`select quantity, returned, returned_at is not null as all from redemption where order_id = ${order.id} order by stock_id`,
  )
  expect(rows).toEqual([
    { quantity: 3, returned: 3, all: true },
    { quantity: 1, returned: 1, all: true },
  ])
})

test('repeated events change nothing, and neither does a concurrent inspection', async () => {
  const may = await member(shop, 300)
  const cup = await gift(100, '10.00')
  const order = await redeemed(may, [[cup, 3]])
  const line = order.lines[0]?.id
  const back = fine(
    await shop.owner.post(`/api/admin/order/${order.id}/return`, { kind: 'return', lines: [{ order_line_id: line, quantity: 2 }] }),
  ).body
  const counted = { lines: [{ order_line_id: line, received: 2, resaleable: 0 }] }
  const answers = await Promise.all(Array.from({ length: 6 }, () => shop.owner.put(`/api/admin/return/${back.id}`, counted)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await may.points()).toBe(200)
  for (const _ of [1, 2]) await shop.it.kernel.transaction((tx) => updateAdjustmentUsage(tx, shop.it.ctx, order.id))
  expect(await may.points()).toBe(200)
})

test('returned units of an order paid with points only return their points', async () => {
  const may = await member(shop, 20_000)
  const plain = await shop.stock(9, '50.00')
  const { cart_id } = fine(await may.client.post('/api/cart/item', { stock_id: plain, quantity: 2 })).body
  fine(await may.client.put('/api/cart/choice', { cart_id, choices: { points: { use: 10_000 } } }))
  const placedOrder = fine(await may.client.post('/api/checkout', { cart_id, ...sending })).body
  expect([placedOrder.order.total, await may.points()]).toEqual(['0.00', 10_000])
  await shop.it.jobs()
  const id = Number((await shop.owner.get(`/api/admin/order?q=${placedOrder.order_number}`)).body.data[0].id)
  fine(await shop.owner.post(`/api/admin/order/${id}/ship`, {}))
  await comesBack({ id, lines: (await shop.order(id)).lines }, plain, 1)
  expect(await may.points()).toBe(15_000)
})
