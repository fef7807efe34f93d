import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { checks } from '../checks.ts'
import { onHand, sent, setting, type Setting } from './purchasing-fixture.ts'

let s: Setting
beforeAll(async () => {
  s = await setting()
})
afterAll(() => s.it.close())

const post = (id: number, lines: object[], more: object = {}, key?: string) =>
  s.boss.post(`/api/admin/po/${id}/receipt`, { lines, ...more }, key ? { 'idempotency-key': key } : {})
const view = async (id: number) => (await s.buyer.get(`/api/admin/po/${id}/view`)).body
const readCost = async (sku: string) =>
  (await s.it.kernel.db.one<{ cost: number }>(sql`select cost_minor as cost from stock where id = ${s.stock[sku]}`))?.cost

test('an order is received in two parts; the ledger names the receipts and units are valued in the base currency', async () => {
  const before = await onHand(s, 'tea')
  const { id, line } = await sent(s, { tea: 10, milk: 4 })
  const first = await post(id, [
    { po_line_id: line.tea, accepted: 6 },
    { po_line_id: line.milk, accepted: 3, rejected: 1, reason: 'Torn', expiry_date: '2027-03-01', lot_code: 'L1' },
  ])
  expect(first.status, JSON.stringify(first.body)).toBe(201)
  expect(first.body.status).toBe('partial_received')
  expect(first.body.number).toMatch(/^GR\d{11}$/)
  // 12.80 USD at 0.128
  expect(await readCost('tea')).toBe(10_000)
  expect((await view(id)).lines[0]).toMatchObject({ quantity: 10, received: 6, open: 4 })
  const incoming = await s.buyer.get(`/api/admin/po/incoming?ids=${s.stock.tea}`)
  expect(incoming.body.data.find((l: any) => l.po_id === id).quantity).toBe(4)

  const second = await post(id, [{ po_line_id: line.tea, accepted: 4, unit_cost: '13.00' }], { delivery_note: 'DN 7' })
  expect(second.body.status).toBe('received')
  // (6 × 100.00 + 4 × 101.56) / 10, half up
  expect(await readCost('tea')).toBe(10_062)
  expect(await onHand(s, 'tea')).toBe(before + 10)
  const booked = await s.it.kernel.db.rows<{ quantity: number }>(sql`select quantity from inventory_movement
    where document_type = 'goods_receipt' and document_id = any(${[first.body.id, second.body.id]}::bigint[]) and stock_id = ${s.stock.tea} order by id`)
  expect(booked.map((m) => m.quantity)).toEqual([6, 4])
  const { receipts } = await view(id)
  expect(receipts.map((r: any) => r.delivery_note)).toEqual(['DN 7', ''])
})

test('the same delivery sent twice is posted once', async () => {
  const { id, line } = await sent(s, { tea: 5 })
  const before = await onHand(s, 'tea')
  const lines = [{ po_line_id: line.tea, accepted: 2 }]
  const [a, b] = await Promise.all([post(id, lines, {}, 'delivery-0001'), post(id, lines, {}, 'delivery-0001')])
  expect(a.body).toEqual(b.body)
  expect(await onHand(s, 'tea')).toBe(before + 2)
  const other = await post(id, [{ po_line_id: line.tea, accepted: 3 }], {}, 'delivery-0001')
  expect(other.body.code).toBe('KEY_REUSED')
})

test('concurrent receipts of the same units are limited to the ordered quantity', async () => {
  const { id, line } = await sent(s, { tea: 10, pot: 10 })
  const before = await onHand(s, 'tea')
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      post(id, [
        { po_line_id: line.pot, accepted: 3 },
        { po_line_id: line.tea, accepted: 3 },
      ]),
    ),
  )
  expect(answers.map((a) => a.status).sort()).toEqual([201, 201, 201, 409, 409, 409, 409, 409])
  expect(await onHand(s, 'tea')).toBe(before + 9)
})

test('a small over-receipt is accepted, a large one is refused with the quantity still allowed', async () => {
  const { id, line } = await sent(s, { tea: 100 })
  const over = await post(id, [{ po_line_id: line.tea, accepted: 106 }])
  expect([over.status, over.body.code]).toEqual([409, 'OVER_RECEIPT'])
  expect(over.body.messages['lines.0.accepted'][0]).toContain('105')
  expect((await post(id, [{ po_line_id: line.tea, accepted: 105 }])).body.status).toBe('received')
})

test('an over-receipt confirmed by staff makes the order abnormal until its buyer accepts it', async () => {
  const { id, line } = await sent(s, { tea: 10 })
  const response = await post(id, [{ po_line_id: line.tea, accepted: 15 }], { over: true })
  expect(response.body.status).toBe('abnormal')
  expect((await view(id)).history.at(-1).reason).toContain('15')
  expect((await post(id, [{ po_line_id: line.tea, accepted: 1 }])).status).toBe(409)
  expect((await s.buyer.post(`/api/admin/po/${id}/accept`, {})).status).toBe(422)
  expect((await s.buyer.post(`/api/admin/po/${id}/accept`, { reason: 'Agreed by phone' })).body.status).toBe('received')
  expect((await s.buyer.post(`/api/admin/po/${id}/accept`, { reason: 'Again' })).status).toBe(409)
})

