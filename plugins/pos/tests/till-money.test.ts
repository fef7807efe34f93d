import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fine } from '../../../tests/support/selling-shop.ts'
import { type Counter, type Drawer, openCounter } from './counter.ts'

/** Register money to the cent: payments, the drawer amount, and the totals of the report. */
let shop: Counter
beforeAll(async () => {
  shop = await openCounter()
})
afterAll(() => shop.it.close())

const at = (drawer: Drawer, action: string) => `/api/admin/store/${shop.store}/session/${drawer.session}/${action}`
const cash = (drawer: Drawer, kind: string, amount: string, id: string = randomUUID()) =>
  shop.owner.post(at(drawer, 'cash'), { id, kind, amount, reason: 'change' })
const report = async (drawer: Drawer) => fine(await shop.owner.get(at(drawer, 'report'))).body
const count = (drawer: Drawer, counted: string) => shop.owner.post(at(drawer, 'count'), { counted })
const close = (drawer: Drawer, reason = '') => shop.owner.post(at(drawer, 'close'), { reason })
const fields = ({ status, body }: { status: number; body: any }) => [status, ...Object.keys(body.messages ?? {})]
const rule = async (values: object) => fine(await shop.owner.put('/api/admin/settings/pos', values))
const fresh = async (float = '500.00') => shop.open(shop.owner, await shop.another(), float)

test('a cash total is rounded down to the smallest coin, and other methods are charged to the cent', async () => {
  const stock = await shop.stock(40, '9.99')
  const drawer = await fresh()
  const pay = (amount: string, method = 'cash') =>
    drawer.sell(drawer.ticket(stock, 1, '9.99', { payments: [{ method, amount, reference: method === 'card' ? 'T1' : '' }] }))
  for (const [coin, due] of [
    ['0.01', '9.99'],
    ['0.05', '9.95'],
    ['0.10', '9.90'],
    ['0.50', '9.50'],
    ['1.00', '9.00'],
  ] as const) {
    await rule({ coin })
    expect(fields(await pay((Number(due) + 0.01).toFixed(2))), coin).toEqual([422, 'payments'])
    expect(fine(await pay(due)).body.total, coin).toBe(due)
    expect(fine(await pay('9.99', 'card')).body.total, coin).toBe('9.99')
  }
  await rule({ coin: '0.10' })
  expect(await report(drawer)).toMatchObject({ sales: 10, sold: '98.29', rounding: '1.61' })
})

test('payments must equal the amount due, use available methods, and be fully tendered', async () => {
  const stock = await shop.stock(40, '20.00')
  const drawer = await fresh()
  const pay = (...payments: object[]) => drawer.sell(drawer.ticket(stock, 1, '20.00', { payments }))
  expect(fields(await pay())).toEqual([422, 'payments'])
  for (const amount of ['19.90', '20.10']) expect(fields(await pay({ method: 'cash', amount })), amount).toEqual([422, 'payments'])
  expect(fields(await pay({ method: 'card', amount: '30.00' }))).toEqual([422, 'payments'])
  expect(fields(await pay({ method: 'card', amount: '30.00' }, { method: 'cash', amount: '-10.00' }))).toEqual([422, 'payments.1.amount'])
  expect(fields(await pay({ method: 'gold', amount: '20.00' }))).toEqual([422, 'payments.0.method'])
  expect(fields(await pay({ method: 'cash', amount: '20.00', tendered: '19.99' }))).toEqual([422, 'payments.0.tendered'])
  expect(await report(drawer)).toMatchObject({ sales: 0, sold: '0.00', ways: [] })
  fine(await pay({ method: 'cash', amount: '20.00', tendered: '20.00' }))
  fine(await pay({ method: 'card', amount: '20.00' }, { method: 'cash', amount: '0.00' }))
  expect((await report(drawer)).ways).toEqual([
    { method: 'card', amount: '20.00', count: 1 },
    { method: 'cash', amount: '20.00', count: 1 },
  ])
})

