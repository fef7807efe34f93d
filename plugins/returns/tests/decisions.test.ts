import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'

/** Return transitions, until when a shopper can request a return, and the emails about it. */
let shop: Shop
let stock: number
beforeAll(async () => {
  shop = await openShop()
  stock = await shop.stock(900, '100.00')
})
afterAll(() => shop.it.close())

type Order = Awaited<ReturnType<Shop['buy']>> & { line: number }
const sent = async (quantity = 2): Promise<Order> => {
  const order = await shop.buy(stock, quantity)
  fine(await shop.owner.post(`/api/admin/order/${order.id}/pay`, { reference: `D-${order.id}` }))
  fine(await shop.owner.post(`/api/admin/order/${order.id}/ship`))
  return { ...order, line: (await shop.order(order.id)).lines[0].id }
}
/** All requests come from one network address. */
const ask = async (o: Order, more: object = {}) => {
  await shop.it.kernel.db.run(sql`delete from rate_limit`)
  const lines = [{ order_line_id: o.line, quantity: 1 }]
  return shop.it.guest.post(`/api/order/${o.number}/return`, { token: o.token, lines, ...more })
}
const change = (id: number, body: object, as = shop.owner) => as.put(`/api/admin/return/${id}`, body)
const status = async (id: number) => fine(await shop.owner.get(`/api/admin/return/${id}`)).body.status as string
const readOrder = async (o: Order, query = '') => fine(await shop.it.guest.get(`/api/order/${o.number}?token=${o.token}${query}`)).body
const count = (o: Order, received: number) => ({ lines: [{ order_line_id: o.line, received, resaleable: received }] })

/** Creates a return of two units in a given state. */
const inState = async (state: string) => {
  const o = await sent()
  const isByCustomer = state === 'pending' || state === 'rejected'
  if (isByCustomer) fine(await ask(o, { lines: [{ order_line_id: o.line, quantity: 2 }] }))
  else fine(await shop.owner.post(`/api/admin/order/${o.id}/return`, { lines: [{ order_line_id: o.line, quantity: 2 }] }))
  const row = await shop.it.kernel.db.one<{ id: number }>(sql`select id from sales_return where order_id = ${o.id}`)
  const id = row?.id ?? 0
  if (state === 'rejected') fine(await change(id, { status: 'rejected', reason: 'worn' }))
  if (state === 'partial_received') fine(await change(id, count(o, 1)))
  if (state === 'received' || state === 'completed') fine(await change(id, count(o, 2)))
  if (state === 'completed' || state === 'canceled') fine(await change(id, { status: state, reason: 'x' }))
  expect(await status(id)).toBe(state)
  return { o, id }
}

test.each([
  ['pending', ['approved', 'rejected', 'canceled']],
  ['approved', ['canceled']],
  ['partial_received', []],
  ['received', ['completed']],
  ['completed', []],
  ['rejected', []],
  ['canceled', []],
] as const)('a return that is %s may become %j only, and units are received only while they are expected', async (state, may) => {
  const decide = async (id: number, next: string) => [(await change(id, { status: next, reason: 'because' })).status, await status(id)]
  const all = ['approved', 'rejected', 'completed', 'canceled'] as const
  const allowed = (next: string) => (may as readonly string[]).includes(next)
  // Rejected transitions leave the return unchanged, so one return serves all of them.
  const first = await inState(state)
  for (const next of all.filter((candidate) => !allowed(candidate))) expect(await decide(first.id, next), next).toEqual([409, state])
  // Units can be counted only while some are still expected.
  if (state !== 'approved' && state !== 'partial_received') expect((await change(first.id, count(first.o, 1))).status).toBe(409)
  const each = await Promise.all(may.map(async (next, i) => [next, i === 0 ? first : await inState(state)] as const))
  for (const [next, { id }] of each) expect(await decide(id, next), next).toEqual([200, next])
})

test('a refund-only return is completed without units, and other returns require them', async () => {
  for (const [kind, code] of [
    ['refund_only', 200],
    ['exchange', 409],
    ['return', 409],
  ] as const) {
    const o = await sent()
    const { id } = fine(
      await shop.owner.post(`/api/admin/order/${o.id}/return`, { kind, lines: [{ order_line_id: o.line, quantity: 1 }] }),
    ).body
    expect((await change(id, { status: 'completed' })).status, kind).toBe(code)
  }
})

test('receiving and deciding in one request either both happen or neither does', async () => {
  const { o, id } = await inState('approved')
  expect((await change(id, { ...count(o, 1), status: 'canceled' })).status).toBe(409)
  expect(await status(id)).toBe('approved')
  expect((await shop.order(o.id)).lines[0].returned_quantity).toBe(0)
  fine(await change(id, { ...count(o, 2), status: 'completed' }))
  expect(await status(id)).toBe('completed')
  expect((await change(id, {})).body.messages).toHaveProperty('status')
})

