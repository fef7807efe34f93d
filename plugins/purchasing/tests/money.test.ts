import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine } from '../../../tests/support/selling-shop.ts'
import { draft, onHand, sent, setting, type Setting } from './purchasing-fixture.ts'

/** Cost of received items, the amount owed for them, and what can be undone. */
let s: Setting
beforeAll(async () => {
  s = await setting()
})
afterAll(() => s.it.close())

const post = (id: number, lines: object[], more: object = {}) => s.buyer.post(`/api/admin/po/${id}/receipt`, { lines, ...more })
const move = (id: number, verb: string, body: object = {}) => s.buyer.post(`/api/admin/po/${id}/${verb}`, body)
const received = async (id: number) => {
  const rows = await s.it.kernel.db.rows<{ accepted: number; cost: number; base: number }>(sql`
    select r.accepted, r.unit_cost_minor as cost, r.base_unit_cost_minor as base from goods_receipt g
    join goods_receipt_line r on r.receipt_id = g.id where g.po_id = ${id} order by r.id`)
  return rows.map((r) => [r.accepted, r.cost, r.base])
}
const pay = (id: number, amount: string) =>
  s.buyer.post('/api/admin/supplier_payment', { po_id: id, amount, method: 'bank', paid_at: '2026-11-21' })
const order = async (id: number) => fine(await s.buyer.get(`/api/admin/po/${id}`)).body

test('received units are valued at the net cost of their line, by the rate of their order', async () => {
  const lines = [{ stock_id: s.stock.tea, quantity: 3, unit_cost: '10.00', discount: '10.00' }]
  const head = { supplier_id: s.supplier, warehouse_id: s.warehouse }
  const { id } = fine(await s.buyer.post('/api/admin/po', { ...head, lines, exchange_rate: '0.5' })).body
  expect(await order(id)).toMatchObject({ subtotal: '20.00', total: '20.00', base_total: '40.00' })
  fine(await move(id, 'submit'))
  const line = (await order(id)).lines[0].id
  fine(await post(id, [{ po_line_id: line, accepted: 2 }]))
  fine(await post(id, [{ po_line_id: line, accepted: 1, unit_cost: '6.66' }]))
  expect(await received(id)).toEqual([
    [2, 667, 1_334],
    [1, 666, 1_332],
  ])
})

test('an order in yen has whole amounts, and decimals are refused at their field', async () => {
  const currency = fine(await s.boss.get('/api/admin/settings/currency')).body.values
  fine(
    await s.boss.put('/api/admin/settings/currency', {
      ...currency,
      supported_currencies: [...currency.supported_currencies, { identifier: 'JPY', rate: '19.35', mark: '' }],
    }),
  )
  const line = { stock_id: s.stock.tea, quantity: 3, unit_cost: '1000.00', discount: '0.00' }
  const order = (more: object, part: object = {}) =>
    s.buyer.post('/api/admin/po', {
      supplier_id: s.supplier,
      warehouse_id: s.warehouse,
      currency: 'JPY',
      lines: [{ ...line, ...part }],
      ...more,
    })
  const whole = ['JPY has no decimals. Enter a whole amount.']
  expect((await order({ freight: '10.50' })).body.messages).toEqual({ freight: whole })
  expect((await order({}, { unit_cost: '9.99' })).body.messages).toEqual({ 'lines.0.unit_cost': whole })
  expect((await order({}, { discount: '0.10' })).body.messages).toEqual({ 'lines.0.discount': whole })
  const made = fine(await order({ freight: '10.00' })).body
  expect(made).toMatchObject({ currency: 'JPY', total: '3010.00', base_total: '155.56' })
  fine(await move(made.id, 'submit'))
  const came = (unit_cost: string) => post(made.id, [{ po_line_id: made.lines[0].id, accepted: 1, unit_cost }])
  expect((await came('999.50')).body.messages).toEqual({ 'lines.0.unit_cost': whole })
  fine(await came('1000'))
})

