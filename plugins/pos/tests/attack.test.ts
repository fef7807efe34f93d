import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine } from '../../../tests/support/selling-shop.ts'
import { type Counter, type Drawer, openCounter } from './counter.ts'

let shop: Counter
beforeAll(async () => {
  shop = await openCounter()
})
afterAll(() => shop.it.close())

const at = (drawer: Drawer, action: string, store = shop.store) => `/api/admin/store/${store}/session/${drawer.session}/${action}`

test('a device of one store cannot act on a drawer of another', async () => {
  const drawer = await shop.open(shop.owner, await shop.another())
  const other = fine(await shop.owner.post('/api/admin/store', { code: 'north', name: 'North', warehouse_id: shop.warehouse })).body.id
  const input = { counted: '0.00', device: drawer.device, last: 900 }
  expect((await shop.owner.post(at(drawer, 'count', other), input)).status).toBe(404)
  const row = await shop.it.kernel.db.one<{ last: number }>(sql`select last from pos_device where session_id = ${drawer.session}`)
  expect(row?.last).toBe(0)
  const body = { id: randomUUID(), kind: 'in', amount: '1.00', reason: 'x' }
  expect((await shop.owner.post(at(drawer, 'cash', other), body)).status).toBe(404)
  expect((await shop.owner.post(at(drawer, 'announce', other), { device: drawer.device, last: 5 })).status).toBe(404)
  expect((await shop.owner.post(at(drawer, 'cashier', other), { device: drawer.device, account_id: 1, pin: '2580' })).status).toBe(404)
  expect((await shop.owner.post(at(drawer, 'close', other), {})).status).toBe(404)
  expect((await shop.owner.get(at(drawer, 'report', other))).status).toBe(404)
})

test('repeating a cash movement is idempotent, and another amount under the same id is rejected', async () => {
  const drawer = await shop.open(shop.owner, await shop.another(), '100.00')
  const id = randomUUID()
  const move = (amount: string, kind = 'in', target = drawer) => shop.owner.post(at(target, 'cash'), { id, kind, amount, reason: 'change' })
  fine(await move('10.00'))
  fine(await move('10.00'))
  expect((await move('90.00')).body.code).toBe('TICKET_REUSED')
  expect((await move('10.00', 'out')).body.code).toBe('TICKET_REUSED')
  const next = await shop.open(shop.owner, await shop.another(), '100.00')
  expect((await move('10.00', 'in', next)).body.code).toBe('TICKET_REUSED')
})

test('a cash movement and a ticket may share an id, and each counts once', async () => {
  const stock = await shop.stock(10, '10.00')
  const drawer = await shop.open(shop.owner, await shop.another(), '100.00')
  const id = randomUUID()
  fine(await shop.owner.post(at(drawer, 'cash'), { id, kind: 'in', amount: '5.00', reason: 'change' }))
  const ticket = drawer.ticket(stock, 1, '10.00', { client_uuid: id })
  fine(await drawer.sell(ticket))
  fine(await drawer.sell(ticket))
  const sold = drawer.ticket(stock, 1, '10.00')
  fine(await drawer.sell(sold))
  fine(await shop.owner.post(at(drawer, 'cash'), { id: sold['client_uuid'], kind: 'in', amount: '10.00', reason: 'change' }))
  expect(fine(await shop.owner.post(at(drawer, 'count'), { counted: '135.00' })).body.difference).toBe('0.00')
})

test('invalid numbers are rejected by field, never accepted and never a server error', async () => {
  const stock = await shop.stock(10, '10.00')
  const drawer = await shop.open(shop.owner, await shop.another())
  const odd: [string, object][] = [
    ['negative', { lines: [{ subject_id: stock, quantity: -1 }] }],
    ['none', { lines: [{ subject_id: stock, quantity: 0 }] }],
    ['half', { lines: [{ subject_id: stock, quantity: 0.5 }] }],
    ['text', { lines: [{ subject_id: 'x', quantity: 1 }] }],
    ['huge', { lines: [{ subject_id: Number.MAX_SAFE_INTEGER, quantity: 1 }] }],
    ['below', { payments: [{ method: 'cash', amount: '-10.00' }] }],
    [
      'sum',
      {
        payments: [
          { method: 'cash', amount: '20.00' },
          { method: 'card', amount: '-10.00' },
        ],
      },
    ],
    ['uuid', { client_uuid: 'nothing' }],
    ['device', { device: randomUUID() }],
    ['kind', { lines: [{ kind: 'nothing', subject_id: stock, quantity: 1 }] }],
    ['later', { sold_at: '9999-12-31T00:00:00Z', total: '-1.00' }],
    ['choices', { choices: { nobody: { codes: ['X'] } } }],
  ]
  for (const [label, more] of odd) {
    const { status } = await drawer.sell(drawer.ticket(stock, 1, '10.00', more))
    expect([403, 404, 409, 422], `${label} ${status}`).toContain(status)
  }
  const left = await shop.it.kernel.db.one<{ n: number }>(sql`select sum(quantity)::int as n from inventory where stock_id = ${stock}`)
  expect(left?.n).toBe(10)
})

