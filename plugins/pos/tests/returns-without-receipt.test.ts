import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine } from '../../../tests/support/selling-shop.ts'
import { type Counter, type Drawer, openCounter } from './counter.ts'

let shop: Counter
beforeAll(async () => {
  shop = await openCounter(['promotion'])
})
afterAll(() => shop.it.close())

const lying = async (stock: number) =>
  (await shop.it.kernel.db.one<{ n: number }>(sql`select sum(quantity)::int as n from inventory where stock_id = ${stock}`))?.n
const back = (
  drawer: Drawer,
  stock: number,
  quantity: number,
  more: { unit_price?: string; resaleable?: number; reason?: string } = {},
) => {
  const { client_uuid, session_id, device, place } = drawer.ticket(stock, 1, '0.00')
  const { reason = 'no bill', resaleable = quantity, unit_price = null } = more
  return { client_uuid, session_id, device, place, reason, lines: [{ subject_id: stock, quantity, resaleable, unit_price }] }
}
const send = (drawer: Drawer, body: object, as = drawer.as) => as.post(`/api/admin/store/${shop.store}/return`, body)

test('a return without a receipt refunds at most the current price, once, and no more than the cash in the drawer', async () => {
  const stock = await shop.stock(10, '33.37')
  const drawer = await shop.open(shop.owner, await shop.another(), '250.00')
  const returnInput = back(drawer, stock, 3, { resaleable: 2 })
  const answers = await Promise.all(Array.from({ length: 6 }, () => send(drawer, returnInput)))
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  // A cash refund omits what no coin can pay.
  expect(answers[0]?.body).toMatchObject({ total: '-100.10', order_id: null })
  expect(await lying(stock)).toBe(12)
  expect((await send(drawer, back(drawer, stock, 1, { unit_price: '33.38' }))).body.messages).toEqual({
    'lines.0.unit_price': ['The current price is 33.37. The refund cannot be higher.'],
  })
  expect((await send(drawer, back(drawer, stock, 1, { reason: '' }))).status).toBe(422)
  expect((await send(drawer, back(drawer, stock, 1, { resaleable: 2 }))).status).toBe(422)
  expect((await send(drawer, back(drawer, stock, -1))).status).toBe(422)
  expect((await send(drawer, { ...returnInput, reason: 'another' })).body.code).toBe('TICKET_REUSED')
  expect(fine(await send(drawer, back(drawer, stock, 1, { unit_price: '10.00' }))).body.total).toBe('-10.00')
  expect((await send(drawer, back(drawer, stock, 5))).body.messages).toEqual({ cash: ['The cash drawer has only 139.90.'] })
  const report = fine(await shop.owner.get(`/api/admin/store/${shop.store}/session/${drawer.session}/report`)).body
  expect(report).toMatchObject({ returns: 2, back: '-110.10', sales: 0 })
  const { checks } = await import('../checks.ts')
  for (const [name, check] of Object.entries(checks)) expect(await check(shop.it.kernel), name).toEqual([])
})

test('a return without a receipt excludes current promotions, and requires permission within the refund limit', async () => {
  const stock = await shop.stock(10, '100.00')
  const actions = [{ type: 'percent_lines', value: { percent: '10' } }]
  const rule = fine(await shop.owner.post('/api/admin/promotion', { title: { 'en-US': 'Autumn' }, actions })).body
  fine(await shop.owner.post(`/api/admin/promotion/${rule.id}/publish`))
  const drawer = await shop.open(shop.owner, await shop.another(), '5000.00')
  expect(fine(await send(drawer, back(drawer, stock, 2))).body.total).toBe('-180.00')
  const clerk = await shop.it.staff(['sell pos ticket', 'return pos ticket', 'open pos session', 'get store', 'see all store'])
  expect((await send(drawer, back(drawer, stock, 1), clerk)).status).toBe(403)
  const lead = await shop.it.staff(['sell pos ticket', 'refund pos ticket', 'get store', 'see all store'])
  expect((await send(drawer, back(drawer, stock, 12), lead)).body.messages).toEqual({
    lines: ['You can refund at most 1000.00. Ask a person with a higher limit.'],
  })
  expect(fine(await send(drawer, back(drawer, stock, 1), lead)).body.total).toBe('-90.00')
  fine(await shop.owner.post(`/api/admin/promotion/${rule.id}/disable`))
})

test('cash rounding of a sale and of its return offset each other in the report', async () => {
  const stock = await shop.stock(10, '33.37')
  const drawer = await shop.open(shop.owner, await shop.another(), '0.00')
  const cash = (amount: string) => ({ payments: [{ method: 'cash', amount }] })
  fine(await drawer.sell(drawer.ticket(stock, 1, '33.37', cash('33.30'))))
  const report = async () => fine(await shop.owner.get(`/api/admin/store/${shop.store}/session/${drawer.session}/report`)).body
  expect(await report()).toMatchObject({ sold: '33.30', rounding: '0.07' })
  expect(fine(await send(drawer, back(drawer, stock, 1))).body.total).toBe('-33.30')
  // Sale and return are rounded by the same seven cents, so the rounding adds up to zero.
  expect(await report()).toMatchObject({ sold: '33.30', back: '-33.30', rounding: '0.00' })
})

test('each returned line has its own price, a zero price refunds nothing, and resaleable units are restocked', async () => {
  const [cup, pot] = [await shop.stock(10, '10.00'), await shop.stock(10, '30.00')]
  const drawer = await shop.open(shop.owner, await shop.another(), '100.00')
  const line = (subject_id: number, quantity: number, resaleable: number, unit_price: string | null = null) => ({
    subject_id,
    quantity,
    resaleable,
    unit_price,
  })
  const lines = [line(cup, 2, 1), line(pot, 1, 0, '25.00'), line(cup, 1, 1, '0.00')]
  const returnTicket = fine(await send(drawer, { ...back(drawer, cup, 1), lines })).body
  expect(returnTicket.total).toBe('-45.00')
  expect([await lying(cup), await lying(pot)]).toEqual([12, 10])
  const rows = await shop.it.kernel.db.rows(
    sql`select quantity, resaleable, amount_minor as amount from pos_return_line where ticket_id = ${returnTicket.id} order by id`,
  )
  expect(rows).toEqual([
    { quantity: 2, resaleable: 1, amount: 2_000 },
    { quantity: 1, resaleable: 0, amount: 2_500 },
    { quantity: 1, resaleable: 1, amount: 0 },
  ])
  const moves = await shop.it.kernel.db.rows<{ quantity: number }>(
    sql`select quantity from inventory_movement where document_type = 'pos_ticket' and document_id = ${returnTicket.id}`,
  )
  expect(moves.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(2)
  const unknown = await send(drawer, { ...back(drawer, cup, 1), lines: [line(cup, 1, 1), line(999_999, 1, 1)] })
  expect([unknown.status, Object.keys(unknown.body.messages)]).toEqual([422, ['lines.1']])
})

test('a return at a zero price moves no cash', async () => {
  const stock = await shop.stock(10, '10.00')
  const drawer = await shop.open(shop.owner, await shop.another(), '0.00')
  expect(fine(await send(drawer, back(drawer, stock, 1, { unit_price: '0.00' }))).body.total).toBe('0.00')
  expect(fine(await shop.owner.get(`/api/admin/pos_cash?session_id=${drawer.session}`)).body.total).toBe(0)
  expect(await lying(stock)).toBe(11)
})
