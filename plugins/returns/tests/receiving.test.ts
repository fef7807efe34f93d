import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'

/** Receiving returned units and refunding them: amounts and rejected input. */
let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.it.close())

const sent = async (quantity: number, price = '100.00') => {
  const stock = await shop.stock(20, price)
  const order = await shop.buy(stock, quantity)
  fine(await shop.owner.post(`/api/admin/order/${order.id}/pay`, { reference: `C-${order.id}` }))
  fine(await shop.owner.post(`/api/admin/order/${order.id}/ship`))
  return { ...order, stock, line: (await shop.order(order.id)).lines[0].id as number }
}
type Sent = Awaited<ReturnType<typeof sent>>
const back = async (o: Sent, quantity: number, more: object = {}) =>
  fine(await shop.owner.post(`/api/admin/order/${o.id}/return`, { lines: [{ order_line_id: o.line, quantity }], ...more })).body
    .id as number
const count = (id: number, o: Sent, ...lines: [received: number, resaleable: number][]) =>
  shop.owner.put(`/api/admin/return/${id}`, {
    lines: lines.map(([received, resaleable]) => ({ order_line_id: o.line, received, resaleable })),
  })
const decide = (id: number, status: string, reason = 'x') => shop.owner.put(`/api/admin/return/${id}`, { status, reason })
const refund = (o: Sent, body: object) => shop.owner.post(`/api/admin/order/${o.id}/refund`, { reason: 'Broken', method: 'cash', ...body })
const there = async (o: Sent) =>
  (await shop.it.kernel.db.one<{ n: number }>(sql`select sum(quantity)::int as n from inventory where stock_id = ${o.stock}`))?.n
const line = async (o: Sent) => (await shop.order(o.id)).lines[0]
const counted = async (id: number) => {
  const row = fine(await shop.owner.get(`/api/admin/return/${id}`)).body
  return [row.status, row.lines[0].received_quantity, row.lines[0].resaleable_quantity]
}

test('one line received as two entries, one resalable and one not, counts as both', async () => {
  const o = await sent(3)
  const id = await back(o, 3)
  fine(await count(id, o, [1, 1], [2, 0]))
  expect(await counted(id)).toEqual(['received', 3, 1])
  expect(await line(o)).toMatchObject({ returned_quantity: 3 })
  expect(await there(o)).toBe(18)
})

test('a return received in parts waits for the rest, and accepts no more units than announced', async () => {
  const o = await sent(4)
  const id = await back(o, 3)
  expect((await shop.view(o.id)).returns[0].status).toBe('approved')
  expect((await decide(id, 'completed')).status).toBe(409)
  expect((await count(id, o, [0, 0])).body.messages).toEqual({ lines: ['This field is required.'] })
  expect((await count(id, o, [1, 2])).body.messages).toEqual({ 'lines.0.resaleable': ['Only 1 is left.'] })
  expect((await count(id, o, [4, 0])).body.messages).toEqual({ 'lines.0.received': ['Only 3 are left.'] })
  fine(await count(id, o, [2, 2]))
  expect(await counted(id)).toEqual(['partial_received', 2, 2])
  expect((await decide(id, 'canceled')).status).toBe(409)
  expect((await count(id, o, [2, 0])).status).toBe(422)
  fine(await count(id, o, [1, 0]))
  expect(await counted(id)).toEqual(['received', 3, 2])
  expect((await count(id, o, [1, 1])).status).toBe(409)
  expect(await there(o)).toBe(18)
  expect(await line(o)).toMatchObject({ returned_quantity: 3 })
})

