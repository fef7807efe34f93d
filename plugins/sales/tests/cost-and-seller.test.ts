import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.it.close())

const readCosts = (order: number) =>
  shop.it.kernel.db.rows<{ cost: number | null }>(sql`select cost_minor as cost from order_line where order_id = ${order} order by id`)

const setCost = (stock: number, cost: number) => shop.it.kernel.db.run(sql`update stock set cost_minor = ${cost} where id = ${stock}`)

test('an order keeps the unit cost at the time of sale, whatever later deliveries cost', async () => {
  const stock = await shop.stock(5)
  await setCost(stock, 4_000)
  const { id } = await shop.buy(stock, 2)
  await setCost(stock, 5_500)
  expect(await readCosts(id)).toEqual([{ cost: 4_000 }])
})

test('an unknown cost is stored as null, not as zero', async () => {
  const { id } = await shop.buy(await shop.stock(1))
  expect(await readCosts(id)).toEqual([{ cost: null }])
})

test('a draft takes the cost at placing, and records who created it', async () => {
  const stock = await shop.stock(5)
  await setCost(stock, 1_000)
  const seller = await shop.it.staff(['create order', 'place order', 'get order'])
  const { id } = fine(
    await seller.post('/api/admin/order', { customer: { email: 'walk@in.test' }, lines: [{ stock_id: stock, quantity: 1 }] }),
  ).body
  await setCost(stock, 1_200)
  fine(await seller.post(`/api/admin/order/${id}/place`))
  expect(await readCosts(id)).toEqual([{ cost: 1_200 }])
  const me = fine(await seller.get('/api/admin')).body
  expect((await shop.order(id)).seller_admin_id).toBe(me.id)
  expect((await shop.order((await shop.buy(stock)).id)).seller_admin_id).toBeNull()
})

test('costs are never shown to shoppers', async () => {
  const stock = await shop.stock(5)
  await setCost(stock, 7_777)
  const cart = fine(await shop.it.guest.post('/api/cart/item', { stock_id: stock, quantity: 1 }))
  const preview = fine(await shop.it.guest.post('/api/checkout/preview', { cart_id: cart.body.cart_id }))
  expect(JSON.stringify([cart.body, preview.body])).not.toMatch(/cost|77\.77|7777/)
})