test('a free ticket needs no payment, and a discount is at most the subtotal', async () => {
  const stock = await shop.stock(9, '20.00')
  const drawer = await fresh('0.00')
  const off = (discount: string, total: string) =>
    drawer.sell(drawer.ticket(stock, 1, total, { payments: total === '0.00' ? [] : undefined, discount, discount_reason: 'gift' }))
  expect(fields(await off('20.01', '0.00'))).toEqual([422, 'discount'])
  expect(fields(await off('-1.00', '21.00'))).toEqual([422, 'discount'])
  const sale = fine(await off('20.00', '0.00')).body
  expect(await shop.order(sale.order_id)).toMatchObject({ status: 'completed', total: '0.00', discount: '20.00', paid: '0.00' })
  expect((await report(drawer)).discounts).toBe('20.00')
  expect(fields(await drawer.sell(drawer.ticket(stock, 1, '20.00', { lines: [{ subject_id: 999_999, quantity: 1 }] })))).toEqual([
    422,
    'lines.0',
  ])
})

test('a register opens only in its own store, while enabled, with a float of zero or more', async () => {
  const open = (body: object) =>
    shop.owner.post(`/api/admin/store/${shop.store}/session`, { opening_float: '0.00', device: randomUUID(), ...body })
  const elsewhere = fine(await shop.owner.post('/api/admin/store', { code: 'east', name: 'East' })).body.id
  const strange = fine(await shop.owner.post('/api/admin/pos_register', { code: 'e1', name: 'East 1', store_id: elsewhere })).body.id
  expect(fields(await open({ register_id: strange }))).toEqual([422, 'register_id'])
  const register = await shop.another()
  for (const opening_float of ['-0.01', 'x'])
    expect(fields(await open({ register_id: register, opening_float }))).toEqual([422, 'opening_float'])
  expect(fields(await open({ register_id: register, device: 'my phone' }))).toEqual([422, 'device'])
  const { version } = fine(await shop.owner.get(`/api/admin/pos_register/${register}`)).body
  fine(await shop.owner.put(`/api/admin/pos_register/${register}`, { enabled: false, version }))
  expect(fields(await open({ register_id: register }))).toEqual([422, 'register_id'])
})

test('cash movements are positive, limited to the cash in the drawer, and allowed while it is open', async () => {
  const drawer = await fresh('100.00')
  for (const amount of ['0.00', '-5.00']) expect(fields(await cash(drawer, 'in', amount)), amount).toEqual([422, 'amount'])
  expect(fields(await cash(drawer, 'steal', '1.00'))).toEqual([422, 'kind'])
  expect(fields(await cash(drawer, 'drop', '100.01'))).toEqual([422, 'amount'])
  fine(await cash(drawer, 'drop', '100.00'))
  expect(fields(await cash(drawer, 'out', '0.01'))).toEqual([422, 'amount'])
  fine(await cash(drawer, 'in', '0.01'))
  const id = randomUUID()
  fine(await cash(drawer, 'out', '0.01', id))
  fine(await cash(drawer, 'out', '0.01', id))
  const counted = fine(await count(drawer, '0.00')).body
  expect(counted).toEqual({ expected: '0.00', counted: '0.00', difference: '0.00' })
  expect((await cash(drawer, 'in', '1.00')).body.code).toBe('TILL_CLOSED')
  // Repeating a movement from before the count is idempotent and adds none.
  fine(await cash(drawer, 'out', '0.01', id))
  expect(fine(await close(drawer)).body.status).toBe('completed')
  expect((await close(drawer)).status).toBe(409)
  expect((await count(drawer, '0.00')).status).toBe(409)
})

test('a difference within the tolerance closes the drawer, and a cent more needs a settlement, over or under', async () => {
  await rule({ tolerance: '5.00' })
  for (const [counted, status] of [
    ['105.00', 'completed'],
    ['95.00', 'completed'],
    ['105.01', 'abnormal'],
    ['94.99', 'abnormal'],
  ] as const) {
    const drawer = await fresh('100.00')
    fine(await count(drawer, counted))
    expect(fields(await close(drawer)), counted).toEqual([422, 'reason'])
    expect(fine(await close(drawer, 'miscounted')).body.status, counted).toBe(status)
    const settled = await shop.owner.post(`/api/admin/pos_session/${drawer.session}/settle`, { reason: 'seen' })
    expect(settled.status, counted).toBe(status === 'abnormal' ? 200 : 409)
  }
  await rule({ tolerance: '20.00' })
  const exact = await fresh('100.00')
  fine(await count(exact, '100.00'))
  expect(fine(await close(exact)).body.status).toBe('completed')
})