test('units in one open return are in no other, and a rejected or canceled return frees them', async () => {
  const o = await sent(2)
  const first = await back(o, 2)
  const more = () => shop.owner.post(`/api/admin/order/${o.id}/return`, { lines: [{ order_line_id: o.line, quantity: 1 }] })
  expect((await more()).body.messages).toEqual({ 'lines.0.quantity': ['Only 0 are left.'] })
  fine(await decide(first, 'canceled'))
  const response = await shop.it.guest.post(`/api/order/${o.number}/return`, {
    token: o.token,
    lines: [{ order_line_id: o.line, quantity: 2 }],
  })
  fine(response)
  expect((await more()).status).toBe(422)
  const [, theirs] = (await shop.view(o.id)).returns.map((r: any) => r.id).sort((a: number, b: number) => a - b)
  expect((await count(theirs, o, [1, 1])).status).toBe(409)
  fine(await decide(theirs, 'rejected', 'Worn'))
  expect((await decide(theirs, 'approved')).status).toBe(409)
  fine(await more())
})

test('an order cannot be completed while a return is open', async () => {
  const o = await sent(1)
  const id = await back(o, 1)
  const early = await shop.owner.post(`/api/admin/order/${o.id}/complete`)
  expect([early.status, Object.keys(early.body.messages)]).toEqual([409, ['status']])
  fine(await count(id, o, [1, 1]))
  fine(await decide(id, 'completed'))
  expect(fine(await shop.owner.post(`/api/admin/order/${o.id}/complete`)).body.status).toBe('completed')
})

test('unshipped units cannot be returned, and a return belongs to its order', async () => {
  const stock = await shop.stock(5)
  const unsent = await shop.buy(stock, 2)
  fine(await shop.owner.post(`/api/admin/order/${unsent.id}/pay`))
  const [orderLine] = (await shop.order(unsent.id)).lines
  const ask = (order: number, order_line_id: number) =>
    shop.owner.post(`/api/admin/order/${order}/return`, { lines: [{ order_line_id, quantity: 1 }] })
  expect((await ask(unsent.id, orderLine.id)).status).toBe(409)
  fine(await shop.owner.post(`/api/admin/order/${unsent.id}/process`))
  expect((await ask(unsent.id, orderLine.id)).body.messages).toEqual({ 'lines.0.quantity': ['Only 0 are left.'] })
  const o = await sent(1)
  expect(Object.keys((await ask(o.id, orderLine.id)).body.messages)).toEqual(['lines.0.order_line_id'])
  const id = await back(o, 1)
  const strange = await refund(o, { lines: [{ order_line_id: o.line, quantity: 1 }], return_id: 999_999 })
  expect([strange.status, Object.keys(strange.body.messages)]).toEqual([422, ['return_id']])
  fine(await count(id, o, [1, 0]))
  fine(await refund(o, { lines: [{ order_line_id: o.line, quantity: 1 }], return_id: id }))
  expect((await counted(id))[0]).toBe('completed')
})

test('an amount without units is refundable up to the rest of the line, and units afterwards for what is left', async () => {
  const o = await sent(3, '10.00')
  fine(await refund(o, { lines: [{ order_line_id: o.line, quantity: 0, amount: '5.00' }] }))
  expect(await line(o)).toMatchObject({ refunded_quantity: 0, refunded: '5.00' })
  expect((await refund(o, { lines: [{ order_line_id: o.line, quantity: 0, amount: '25.01' }] })).body.messages).toEqual({
    'lines.0.amount': ['You can refund at most 25.00.'],
  })
  expect(Object.keys((await refund(o, { lines: [{ order_line_id: o.line, quantity: 0, amount: '-1.00' }] })).body.messages)).toEqual([
    'lines.0.amount',
  ])
  fine(await refund(o, { lines: [{ order_line_id: o.line, quantity: 2 }] }))
  // Two of three units are worth 20.00, of which 5.00 was already refunded.
  expect(await line(o)).toMatchObject({ refunded_quantity: 2, refunded: '20.00' })
  fine(await refund(o, { lines: [{ order_line_id: o.line, quantity: 1 }] }))
  expect(await line(o)).toMatchObject({ refunded_quantity: 3, refunded: '30.00' })
  expect(await shop.order(o.id)).toMatchObject({ refunded: '30.00', status: 'shipped' })
})

