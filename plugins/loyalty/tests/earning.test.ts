import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { address, fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'
import { settleEarned } from '../services/earned-points.ts'
import { createCart, finish, type Member, member, order, sound, checkoutInput } from './support.ts'

/** When an order earns points, how many, and when a member reaches a tier; each rule at its boundary. */
let shop: Shop
beforeAll(async () => {
  shop = await openShop({}, ['loyalty'])
})
afterEach(async () => {
  await set({ earn_on: 'completed', earn_from: '0.00', earn_rate: '1', valid_months: 12 })
  await run(sql`update membership set enabled = false`)
  await sound(shop)
})
afterAll(() => shop.it.close())

const run = (query: ReturnType<typeof sql>) => shop.it.kernel.db.run(query)
const set = (values: Record<string, unknown>) => shop.it.kernel.settings.write(shop.it.kernel, shop.it.ctx, 'points', values, 'en-US')
const pay = async (id: number) => {
  fine(await shop.owner.post(`/api/admin/order/${id}/pay`, {}))
  await shop.it.jobs()
}
const refund = async (id: number, quantity: number) => {
  const [line] = (await shop.order(id)).lines
  const lines = [{ order_line_id: line.id, quantity, cancel: 0 }]
  fine(await shop.owner.post(`/api/admin/order/${id}/refund`, { lines, shipping: '0.00', method: 'cash', reason: 'Broken' }))
  await shop.it.jobs()
}
const book = async ({ client }: Member): Promise<[string, number][]> =>
  fine(await client.get('/api/points')).body.data.map((e: { kind: string; points: number }) => [e.kind, e.points])
let level = 0
const tier = async (more: object): Promise<number> =>
  fine(await shop.owner.post('/api/admin/membership', { level: ++level, title: `Tier ${level}`, ...more })).body.id
const standing = async ({ client }: Member) => fine(await client.get('/api/membership_tier')).body

test('with earning on payment, an order earns once when paid, not again when completed, and loses it when refunded', async () => {
  const [may, stock] = [await member(shop), await shop.stock(9, '50.00')]
  await set({ earn_on: 'paid' })
  const [first, other] = [await order(shop, may, stock, 2), await order(shop, may, stock, 1)]
  expect(await may.points()).toBe(0)
  await pay(first.id)
  await pay(other.id)
  expect(await may.points()).toBe(150)
  await finish(shop, first.id)
  expect(await may.points()).toBe(150)
  await refund(other.id, 1)
  expect(await book(may)).toEqual([
    ['clawback', -50],
    ['earn', 50],
    ['earn', 100],
  ])
})

test('with earning on completion, a paid order has earned nothing yet', async () => {
  const [may, stock] = [await member(shop), await shop.stock(9, '50.00')]
  const { id } = await order(shop, may, stock, 1)
  await pay(id)
  await settleEarned(shop.it.ctx, id)
  expect(await book(may)).toEqual([])
  await finish(shop, id)
  expect(await book(may)).toEqual([['earn', 50]])
})

test.each([
  ['99.99', 0],
  ['100.00', 100],
])('with a minimum of 100.00, an order of %s earns %i', async (price, points) => {
  const [may, stock] = [await member(shop), await shop.stock(9, price)]
  await set({ earn_from: '100.00' })
  await finish(shop, (await order(shop, may, stock, 1)).id)
  expect(await may.points()).toBe(points)
})

test('after a partial refund an order keeps earning on the rest, even below the minimum', async () => {
  const [may, stock] = [await member(shop), await shop.stock(9, '60.00')]
  await set({ earn_from: '100.00' })
  const { id } = await order(shop, may, stock, 2)
  await finish(shop, id)
  await refund(id, 1)
  expect(await may.points()).toBe(60)
  await refund(id, 1)
  expect(await may.points()).toBe(0)
})

test.each([
  ['0.5', '1', 49],
  ['1', '1.5', 149],
  ['0', '5', 0],
])('at a rate of %s and a tier multiplier of %s, 99.99 earns %i', async (earn_rate, earn_multiplier, points) => {
  const [may, stock] = [await member(shop), await shop.stock(9, '99.99')]
  const tier_id = await tier({ threshold: '900000', earn_multiplier })
  fine(await shop.owner.put(`/api/admin/customer/${may.id}/membership`, { tier_id, reason: 'x' }))
  await set({ earn_rate })
  await finish(shop, (await order(shop, may, stock, 1)).id)
  expect(await may.points()).toBe(points)
})

test('a disabled tier gives no multiplier, no discount and no free shipping', async () => {
  const [may, stock] = [await member(shop), await shop.stock(9, '100.00')]
  const tier_id = await tier({ threshold: '900000', earn_multiplier: '3', discount_percent: '10', free_shipping_from: '0.00' })
  fine(await shop.owner.put(`/api/admin/customer/${may.id}/membership`, { tier_id, reason: 'x' }))
  expect(await createCart(may, stock, 1)).toMatchObject({ discount: '10.00' })
  await run(sql`update membership set enabled = false where id = ${tier_id}`)
  const { id, total } = await order(shop, may, stock, 0)
  expect(total).toBe('140.00')
  await finish(shop, id)
  expect(await may.points()).toBe(100)
})

test('an order in another currency earns on its amount in the base currency', async () => {
  const [may, stock] = [await member(shop), await shop.stock(9, '100.00')]
  const { cart_id } = await createCart(may, stock, 2)
  const placedOrder = fine(await may.client.post('/api/checkout', { cart_id, ...checkoutInput, currency: 'USD' })).body
  await shop.it.jobs()
  const { data } = (await shop.owner.get(`/api/admin/order?q=${placedOrder.order_number}`)).body
  await finish(shop, Number(data[0].id))
  expect([placedOrder.order.currency, await may.points()]).toEqual(['USD', 200])
})

test('a guest earns nothing, even with the email of an account', async () => {
  const [may, stock] = [await member(shop), await shop.stock(9, '100.00')]
  const { email } = fine(await shop.owner.get(`/api/admin/customer/${may.id}`)).body
  const { id } = await shop.buy(stock, 1, { guest: { email, first_name: 'May', last_name: 'Chan' }, shipping_address: address })
  await finish(shop, id)
  expect(await may.points()).toBe(0)
})

test.each([
  [0, null],
  [1, 1],
  [24, 24],
])("points valid for %i months expire on that day in the shop's time zone, at the same hour", async (valid_months, months) => {
  await set({ valid_months })
  const may = await member(shop, 10)
  const lots = await shop.it.kernel.db.rows(sql`select expires_at is not null as ends,
    (expires_at at time zone 'Asia/Hong_Kong')::date = ((now() at time zone 'Asia/Hong_Kong') + make_interval(months => ${months ?? 0}))::date as right
    from points_lot where person_id = ${may.person}`)
  expect(lots).toEqual([months === null ? { ends: false, right: null } : { ends: true, right: true }])
})

test('completed orders count toward a tier exactly at its threshold', async () => {
  const [may, stock] = [await member(shop), await shop.stock(9, '10.00')]
  const id = await tier({ threshold_kind: 'orders', threshold: '2' })
  await finish(shop, (await order(shop, may, stock, 1)).id)
  expect(await standing(may)).toMatchObject({ current: null, next: { id, have: '1', need: '2', percent: 50 } })
  await finish(shop, (await order(shop, may, stock, 1)).id)
  expect(await standing(may)).toMatchObject({ current: { id }, next: null })
})

test('only orders completed in the period of a tier count toward it, and refunded amounts do not', async () => {
  const [may, stock] = [await member(shop), await shop.stock(30, '100.00')]
  const [year, ever] = [await tier({ threshold: '500', period_months: 12 }), await tier({ threshold: '600' })]
  const old = await order(shop, may, stock, 3)
  await finish(shop, old.id)
  expect(await standing(may)).toMatchObject({ next: { id: year, have: '340', percent: 68 } })
  await run(sql`update sales_order set completed_at = now() - interval '12 months 1 day' where id = ${old.id}`)
  expect(await standing(may)).toMatchObject({ next: { id: year, have: '0', percent: 0 } })
  const now = await order(shop, may, stock, 3)
  await finish(shop, now.id)
  // 340 + 340 > 600: the member reaches the higher tier, although the lower one is not reached.
  expect(await standing(may)).toMatchObject({ current: { id: ever }, next: null })
  await refund(now.id, 2)
  // A member keeps the tier after a refund. For a new member the lower amount counts.
  await run(sql`delete from loyalty_member where person_id = ${may.person}`)
  expect(await standing(may)).toMatchObject({ next: { id: year, have: '140', need: '500', percent: 28 } })
})

test('earned and bonus points count toward a tier, points given by staff do not, and spent ones still do', async () => {
  const [may, stock] = [await member(shop, 1_000), await shop.stock(30, '100.00')]
  const id = await tier({ threshold_kind: 'points', threshold: '200' })
  expect(await standing(may)).toMatchObject({ next: { have: '0' } })
  const first = await order(shop, may, stock, 1)
  await finish(shop, first.id)
  await order(shop, may, stock, 1, { points: { use: 1_050 } })
  expect(await standing(may)).toMatchObject({ next: { id, have: '100', percent: 50 } })
  await refund(first.id, 1)
  expect(await standing(may)).toMatchObject({ next: { id, have: '0' } })
  await finish(shop, (await order(shop, may, stock, 2)).id)
  expect(await standing(may)).toMatchObject({ current: { id }, next: null })
})
