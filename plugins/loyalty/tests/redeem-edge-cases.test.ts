import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { address, fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'
import { followMerge } from '../services/people.ts'
import { member, sound } from './support.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({}, ['loyalty'])
  fine(await shop.owner.post('/api/admin/shipping_method', { code: 'free', title: 'Slow boat', price: '0.00' }))
})
afterEach(() => sound(shop))
afterAll(() => shop.it.close())

async function gift(points: number, limit = 0): Promise<number> {
  const id = await shop.stock(50, '80.00')
  const row = await shop.it.kernel.db.one<{ id: number }>(sql`select product_id as id from stock where id = ${id}`)
  const stocks = [{ id, points_to_redeem: points, redemption_limit: limit }]
  fine(await shop.owner.put(`/api/admin/product/${row?.id}`, { is_redeemable: true, stocks }))
  return id
}

const sending = { shipping_method: 'free', shipping_address: address }
const findOrderId = async (number: string) => Number((await shop.owner.get(`/api/admin/order?q=${number}`)).body.data[0].id)

test('redeemed units can be shipped, and refunding one of two returns no money', async () => {
  const [may, stock] = [await member(shop, 100), await gift(30)]
  const { order_number } = fine(await may.client.post('/api/redeem', { stock_id: stock, quantity: 2, ...sending })).body
  await shop.it.jobs()
  const id = await findOrderId(order_number)
  const { lines } = await shop.order(id)
  const refund = (amount?: string) =>
    shop.owner.post(`/api/admin/order/${id}/refund`, {
      lines: [{ order_line_id: lines[0].id, quantity: 1, cancel: 1, ...(amount ? { amount } : {}) }],
      shipping: '0.00',
      method: 'cash',
      reason: 'Broken',
    })
  for (const amount of [undefined, '80.00']) expect((await refund(amount)).status).toBeLessThan(500)
  expect((await shop.order(id)).refunded).toBe('0.00')
})

test('a limit counts the redemptions of both records of a merged person', async () => {
  const [may, ken, stock] = [await member(shop, 100), await member(shop, 100), await gift(10, 3)]
  for (const buyer of [may, ken]) fine(await buyer.client.post('/api/redeem', { stock_id: stock, quantity: 1, ...sending }))
  await shop.it.kernel.db.run(sql`update customer set person_id = ${may.person} where id = ${ken.id}`)
  await shop.it.kernel.transaction((tx) => followMerge(tx, { survivorId: may.person, loserId: ken.person }))
  const two = await may.client.post('/api/redeem', { stock_id: stock, quantity: 2, ...sending })
  expect([two.status, two.body.messages]).toEqual([422, { quantity: ['Exchange limit reached'] }])
})

test('expired or owed points and those spent in another order cannot be redeemed', async () => {
  const [may, stock] = [await member(shop, 100), await gift(60)]
  const take = () => may.client.post('/api/redeem', { stock_id: stock, quantity: 1, ...sending })
  await shop.it.kernel.db.run(sql`update points_lot set expires_at = now() - interval '1 minute' where person_id = ${may.person}`)
  expect((await take()).body.messages).toEqual({ points: ['Insufficient points'] })
  await shop.it.kernel.db.run(sql`update points_lot set expires_at = null where person_id = ${may.person}`)
  fine(await take())
  expect((await take()).body.messages).toEqual({ points: ['Insufficient points'] })
})

test('concurrent redemptions and orders paid with points neither deadlock nor spend a point twice', async () => {
  const [may, stock, plain] = [await member(shop, 1_000), await gift(100), await shop.stock(500, '3.00')]
  const carts = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const { cart_id } = fine(await shop.it.guest.post('/api/cart/item', { stock_id: plain, quantity: 1 })).body
      fine(await shop.it.guest.put('/api/cart/choice', { cart_id, choices: { points: { use: 150 } } }))
      return cart_id
    }),
  )
  const answers = await Promise.all(
    carts.flatMap((cart_id) => [
      may.client.post('/api/checkout', { cart_id, ...sending, payment_method: 'bank' }),
      may.client.post('/api/redeem', { stock_id: stock, quantity: 1, ...sending }),
    ]),
  )
  const other = answers.filter(({ status }) => status !== 201 && status !== 422)
  expect(other.map(({ status, body }) => [status, body])).toEqual([])
  expect(await may.points()).toBeLessThan(100)
  expect(await may.points()).toBeGreaterThanOrEqual(0)
})

test("a canceled redemption returns the points paid, even if the product's points rose or it was deleted", async () => {
  const [may, stock] = [await member(shop, 100), await gift(40)]
  const { order_number } = fine(await may.client.post('/api/redeem', { stock_id: stock, quantity: 1, ...sending })).body
  await shop.it.jobs()
  const id = await findOrderId(order_number)
  const row = await shop.it.kernel.db.one<{ id: number }>(sql`select product_id as id from stock where id = ${stock}`)
  fine(await shop.owner.put(`/api/admin/product/${row?.id}`, { stocks: [{ id: stock, points_to_redeem: 99 }] }))
  fine(await shop.owner.delete(`/api/admin/product/${row?.id}`))
  fine(await shop.owner.post(`/api/admin/order/${id}/call_off`, { reason: 'Gone' }))
  await shop.it.jobs()
  expect(await may.points()).toBe(100)
  expect(fine(await may.client.get('/api/redemption')).body.data[0]).toMatchObject({ returned: true, points: 40 })
})