test('an uncounted drawer cannot be closed, and a counted one cannot sell until resumed', async () => {
  const stock = await shop.stock(5, '10.00')
  const drawer = await fresh('0.00')
  expect((await close(drawer)).status).toBe(409)
  expect((await shop.owner.post(at(drawer, 'resume'))).status).toBe(409)
  expect(fields(await count(drawer, '-1.00'))).toEqual([422, 'counted'])
  fine(await count(drawer, '1.00'))
  // The drawer can be counted again: the last count closes it, and every count is stored.
  expect(fine(await count(drawer, '0.00')).body.difference).toBe('0.00')
  expect((await report(drawer)).counts.map((c: any) => c.counted)).toEqual(['1.00', '0.00'])
  const ticket = drawer.ticket(stock, 1, '10.00')
  expect((await drawer.sell(ticket)).body.code).toBe('TILL_CLOSED')
  fine(await shop.owner.post(at(drawer, 'resume')))
  fine(await drawer.sell(ticket))
  expect(fine(await count(drawer, '10.00')).body).toEqual({ expected: '10.00', counted: '10.00', difference: '0.00' })
})

test('a return with a duplicate line is rejected at that line, and nothing is returned', async () => {
  const stock = await shop.stock(5, '10.00')
  const drawer = await fresh('100.00')
  const sold = fine(await drawer.sell(drawer.ticket(stock, 3, '30.00'))).body
  const [found] = fine(await shop.owner.get(`/api/admin/store/${shop.store}/ticket?barcode=${sold.number}`)).body.lines
  const { client_uuid, session_id, device, place } = drawer.ticket(stock, 1, '0.00')
  const line = { order_line_id: found.order_line_id, quantity: 1 }
  const send = (lines: object[]) =>
    shop.owner.post(`/api/admin/store/${shop.store}/ticket/${sold.id}/return`, {
      ...{ client_uuid, session_id, device, place, reason: 'too small', lines },
    })
  const twice = await send([
    { ...line, resaleable: 1 },
    { ...line, resaleable: 0 },
  ])
  expect(fields(twice)).toEqual([422, 'lines.1.order_line_id'])
  expect((await shop.order(sold.order_id)).lines[0]).toMatchObject({ returned_quantity: 0, refunded_quantity: 0, refunded: '0.00' })
  expect(fields(await send([{ ...line, resaleable: 2 }]))).toEqual([422, 'lines.0.resaleable'])
  expect(fine(await send([{ ...line, resaleable: 0 }])).body.total).toBe('-10.00')
  expect((await shop.order(sold.order_id)).lines[0]).toMatchObject({ returned_quantity: 1, refunded_quantity: 1, refunded: '10.00' })
})

test('a report of sales, returns and cash movements adds up to the cash in the drawer', async () => {
  const stock = await shop.stock(50, '12.30')
  const drawer = await fresh('200.00')
  for (let i = 0; i < 3; i++) fine(await drawer.sell(drawer.ticket(stock, 2, '24.60')))
  const card = { payments: [{ method: 'card', amount: '12.30', reference: 'T' }] }
  const last = fine(await drawer.sell(drawer.ticket(stock, 1, '12.30', card))).body
  fine(await cash(drawer, 'in', '10.00'))
  fine(await cash(drawer, 'drop', '150.00'))
  const [line] = fine(await shop.owner.get(`/api/admin/store/${shop.store}/ticket?barcode=${last.number}`)).body.lines
  const { client_uuid, session_id, device, place } = drawer.ticket(stock, 1, '0.00')
  fine(
    await shop.owner.post(`/api/admin/store/${shop.store}/ticket/${last.id}/return`, {
      ...{ client_uuid, session_id, device, place, reason: 'broken', cash: true },
      lines: [{ order_line_id: line.order_line_id, quantity: 1, resaleable: 0 }],
    }),
  )
  // 200.00 and three times 24.60, 10.00 in, 150.00 out, and a 12.30 cash refund of a card payment.
  expect(fine(await count(drawer, '121.50')).body).toEqual({ expected: '121.50', counted: '121.50', difference: '0.00' })
  expect(await report(drawer)).toMatchObject({
    sales: 4,
    sold: '86.10',
    returns: 1,
    back: '-12.30',
    float: '200.00',
    rounding: '0.00',
    missing: 0,
  })
})