test('a cost beyond the tolerance makes the order abnormal too', async () => {
  const { id, line } = await sent(s, { tea: 10 })
  expect((await post(id, [{ po_line_id: line.tea, accepted: 5, unit_cost: '14.09' }])).body.status).toBe('abnormal')
  expect((await s.buyer.post(`/api/admin/po/${id}/accept`, { reason: 'New price' })).body.status).toBe('partial_received')
  expect((await post(id, [{ po_line_id: line.tea, accepted: 5, unit_cost: '14.08' }])).body.status).toBe('received')
})

test('a correction reverses at most what was received in its lot', async () => {
  const before = await onHand(s, 'milk')
  const { id, line } = await sent(s, { milk: 10 })
  const dated = { po_line_id: line.milk, expiry_date: '2027-06-01' }
  await post(id, [
    { ...dated, accepted: 6, lot_code: 'A' },
    { ...dated, accepted: 4, lot_code: 'B' },
  ])
  const back = (accepted: number, lot: string, reason = 'Counted wrongly') => post(id, [{ ...dated, accepted, lot_code: lot, reason }])
  expect(Object.keys((await back(-1, 'A', '')).body.messages)).toEqual(['lines.0.reason'])
  expect(Object.keys((await back(-5, 'B')).body.messages)).toEqual(['lines.0.accepted'])
  expect((await back(-2, 'B')).body.status).toBe('partial_received')
  expect((await view(id)).lines[0]).toMatchObject({ received: 8, open: 2 })
  expect(await onHand(s, 'milk')).toBe(before + 8)
  expect((await back(-3, 'B')).status).toBe(422)
  expect((await back(-6, 'A')).status).toBe(201)
  expect((await back(-2, 'B')).body.status).toBe('sent')
  expect(await onHand(s, 'milk')).toBe(before)
  expect((await s.buyer.post(`/api/admin/po/${id}/cancel`, { reason: 'Nothing of it stays' })).body.status).toBe('canceled')
})

test('expiring units need a date, rejected ones a reason, and a delivery cannot be empty', async () => {
  const { id, line } = await sent(s, { milk: 4 })
  const problems = async (lines: object[]) => Object.keys((await post(id, lines)).body.messages)
  expect(await problems([{ po_line_id: line.milk, accepted: 1 }])).toEqual(['lines.0.expiry_date'])
  expect(await problems([{ po_line_id: line.milk, rejected: 1 }])).toEqual(['lines.0.reason'])
  expect(await problems([{ po_line_id: 999_999, accepted: 1 }])).toEqual(['lines.0.po_line_id'])
  expect(await problems([{ po_line_id: line.milk, accepted: 'x' }])).toEqual(['lines.0.accepted'])
  expect(await problems([{ po_line_id: line.milk }])).toEqual(['lines'])
  expect(await problems([{ po_line_id: line.milk, accepted: 1, rejected: -1, reason: 'x' }])).toEqual(['lines.0.accepted'])
  expect((await s.boss.post(`/api/admin/po/${id}/receipt`, {})).status).toBe(422)
})

test('the rest of an order can be closed; it is completed when paid, or with a reason', async () => {
  const { id, line } = await sent(s, { tea: 10 }, { freight: '5' })
  expect((await s.buyer.post(`/api/admin/po/${id}/short`, { reason: 'x' })).status).toBe(409)
  await post(id, [{ po_line_id: line.tea, accepted: 4 }])
  expect((await s.buyer.post(`/api/admin/po/${id}/cancel`, { reason: 'x' })).status).toBe(409)
  expect((await s.buyer.post(`/api/admin/po/${id}/short`, { reason: 'No longer made' })).body.status).toBe('received')
  expect((await view(id)).lines[0]).toMatchObject({ received: 4, closed: 6, open: 0 })
  const unpaid = await s.buyer.post(`/api/admin/po/${id}/close`, {})
  expect(unpaid.status).toBe(422)
  expect(unpaid.body.messages.waive[0]).toContain('56.20')
  const paid = await s.buyer.post('/api/admin/supplier_payment', { po_id: id, amount: '56.20', method: 'bank', paid_at: '2026-11-21' })
  expect(paid.status, JSON.stringify(paid.body)).toBe(201)
  expect((await s.buyer.post(`/api/admin/po/${id}/close`, {})).body.status).toBe('completed')
  expect((await s.buyer.post('/api/admin/supplier_payment', { po_id: id, amount: '1', paid_at: '2026-11-21' })).status).toBe(422)
  const deletion = await s.buyer.delete(`/api/admin/supplier_payment/${paid.body.id}`)
  expect([deletion.status, JSON.stringify(deletion.body)]).toEqual([422, expect.stringContaining('its payments cannot be deleted')])
  expect((await post(id, [{ po_line_id: line.tea, accepted: -1, reason: 'x' }])).status).toBe(409)
})

test('receiving needs its own permission', async () => {
  const { id, line } = await sent(s, { tea: 1 })
  const buyer = await s.it.staff(['get po', 'update po'])
  expect((await buyer.post(`/api/admin/po/${id}/receipt`, { lines: [{ po_line_id: line.tea, accepted: 1 }] })).status).toBe(403)
  const receiver = await s.it.staff(['get po', 'receive po'])
  expect((await receiver.post(`/api/admin/po/${id}/receipt`, { lines: [{ po_line_id: line.tea, accepted: 1 }] })).status).toBe(201)
  expect((await receiver.post(`/api/admin/po/${id}/close`, { waive: true, reason: 'x' })).status).toBe(403)
})

test('afterwards the invariant checks hold', async () => {
  for (const [name, check] of Object.entries(checks)) expect(await check(s.it.kernel), name).toEqual([])
})