test('a ticket parked under the id of another one is rejected in any store, and neither is lost', async () => {
  const other = fine(await shop.owner.post('/api/admin/store', { code: 'aside', name: 'Aside', warehouse_id: shop.warehouse })).body.id
  const parked = (store: number) => `/api/admin/store/${store}/parked`
  const id = randomUUID()
  const park = (label: string, body: object, store = shop.store) => shop.owner.post(parked(store), { id, label, body })
  fine(await park('Mrs Chan', { lines: [1] }))
  fine(await park('Mrs Chan', { lines: [1] }))
  expect((await park('Mrs Chan', { lines: [2] })).body.code).toBe('TICKET_REUSED')
  expect((await park('Mr Wong', { lines: [1] })).body.code).toBe('TICKET_REUSED')
  expect((await park('Mrs Chan', { lines: [1] }, other)).body.code).toBe('TICKET_REUSED')
  const { data } = fine(await shop.owner.get(parked(shop.store))).body
  expect(data.filter((row: { id: string }) => row.id === id)).toMatchObject([{ label: 'Mrs Chan', body: { lines: [1] } }])
})

test('the sale time of a ticket is limited to the time its drawer was open', async () => {
  const stock = await shop.stock(10, '10.00')
  const drawer = await shop.open(shop.owner, await shop.another())
  const { opened_at } = fine(await shop.owner.get(`/api/admin/pos_session/${drawer.session}`)).body
  const soldAt = async (sold_at: string) => {
    const { id } = fine(await drawer.sell(drawer.ticket(stock, 1, '10.00', { sold_at }))).body
    return Date.parse(fine(await shop.owner.get(`/api/admin/pos_ticket/${id}`)).body.sold_at)
  }
  expect(await soldAt('1999-12-31T23:59:59.000Z')).toBe(Date.parse(opened_at))
  expect(await soldAt('2199-01-01T00:00:00.000Z')).toBeLessThan(Date.now() + 60_000)
  const between = Date.parse(opened_at) + 1
  expect(await soldAt(new Date(between).toISOString())).toBe(between)
})

test('staff who may settle can count a drawer of a lost device without its tickets, which are flagged when they arrive', async () => {
  const stock = await shop.stock(10, '10.00')
  const at = await shop.another()
  const drawer = await shop.open(shop.owner, at, '0.00')
  const path = (action: string) => `/api/admin/store/${shop.store}/session/${drawer.session}/${action}`
  fine(await drawer.sell(drawer.ticket(stock, 1, '10.00')))
  const lost = drawer.ticket(stock, 1, '10.00')
  fine(await shop.owner.post(path('announce'), { device: drawer.device, last: 1_000_000 }))
  const closer = await shop.it.staff(['see all store', 'get store', 'sell pos ticket', 'close pos session'])
  const count = { counted: '10.00', without_missing: true }
  expect((await closer.post(path('count'), count)).status).toBe(403)
  expect((await shop.owner.post(path('count'), { counted: '10.00' })).body.code).toBe('TICKETS_MISSING')
  expect(fine(await shop.owner.post(path('count'), count)).body.difference).toBe('0.00')
  fine(await shop.owner.post(path('close'), {}))
  expect(fine(await shop.owner.get(path('report'))).body).toMatchObject({ status: 'completed', missing: 999_999 })
  // A missing ticket that arrives later counts in the session that is open then.
  const next = await shop.open(shop.owner, at, '0.00')
  expect(fine(await drawer.sell({ ...lost, offline: true })).body.trouble).toEqual(['late'])
  const { data } = fine(await shop.owner.get(`/api/admin/pos_cash?session_id=${next.session}`)).body
  expect(data.map(({ amount }: { amount: string }) => amount)).toEqual(['10.00'])
})
