import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine } from '../../../tests/support/selling-shop.ts'
import { type Counter, type Drawer, drawerOf, lying, openCounter, getTurn, createWorker } from './counter.ts'

/** Returns at the register and their effect on the order, inventory and drawer. */
let shop: Counter
beforeAll(async () => {
  shop = await openCounter(['approvals'])
})
afterAll(() => shop.it.close())

const at = (path: string, store = shop.store) => `/api/admin/store/${store}/${path}`
const fresh = async (float = '500.00') => shop.open(shop.owner, await shop.another(), float)
const found = async (code: string) => fine(await shop.owner.get(at(`ticket?barcode=${encodeURIComponent(code)}`))).body
const card = (amount: string) => ({ payments: [{ method: 'card', amount, reference: 'T' }] })
interface Back {
  quantity?: number
  resaleable?: number
  line?: number
}
const back = async (
  drawer: Drawer,
  ticket: { id: number; number: string },
  { quantity = 1, resaleable = quantity, line = 0 }: Back = {},
  more = {},
) => {
  const { lines } = await found(ticket.number)
  return shop.owner.post(at(`ticket/${ticket.id}/return`), {
    ...{ ...getTurn(drawer), reason: 'too small', lines: [{ order_line_id: lines[line].order_line_id, quantity, resaleable }], ...more },
  })
}

test('a card payment is refunded to the card: the drawer pays nothing, and the ticket shows the method', async () => {
  const stock = await shop.stock(5, '33.37')
  const drawer = await fresh()
  const sold = fine(await drawer.sell(drawer.ticket(stock, 2, '66.74', card('66.74')))).body
  const returnTicket = fine(await back(drawer, sold, {}, { cash: false })).body
  // Without cash there is no rounding: the exact amount is refunded.
  expect(returnTicket).toMatchObject({ total: '-33.37', order_id: sold.order_id, order_number: sold.order_number, trouble: [] })
  expect(await shop.order(sold.order_id)).toMatchObject({ lines: [{ returned_quantity: 1, refunded_quantity: 1, refunded: '33.37' }] })
  const report = await drawerOf(shop, drawer).report()
  expect(report).toMatchObject({ returns: 1, back: '-33.37', ways: [{ method: 'card', amount: '33.37', count: 2 }] })
  expect(fine(await drawerOf(shop, drawer).count('500.00')).body.difference).toBe('0.00')
})

test('a split payment is refunded to card and cash, and drawer and terminal match', async () => {
  const stock = await shop.stock(5, '98.00')
  const drawer = await fresh()
  const split = {
    payments: [
      { method: 'card', amount: '50.00', reference: 'T' },
      { method: 'cash', amount: '48.00', tendered: '50.00' },
    ],
  }
  const sold = fine(await drawer.sell(drawer.ticket(stock, 1, '98.00', split))).body
  const returnTicket = fine(await back(drawer, sold, {}, { cash: false })).body
  expect(returnTicket).toMatchObject({
    total: '-98.00',
    ways: [
      { method: 'card', amount: '50.00' },
      { method: 'cash', amount: '48.00' },
    ],
  })
  const order = await shop.order(sold.order_id)
  expect(order).toMatchObject({ refunded: '98.00', payment_status: 'refunded' })
  const report = await drawerOf(shop, drawer).report()
  expect(report).toMatchObject({ sold: '98.00', back: '-98.00' })
  expect(report.ways.map(({ method, amount }: Record<string, string>) => [method, amount])).toEqual([
    ['card', '0.00'],
    ['cash', '0.00'],
  ])
  expect(fine(await drawerOf(shop, drawer).count('500.00')).body.difference).toBe('0.00')
})