test('reversed units leave at the cost they were received at, not at the agreed one', async () => {
  const { id, line } = await sent(s, { tea: 10 })
  fine(await post(id, [{ po_line_id: line.tea, accepted: 5, unit_cost: '13.00' }]))
  fine(await post(id, [{ po_line_id: line.tea, accepted: -2, reason: 'Counted twice' }]))
  expect((await received(id)).map(([n, cost]) => [n, cost])).toEqual([
    [5, 1_300],
    [-2, 1_300],
  ])
  // Three units at 13.00 are owed, and nothing for the units that were not delivered.
  const refused = await move(id, 'short', { reason: 'Enough' })
  expect(refused.body.status).toBe('received')
  expect((await move(id, 'close')).body.messages.waive[0]).toContain('39.00')
})

test('a rate that is zero, or rounds to zero, is refused at its field', async () => {
  for (const exchange_rate of ['0', '-1', '0.000000001', 'x']) {
    const head = { supplier_id: s.supplier, warehouse_id: s.warehouse, exchange_rate }
    const answer = await s.buyer.post('/api/admin/po', { ...head, lines: [{ stock_id: s.stock.tea, quantity: 1 }] })
    expect([answer.status, Object.keys(answer.body.messages)], exchange_rate).toEqual([422, ['exchange_rate']])
  }
})

test('the discount of an order is at most its subtotal; freight is separate', async () => {
  const head = { supplier_id: s.supplier, warehouse_id: s.warehouse, lines: [{ stock_id: s.stock.tea, quantity: 1, unit_cost: '10' }] }
  expect(fine(await s.buyer.post('/api/admin/po', { ...head, discount: '10.00', freight: '3.00' })).body).toMatchObject({ total: '3.00' })
  const more = await s.buyer.post('/api/admin/po', { ...head, discount: '10.01', freight: '3.00' })
  expect([more.status, Object.keys(more.body.messages)]).toEqual([422, ['discount']])
  for (const field of ['discount', 'freight'])
    expect(Object.keys((await s.buyer.post('/api/admin/po', { ...head, [field]: '-0.01' })).body.messages), field).toEqual([field])
})

test('the amount due covers accepted units, freight once some were accepted, less the discount, never below zero', async () => {
  const { id, line } = await sent(s, { tea: 2 }, { freight: '5' })
  fine(await post(id, [{ po_line_id: line.tea, rejected: 1, reason: 'Wet' }]))
  fine(await move(id, 'short', { reason: 'They have no more' }))
  // One unit was rejected and none accepted: nothing is owed, not even the freight.
  expect((await move(id, 'close')).body.status).toBe('completed')

  const some = await sent(s, { tea: 2 }, { freight: '5', discount: '20' })
  fine(await post(some.id, [{ po_line_id: some.line.tea, accepted: 1 }]))
  fine(await move(some.id, 'short', { reason: 'They have no more' }))
  // 12.80 + 5.00 freight - 20.00 discount is less than zero.
  expect((await move(some.id, 'close')).body.status).toBe('completed')
})

test('an order is completed when it is fully paid, or with a reason for waiving the rest', async () => {
  const { id, line } = await sent(s, { tea: 1 })
  fine(await post(id, [{ po_line_id: line.tea, accepted: 1 }]))
  fine(await pay(id, '12.79'))
  const short = await move(id, 'close')
  expect([short.status, Object.keys(short.body.messages)]).toEqual([422, ['waive']])
  expect(Object.keys((await move(id, 'close', { waive: true, reason: '  ' })).body.messages)).toEqual(['reason'])
  fine(await pay(id, '0.01'))
  expect((await move(id, 'close')).body.status).toBe('completed')
  expect((await move(id, 'close')).status).toBe(409)
  const waived = await sent(s, { tea: 1 })
  fine(await post(waived.id, [{ po_line_id: waived.line.tea, accepted: 1 }]))
  expect((await move(waived.id, 'close', { waive: true, reason: 'A sample' })).body.status).toBe('completed')
})

test('a supplier payment is positive, for a sent order, until it is completed or canceled', async () => {
  const unsent = await draft(s, { tea: 1 })
  expect(Object.keys((await pay(unsent, '1.00')).body.messages)).toEqual(['po_id'])
  const { id } = await sent(s, { tea: 1 })
  for (const amount of ['0.00', '-1.00']) expect(Object.keys((await pay(id, amount)).body.messages), amount).toEqual(['amount'])
  fine(await pay(id, '12.80'))
  const over = await sent(s, { tea: 1 })
  fine(await move(over.id, 'cancel', { reason: 'Too late' }))
  expect(Object.keys((await pay(over.id, '1.00')).body.messages)).toEqual(['po_id'])
})

