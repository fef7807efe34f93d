import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'
import { finish, type Member, member, order, sound } from './support.ts'

/** Points when an order is changed after it was placed. */
let shop: Shop
beforeAll(async () => {
  shop = await openShop({}, ['loyalty'])
})
afterEach(() => sound(shop))
afterAll(() => shop.it.close())

const change = async (id: number, quantity: number) => {
  const { version, lines } = await shop.order(id)
  const body = { version, lines: [{ order_line_id: lines[0].id, quantity }] }
  fine(await shop.owner.post(`/api/admin/order/${id}/change`, body))
  await shop.it.jobs()
}

/** An order of two units at 100.00, of which 4,000 points pay 40.00. */
async function placeOrder(): Promise<{ may: Member; id: number }> {
  const may = await member(shop, 4_000)
  const { id } = await order(shop, may, await shop.stock(9, '100.00'), 2, { points: { use: 4_000 } })
  return { may, id }
}

test('points that paid for removed units are returned, and further units take none', async () => {
  const { may, id } = await placeOrder()
  expect(await may.points()).toBe(0)
  await change(id, 1)
  expect(await shop.order(id)).toMatchObject({ subtotal: '100.00', discount: '20.00', total: '120.00' })
  expect(await may.points()).toBe(2_000)
  await change(id, 3)
  expect(await shop.order(id)).toMatchObject({ subtotal: '300.00', discount: '20.00', total: '320.00' })
  expect(await may.points()).toBe(2_000)
  fine(await shop.owner.post(`/api/admin/order/${id}/cancel`, { reason: 'x' }))
  await shop.it.jobs()
  expect(await may.points()).toBe(4_000)
})

test("points are earned on the order's total after the change and its refund", async () => {
  const { may, id } = await placeOrder()
  fine(await shop.owner.post(`/api/admin/order/${id}/pay`, {}))
  await change(id, 1)
  const going = await shop.it.kernel.db.one<{ id: number }>(sql`select r.id from payment_refund r join payment p on p.id = r.payment_id
    where p.document_type = 'order' and p.document_id = ${id} and r.status = 'pending'`)
  fine(await shop.owner.post(`/api/admin/payment/refund/${going?.id}/sent`, {}))
  await finish(shop, id)
  expect(await may.points()).toBe(2_000 + 80)
})
