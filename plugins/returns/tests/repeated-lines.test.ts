import { afterAll, beforeAll, expect, test } from 'vitest'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'

/** The same order line listed twice in a request. */
let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.it.close())

const paid = async (quantity: number) => {
  const order = await shop.buy(await shop.stock(20), quantity)
  fine(await shop.owner.post(`/api/admin/order/${order.id}/payment`, { reference: `R-${order.id}` }))
  return { ...order, line: (await shop.order(order.id)).lines[0].id as number }
}

test('is rejected in a refund with its position, for units, amounts and canceled units', async () => {
  const o = await paid(4)
  for (const lineInput of [{ quantity: 1 }, { quantity: 0, amount: '1.00' }, { quantity: 0, cancel: 1 }, { quantity: 4 }]) {
    const line = { order_line_id: o.line, ...lineInput }
    const answer = await shop.owner.post(`/api/admin/order/${o.id}/refund`, { reason: 'x', method: 'cash', lines: [line, line] })
    expect([lineInput, answer.status, answer.body.messages]).toEqual([
      lineInput,
      422,
      { 'lines.1.order_line_id': ['This input can not be repeated.'] },
    ])
  }
  expect(await shop.order(o.id)).toMatchObject({ refunded: '0.00' })
})

test('causes no server error in a parcel, a return or its receipt, and never counts above the maximum', async () => {
  const o = await paid(4)
  const line = { order_line_id: o.line, quantity: 3 }
  const much = await shop.owner.post(`/api/admin/order/${o.id}/shipment`, { lines: [line, line], status: 'shipped' })
  expect([much.status, Object.keys(much.body.messages ?? {})]).toEqual([422, [expect.stringMatching(/^lines\.1\./)]])
  const two = { order_line_id: o.line, quantity: 2 }
  const sent = await shop.owner.post(`/api/admin/order/${o.id}/shipment`, { lines: [two, two], status: 'shipped' })
  expect(sent.status).toBeLessThan(500)
  if (sent.status >= 300)
    fine(await shop.owner.post(`/api/admin/order/${o.id}/shipment`, { lines: [{ ...two, quantity: 4 }], status: 'shipped' }))
  expect((await shop.owner.post(`/api/admin/order/${o.id}/return`, { lines: [line, line] })).status).toBe(422)
  const back = await shop.owner.post(`/api/admin/order/${o.id}/return`, { lines: [two, two] })
  expect(back.status).toBeLessThan(500)
  const id = fine(back).body.id as number
  const counted = { order_line_id: o.line, received: 3, resaleable: 3 }
  const came = await shop.owner.put(`/api/admin/return/${id}`, { lines: [counted, counted] })
  expect([came.status, Object.keys(came.body.messages ?? {})]).toEqual([422, [expect.stringMatching(/^lines\.1\./)]])
})

test('and malformed lines are rejected without a server error', async () => {
  const o = await paid(2)
  for (const path of ['refund', 'shipment', 'return'])
    for (const lines of [[null], [5], ['x'], [[]], [{}], {}, 'x', 5, [{ order_line_id: 0 }], [{ order_line_id: 9e15, quantity: 1 }]]) {
      const answer = await shop.owner.post(`/api/admin/order/${o.id}/${path}`, { reason: 'x', lines })
      expect([path, lines, answer.status]).toEqual([path, lines, 422])
    }
})