test('of two concurrent decisions one succeeds', async () => {
  const { id } = await inState('pending')
  const answers = await Promise.all([change(id, { status: 'approved' }), change(id, { status: 'rejected', reason: 'worn' })])
  expect(answers.filter(({ status: code }) => code === 200).length).toBeGreaterThanOrEqual(1)
  expect(answers.every(({ status: code }) => code === 200 || code === 409)).toBe(true)
  const history = await shop.it.kernel.db.rows(
    sql`select to_status as to from status_history where document_type = 'return' and document_id = ${id} order by id`,
  )
  expect(history).toHaveLength(2)
})

test('a customer may request a return for the configured number of days after shipping, exact to the second', async () => {
  const o = await sent()
  const ago = (age: string) => shop.it.kernel.db.run(sql`update sales_order set shipped_at = now() - ${age}::interval where id = ${o.id}`)
  const may = async () => (await readOrder(o)).may.return
  await ago('13 days 23 hours 59 minutes 50 seconds')
  expect(await may()).toBe(true)
  await ago('14 days 1 second')
  expect(await may()).toBe(false)
  expect((await ask(o)).status).toBe(409)
  fine(await shop.owner.put('/api/admin/settings/order', { return_days: 15 }))
  expect(await may()).toBe(true)
  fine(await shop.owner.put('/api/admin/settings/order', { return_days: 0 }))
  await ago('0 seconds')
  expect(await may()).toBe(false)
  fine(await shop.owner.put('/api/admin/settings/order', { return_days: 14 }))
})

test('unshipped units, units already in a return and orders of others cannot be returned', async () => {
  const unsent = await shop.buy(stock, 1)
  fine(await shop.owner.post(`/api/admin/order/${unsent.id}/pay`, {}))
  const line = (await shop.order(unsent.id)).lines[0].id
  expect((await ask({ ...unsent, line })).status).toBe(409)
  const [o, other] = [await sent(1), await sent(1)]
  expect([401, 403, 404]).toContain((await ask({ ...o, token: other.token })).status)
  const strange = await ask({ ...o, line: other.line })
  expect([strange.status, Object.keys(strange.body.messages)]).toEqual([422, ['lines.0.order_line_id']])
  fine(await ask(o))
  expect((await readOrder(o)).may.return).toBe(false)
  expect((await ask(o)).status).toBe(409)
})

test('a customer can request a return or an exchange, never a refund alone, with a note of limited length', async () => {
  const o = await sent()
  const fields = async (more: object) => Object.keys((await ask(o, more)).body.messages ?? {})
  expect(await fields({ kind: 'refund_only' })).toEqual(['kind'])
  expect(await fields({ note: 'x'.repeat(1_001) })).toEqual(['note'])
  expect(await fields({ lines: [] })).toEqual(['lines'])
  expect(await fields({ lines: [{ order_line_id: o.line, quantity: 3 }] })).toEqual(['lines.0.quantity'])
  fine(await ask(o, { kind: 'exchange', note: '<b>torn</b>', reason_code: 'broken' }))
  const row = fine(await shop.owner.get(`/api/admin/return?sort=-id&limit=1`)).body.data[0]
  expect(row).toMatchObject({ kind: 'exchange', status: 'pending' })
})

test('a customer sees the return status in their language, and only refunds that are paid or in progress', async () => {
  const { o, id } = await inState('pending')
  const readReturn = async () => (await readOrder(o, '&language=zh-HK')).returns[0]
  expect(await readReturn()).toMatchObject({ status: 'pending', open: true, pictures: [] })
  expect((await readReturn()).status_label).toMatch(/\p{Script=Han}/u)
  fine(await change(id, { status: 'approved' }))
  fine(await change(id, count(o, 2)))
  expect(await readReturn()).toMatchObject({ status: 'received', open: false })
  const clerk = await shop.it.staff(['get order', 'refund order'])
  fine(await shop.owner.put('/api/admin/settings/order', { refund_limit: '50.00' }))
  const waits = fine(
    await clerk.post(`/api/admin/order/${o.id}/refund`, { reason: 'x', method: 'cash', lines: [{ order_line_id: o.line, quantity: 1 }] }),
  ).body
  expect([waits.status, (await readOrder(o)).refunds]).toEqual(['pending', []])
  fine(await shop.owner.put(`/api/admin/refund/${waits.id}`, { status: 'approved' }))
  expect((await readOrder(o)).refunds).toMatchObject([{ amount: '100.00', status: 'completed' }])
  fine(await shop.owner.put('/api/admin/settings/order', { refund_limit: '0.00' }))
})

test('staff without the permission cannot process returns', async () => {
  const { o, id } = await inState('pending')
  const reader = await shop.it.staff(['get order', 'get return', 'refund order'])
  expect((await change(id, { status: 'approved' }, reader)).status).toBe(403)
  expect((await reader.post(`/api/admin/order/${o.id}/return`, { lines: [{ order_line_id: o.line, quantity: 1 }] })).status).toBe(403)
  expect((await change(999_999, { status: 'approved' })).status).toBe(404)
  const wrong = await shop.owner.post(`/api/admin/order/${o.id}/refund`, { reason: 'x', shipping: '1.00', return_id: 999_999 })
  expect([wrong.status, Object.keys(wrong.body.messages)]).toEqual([422, ['return_id']])
})
