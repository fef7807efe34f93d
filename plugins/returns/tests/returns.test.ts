import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.it.close())

const sold = async (quantity = 1) => {
  const order = await shop.buy(await shop.stock(5), quantity)
  fine(await shop.owner.post(`/api/admin/order/${order.id}/payment`, { reference: 'till' }))
  return { ...order, line: (await shop.order(order.id)).lines[0].id as number }
}

const moved = (type: string, id: number) =>
  shop.it.kernel.db.one<{ n: number }>(
    sql`select coalesce(sum(quantity), 0)::int as n from inventory_movement where document_type = 'order' and document_id = ${id} and type = ${type}`,
  )

test('a return takes back at most the shipped units, and restocks only resalable ones', async () => {
  const o = await sold(3)
  fine(await shop.owner.post(`/api/admin/order/${o.id}/ship`, {}))
  const left = async () =>
    (
      await shop.it.kernel.db.one<{ n: number }>(
        sql`select sum(i.quantity)::int as n from inventory i join order_line l on l.stock_id = i.stock_id where l.id = ${o.line}`,
      )
    )?.n
  expect(await left()).toBe(2)
  const ask = (quantity: number) =>
    shop.owner.post(`/api/admin/order/${o.id}/return`, { lines: [{ order_line_id: o.line, quantity }], note: 'Too large' })
  expect((await ask(4)).body.messages).toEqual({ 'lines.0.quantity': ['Only 3 are left.'] })
  const made = fine(await ask(2)).body
  expect(made).toMatchObject({ status: 'approved' })
  expect((await ask(2)).status).toBe(422)
  const refused = await shop.owner.post(`/api/admin/order/${o.id}/complete`)
  expect(refused.body.messages).toEqual({ status: ['This order already has an open return. Complete or cancel it first.'] })
  const take = (received: number, resaleable: number) =>
    shop.owner.put(`/api/admin/return/${made.id}`, { lines: [{ order_line_id: o.line, received, resaleable }] })
  expect((await take(1, 2)).status).toBe(422)
  expect(fine(await take(1, 1)).body).toMatchObject({ status: 'partial_received' })
  expect(fine(await take(1, 0)).body).toMatchObject({ status: 'received' })
  expect((await take(1, 0)).status).toBe(409)
  expect(await left()).toBe(3)
  expect(await moved('return', o.id)).toEqual({ n: 1 })
  expect((await shop.order(o.id)).lines[0]).toMatchObject({ shipped_quantity: 3, returned_quantity: 2 })
})

test('a repeated return with its key gets the same answer, although nothing is left to return', async () => {
  const o = await sold()
  fine(await shop.owner.post(`/api/admin/order/${o.id}/ship`, {}))
  const ask = () =>
    shop.it.guest.post(
      `/api/order/${o.number}/return`,
      { token: o.token, lines: [{ order_line_id: o.line, quantity: 1 }] },
      { 'idempotency-key': 'return-it-once' },
    )
  const first = fine(await ask()).body
  expect(first.returns).toHaveLength(1)
  expect((await ask()).body).toEqual(first)
})

test('invalid lines are reported by position, in every endpoint that takes lines', async () => {
  const o = await sold()
  const lines = [{ order_line_id: o.line, quantity: 1 }, { order_line_id: 'x', quantity: 0 }, 7]
  for (const action of ['shipment', 'return', 'refund']) {
    const refused = await shop.owner.post(`/api/admin/order/${o.id}/${action}`, { lines, reason: 'Broken' })
    expect([action, refused.status]).toEqual([action, 422])
    expect(Object.keys(refused.body.messages), action).toEqual(expect.arrayContaining(['lines.1.order_line_id', 'lines.2']))
  }
  for (const action of ['shipment', 'return'])
    expect((await shop.owner.post(`/api/admin/order/${o.id}/${action}`, { reason: 'x' })).body.messages).toHaveProperty('lines')
})

test('a customer can request a return within the return period, and not later', async () => {
  const o = await sold()
  fine(await shop.owner.post(`/api/admin/order/${o.id}/ship`, {}))
  const { lines } = fine(await shop.it.guest.get(`/api/order/${o.number}?token=${o.token}`)).body
  const ask = () =>
    shop.it.guest.post(`/api/order/${o.number}/return`, {
      token: o.token,
      lines: [{ order_line_id: lines[0].id, quantity: 1 }],
      note: 'Broken',
    })
  await shop.it.kernel.db.run(sql`update sales_order set shipped_at = now() - interval '15 days' where id = ${o.id}`)
  expect((await ask()).body.messages).toEqual({ status: ['The return window for this order has closed.'] })
  await shop.it.kernel.db.run(sql`update sales_order set shipped_at = now() where id = ${o.id}`)
  expect(fine(await ask()).body.returns).toMatchObject([{ status: 'pending' }])
  expect((await ask()).status).toBe(409)
})