test('a cash refund to the original method is rounded, and the ticket shows it', async () => {
  const stock = await shop.stock(5, '33.37')
  const drawer = await fresh()
  const sold = fine(
    await drawer.sell(drawer.ticket(stock, 3, '100.11', { payments: [{ method: 'cash', amount: '100.10', tendered: '101.00' }] })),
  ).body
  const worth = (await found(sold.number)).lines[0].worth
  const returnTicket = fine(await back(drawer, sold, {}, { cash: false })).body
  expect(parseFloat(returnTicket.total)).toBe(-Math.floor(parseFloat(worth[0]) * 10) / 10)
  expect(returnTicket.ways).toEqual([{ method: 'cash', amount: returnTicket.total.replace('-', '') }])
  const cashInDrawer = (500 + 100.1 + parseFloat(returnTicket.total)).toFixed(2)
  expect(fine(await drawerOf(shop, drawer).count(cashInDrawer)).body.difference).toBe('0.00')
})

test('cash refunds use whole coins: remainders carry over to later units, and the total never exceeds the payment', async () => {
  const stock = await shop.stock(5, '33.37')
  const drawer = await fresh()
  const sold = fine(await drawer.sell(drawer.ticket(stock, 3, '100.11', card('100.11')))).body
  const totals = []
  for (let i = 0; i < 3; i++) totals.push(fine(await back(drawer, sold)).body.total)
  expect(totals).toEqual(['-33.30', '-33.40', '-33.40'])
  expect(fine(await drawerOf(shop, drawer).count('399.90')).body.difference).toBe('0.00')
})

test('each line is returned separately, at its paid price after its share of the discount', async () => {
  const [cup, pot] = [await shop.stock(9, '10.00'), await shop.stock(9, '30.00')]
  const drawer = await fresh()
  const lines = [
    { subject_id: cup, quantity: 2 },
    { subject_id: pot, quantity: 1 },
  ]
  const sold = fine(await drawer.sell(drawer.ticket(cup, 1, '40.00', { lines, discount: '10.00', discount_reason: 'friend' }))).body
  expect((await found(sold.number)).lines.map((l: any) => [l.quantity, l.open, l.total])).toEqual([
    [2, 2, '16.00'],
    [1, 1, '24.00'],
  ])
  expect(fine(await back(drawer, sold, { line: 1 })).body.total).toBe('-24.00')
  expect((await found(sold.number)).lines.map((l: any) => [l.returned, l.open])).toEqual([
    [0, 2],
    [1, 0],
  ])
  expect([await lying(shop, cup), await lying(shop, pot)]).toEqual([7, 9])
  const again = await back(drawer, sold, { line: 1 })
  expect([again.status, Object.keys(again.body.messages)]).toEqual([422, ['lines.0.quantity']])
})

test('returned units that are not resaleable are not restocked', async () => {
  const stock = await shop.stock(5, '10.00')
  const drawer = await fresh()
  const sold = fine(await drawer.sell(drawer.ticket(stock, 4, '40.00'))).body
  fine(await back(drawer, sold, { quantity: 3, resaleable: 1 }))
  expect(await lying(shop, stock)).toBe(2)
})

test('a free item is returned for nothing, and no cash leaves the drawer', async () => {
  const stock = await shop.stock(5, '10.00')
  const drawer = await fresh('0.00')
  const free = { discount: '10.00', discount_reason: 'gift', payments: [] }
  const sold = fine(await drawer.sell(drawer.ticket(stock, 1, '0.00', free))).body
  expect(fine(await back(drawer, sold)).body).toMatchObject({ total: '0.00', trouble: [] })
  expect(await lying(shop, stock)).toBe(5)
  expect(fine(await drawerOf(shop, drawer).count('0.00')).body).toMatchObject({ expected: '0.00', difference: '0.00' })
})