test('an empty refund is rejected, and so is one for an unpaid order', async () => {
  const o = await sent(1)
  for (const body of [{ lines: [] }, { lines: [{ order_line_id: o.line, quantity: 0 }] }, { lines: [], shipping: '0.00' }])
    expect(Object.keys((await refund(o, body)).body.messages)).toEqual(['lines'])
  expect(Object.keys((await refund(o, { lines: [], shipping: '1.00', reason: ' ' })).body.messages)).toEqual(['reason'])
  const open = await shop.buy(await shop.stock(3), 1)
  expect((await shop.owner.post(`/api/admin/order/${open.id}/refund`, { reason: 'x', shipping: '1.00' })).status).toBe(409)
})

test('units can be canceled and refunded only while they are not shipped', async () => {
  const order = await shop.buy(await shop.stock(9), 3)
  fine(await shop.owner.post(`/api/admin/order/${order.id}/pay`))
  const [orderLine] = (await shop.order(order.id)).lines
  fine(
    await shop.owner.post(`/api/admin/order/${order.id}/shipment`, {
      lines: [{ order_line_id: orderLine.id, quantity: 1 }],
      status: 'shipped',
    }),
  )
  const give = (quantity: number, cancel: number) =>
    shop.owner.post(`/api/admin/order/${order.id}/refund`, {
      reason: 'x',
      method: 'cash',
      lines: [{ order_line_id: orderLine.id, quantity, cancel }],
    })
  expect((await give(3, 3)).body.messages).toEqual({ 'lines.0.cancel': ['Only 2 are left.'] })
  fine(await give(2, 2))
  // All remaining units were shipped, so the order changes to shipped by itself.
  expect(await shop.order(order.id)).toMatchObject({ status: 'shipped', units_total: 1, units_shipped: 1, refunded: '200.00' })
  expect((await shop.order(order.id)).lines[0]).toMatchObject({ canceled_quantity: 2, refunded_quantity: 2 })
})

test('a pending refund is decided once, by somebody else, and a rejection releases its amounts', async () => {
  fine(await shop.owner.put('/api/admin/settings/order', { refund_limit: '50.00' }))
  const o = await sent(1)
  const clerk = await shop.it.staff(['get order', 'get refund', 'refund order', 'approve refund'])
  const ask = async () =>
    fine(
      await clerk.post(`/api/admin/order/${o.id}/refund`, { reason: 'x', method: 'cash', lines: [{ order_line_id: o.line, quantity: 1 }] }),
    ).body
  const first = await ask()
  expect(first.status).toBe('pending')
  expect((await shop.view(o.id)).left).toEqual({ amount: '40.00', shipping: '40.00' })
  const response = await clerk.put(`/api/admin/refund/${first.id}`, { status: 'approved' })
  expect([response.status, Object.keys(response.body.messages)]).toEqual([409, ['status']])
  expect(fine(await clerk.put(`/api/admin/refund/${first.id}`, { status: 'rejected', reason: 'Keep it' })).body.status).toBe('rejected')
  expect((await shop.view(o.id)).left).toEqual({ amount: '140.00', shipping: '40.00' })
  expect((await shop.owner.put(`/api/admin/refund/${first.id}`, { status: 'approved' })).status).toBe(409)
  const second = await ask()
  const [yes, no] = await Promise.all([
    shop.owner.put(`/api/admin/refund/${second.id}`, { status: 'approved' }),
    shop.owner.put(`/api/admin/refund/${second.id}`, { status: 'approved' }),
  ])
  expect([yes.status, no.status].sort()).toEqual([200, 409])
  expect(await shop.order(o.id)).toMatchObject({ refunded: '100.00' })
  fine(await shop.owner.put('/api/admin/settings/order', { refund_limit: '0.00' }))
})