test('an order accepts only its allowed transitions, and a refused one changes nothing', async () => {
  const { id, line } = await sent(s, { tea: 2 })
  for (const verb of ['submit', 'approve', 'reject', 'revise', 'send', 'close', 'short'])
    expect((await move(id, verb, { reason: 'x' })).status, verb).toBe(409)
  fine(await post(id, [{ po_line_id: line.tea, accepted: 1 }]))
  for (const verb of ['submit', 'approve', 'cancel', 'close', 'send'])
    expect((await move(id, verb, { reason: 'x' })).status, verb).toBe(409)
  expect((await order(id)).status).toBe('partial_received')
  for (const code of ['recall', 'release', 'undo', 'part', 'fill', 'flag'])
    expect((await move(id, code, { reason: 'x' })).status, code).toBe(404)
  const canceledId = await draft(s, { tea: 1 })
  fine(await move(canceledId, 'cancel', { reason: 'x' }))
  expect((await post(canceledId, [{ po_line_id: 1, accepted: 1 }])).status).toBe(409)
})

test('an order to a disabled supplier stays a draft', async () => {
  const id = await draft(s, { tea: 1 })
  fine(await s.buyer.put(`/api/admin/supplier/${s.supplier}`, { enabled: false }))
  expect(Object.keys((await move(id, 'submit')).body.messages)).toEqual(['supplier_id'])
  expect((await order(id)).status).toBe('draft')
  fine(await s.buyer.put(`/api/admin/supplier/${s.supplier}`, { enabled: true }))
  expect((await move(id, 'submit')).body.status).toBe('sent')
})

test('an order can be emailed again after it is sent and until it is received', async () => {
  const unsent = await draft(s, { tea: 1 })
  expect((await move(unsent, 'mail')).status).toBe(409)
  const { id, line } = await sent(s, { tea: 1 })
  await s.it.jobs()
  const mails = async () => fine(await s.buyer.get('/api/admin/mail?q=orders@westlake.test&limit=100')).body.data.length
  const before = await mails()
  fine(await move(id, 'mail'))
  await s.it.jobs()
  await s.it.jobs()
  expect(await mails()).toBe(before + 1)
  fine(await post(id, [{ po_line_id: line.tea, accepted: 1 }]))
  expect((await move(id, 'mail')).status).toBe(409)
})

test('a line given twice in a delivery counts in total, up to the ordered quantity', async () => {
  const { id, line } = await sent(s, { tea: 10 })
  const before = await onHand(s, 'tea')
  const over = await post(id, [
    { po_line_id: line.tea, accepted: 6 },
    { po_line_id: line.tea, accepted: 5 },
  ])
  expect([over.status, Object.keys(over.body.messages)]).toEqual([409, ['lines.1.accepted']])
  expect(await onHand(s, 'tea')).toBe(before)
  const exact = await post(id, [
    { po_line_id: line.tea, accepted: 6 },
    { po_line_id: line.tea, accepted: 3, reason: '' },
    { po_line_id: line.tea, rejected: 1, reason: 'Wet' },
  ])
  expect(exact.body.status).toBe('received')
  expect(await onHand(s, 'tea')).toBe(before + 9)
  const back = await post(id, [
    { po_line_id: line.tea, rejected: -1, reason: 'It was dry' },
    { po_line_id: line.tea, rejected: -1, reason: 'It was dry' },
  ])
  expect([back.status, Object.keys(back.body.messages)]).toEqual([422, ['lines.1.rejected']])
})

test('units already sold cannot be reversed, and nothing is booked', async () => {
  const { id, line } = await sent(s, { pot: 2 })
  fine(await post(id, [{ po_line_id: line.pot, accepted: 2 }]))
  await s.it.kernel.db.run(sql`update inventory set quantity = 1 where stock_id = ${s.stock.pot}`)
  const back = await post(id, [{ po_line_id: line.pot, accepted: -2, reason: 'Wrong pots' }])
  expect(back.status).toBeGreaterThanOrEqual(400)
  expect(back.status).toBeLessThan(500)
  expect(Object.keys(back.body.messages)).toEqual(['lines.0.accepted'])
  expect(await order(id)).toMatchObject({ status: 'received' })
})