test('a refund cannot exceed the cash in the drawer, and a rejected one changes neither inventory nor order', async () => {
  const stock = await shop.stock(5, '10.00')
  const drawer = await fresh('9.99')
  const sold = fine(await drawer.sell(drawer.ticket(stock, 1, '10.00', card('10.00')))).body
  const refused = await back(drawer, sold)
  expect(refused.body.messages).toEqual({ cash: ['The cash drawer has only 9.99.'] })
  expect(await lying(shop, stock)).toBe(4)
  expect((await shop.order(sold.order_id)).lines[0]).toMatchObject({ returned_quantity: 0, refunded: '0.00' })
  expect(await shop.it.kernel.db.rows(sql`select 1 from sales_return where order_id = ${sold.order_id}`)).toEqual([])
  fine(await drawerOf(shop, drawer).move('in', '0.01'))
  expect(fine(await back(drawer, sold)).body.total).toBe('-10.00')
})

test('of concurrent refunds of the last cash, with and without receipt, one succeeds', async () => {
  const stock = await shop.stock(9, '10.00')
  const drawer = await fresh('10.00')
  const sold = fine(await drawer.sell(drawer.ticket(stock, 1, '10.00', card('10.00')))).body
  const unproven = () =>
    shop.owner.post(at('return'), { ...getTurn(drawer), reason: 'x', lines: [{ subject_id: stock, quantity: 1, resaleable: 0 }] })
  const answers = await Promise.all([unproven(), unproven(), back(drawer, sold), unproven()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
  // The sequence numbers of the rejected requests stay unused.
  fine(
    await shop.owner.post(`/api/admin/store/${shop.store}/session/${drawer.session}/announce`, {
      ...{ device: drawer.device, last: 5, unused: [2, 3, 4, 5] },
    }),
  )
  expect(fine(await drawerOf(shop, drawer).count('0.00')).body.difference).toBe('0.00')
})

test('a counted drawer cannot refund, nor can one this device has not joined', async () => {
  const stock = await shop.stock(5, '10.00')
  const drawer = await fresh()
  const sold = fine(await drawer.sell(drawer.ticket(stock, 2, '20.00'))).body
  const strange = await back(drawer, sold, {}, { device: crypto.randomUUID() })
  expect([strange.status, strange.body.code]).toEqual([409, 'TILL_CLOSED'])
  fine(await drawerOf(shop, drawer).count('520.00'))
  expect((await back(drawer, sold)).body.code).toBe('TILL_CLOSED')
  const next = await fresh()
  expect(fine(await back(next, sold)).body).toMatchObject({ total: '-10.00', number: expect.stringMatching(/^K\d+-\d+-1$/) })
})

test('repeating a return gives the same answer; another return under the same id is rejected', async () => {
  const stock = await shop.stock(5, '10.00')
  const drawer = await fresh()
  const [sold, other] = [1, 2].map(() => drawer.ticket(stock, 2, '20.00'))
  const [one, two] = [fine(await drawer.sell(sold ?? {})).body, fine(await drawer.sell(other ?? {})).body]
  const turn = getTurn(drawer)
  const first = fine(await back(drawer, one, {}, turn)).body
  expect(fine(await back(drawer, one, {}, { ...turn, offline: true })).body).toEqual(first)
  expect((await back(drawer, one, {}, { ...turn, reason: 'another' })).body.code).toBe('TICKET_REUSED')
  expect((await back(drawer, one, { quantity: 2 }, turn)).body.code).toBe('TICKET_REUSED')
  expect((await back(drawer, two, {}, turn)).body.code).toBe('TICKET_REUSED')
  expect((await shop.order(one.order_id)).lines[0]).toMatchObject({ returned_quantity: 1 })
})

test('a ticket is found by its number in any case and by order number; a return or a ticket of another store is not', async () => {
  const stock = await shop.stock(5, '10.00')
  const drawer = await fresh()
  const sold = fine(await drawer.sell(drawer.ticket(stock, 2, '20.00'))).body
  for (const code of [sold.number, sold.number.toLowerCase(), sold.order_number])
    expect(await found(code), code).toMatchObject({ id: sold.id, number: sold.number, order_number: sold.order_number, total: '20.00' })
  const returnTicket = fine(await back(drawer, sold)).body
  expect((await shop.owner.get(at(`ticket?barcode=${returnTicket.number}`))).status).toBe(404)
  expect((await shop.owner.get(at('ticket?barcode=%25'))).status).toBe(404)
  const other = fine(await shop.owner.post('/api/admin/store', { code: `s${stock}`, name: 'Elsewhere' })).body.id
  expect((await shop.owner.get(at(`ticket?barcode=${sold.number}`, other))).status).toBe(404)
})

test('a ticket of one store cannot be returned at another', async () => {
  const stock = await shop.stock(5, '10.00')
  const other = fine(await shop.owner.post('/api/admin/store', { code: `t${stock}`, name: 'North', warehouse_id: shop.warehouse })).body.id
  const register_id = fine(await shop.owner.post('/api/admin/pos_register', { code: `t${stock}`, name: 'N1', store_id: other })).body.id
  const device = crypto.randomUUID()
  const there = fine(await shop.owner.post(at('session', other), { register_id, opening_float: '100.00', device })).body
  const drawer = await fresh()
  const sold = fine(await drawer.sell(drawer.ticket(stock, 1, '10.00'))).body
  const [line] = (await found(sold.number)).lines
  const body = { client_uuid: crypto.randomUUID(), session_id: there.id, device, place: 1, reason: 'x' }
  const lines = [{ order_line_id: line.order_line_id, quantity: 1, resaleable: 1 }]
  expect((await shop.owner.post(at(`ticket/${sold.id}/return`, other), { ...body, lines })).status).toBe(404)
  expect((await shop.owner.post(at(`ticket/${sold.id}/return`), { ...body, lines })).status).toBe(404)
  expect(await lying(shop, stock)).toBe(4)
})

test('a line of another order, no lines, and a zero quantity are rejected by field', async () => {
  const stock = await shop.stock(5, '10.00')
  const drawer = await fresh()
  const [one, two] = [
    fine(await drawer.sell(drawer.ticket(stock, 1, '10.00'))).body,
    fine(await drawer.sell(drawer.ticket(stock, 1, '10.00'))).body,
  ]
  const [strange] = (await found(two.number)).lines
  const send = (lines: object[], more = {}) =>
    shop.owner.post(at(`ticket/${one.id}/return`), { ...getTurn(drawer), reason: 'x', lines, ...more })
  for (const [lines, field] of [
    [[{ order_line_id: strange.order_line_id, quantity: 1, resaleable: 1 }], 'lines.0.order_line_id'],
    [[{ order_line_id: 999_999, quantity: 1, resaleable: 1 }], 'lines.0.order_line_id'],
    [[{ order_line_id: strange.order_line_id, quantity: 0, resaleable: 0 }], 'lines.0.quantity'],
    [[], 'lines'],
  ] as const) {
    const { status, body } = await send([...lines])
    expect([status, Object.keys(body.messages ?? {})], JSON.stringify(lines)).toEqual([422, [field]])
  }
  expect(await lying(shop, stock)).toBe(3)
})

test('a refund that needs approval is rejected at the till without any change', async () => {
  const boss = await createWorker(shop, ['approve refund'])
  fine(await shop.owner.post('/api/admin/approval_rule', { kind: 'refund', from_amount: '15.00', step: 1, role_id: boss.role }))
  const stock = await shop.stock(5, '10.00')
  const drawer = await fresh()
  const sold = fine(await drawer.sell(drawer.ticket(stock, 3, '30.00'))).body
  const refused = await back(drawer, sold, { quantity: 2 })
  expect([refused.status, refused.body.messages]).toEqual([409, ['This refund needs approval. Request it from the order page.']])
  expect(await lying(shop, stock)).toBe(2)
  expect(await shop.it.kernel.db.rows(sql`select 1 from refund where order_id = ${sold.order_id}`)).toEqual([])
  expect(fine(await back(drawer, sold)).body.total).toBe('-10.00')
  // Splitting the refund does not avoid the approval.
  expect((await back(drawer, sold)).status).toBe(409)
})
