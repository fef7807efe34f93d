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

const at = (drawer: Drawer, action: string) => `/api/admin/store/${shop.store}/session/${drawer.session}/${action}`
const count = (drawer: Drawer, counted: string, more = {}) => shop.owner.post(at(drawer, 'count'), { counted, ...more })
const close = (drawer: Drawer, reason = '') => shop.owner.post(at(drawer, 'close'), { reason })
const report = async (drawer: Drawer) => fine(await shop.owner.get(at(drawer, 'report'))).body
const move = (drawer: Drawer, kind: string, amount: string, id: string = randomUUID()) =>
  shop.owner.post(at(drawer, 'cash'), { id, kind, amount, reason: 'change' })

test('of twenty concurrent requests to open a register one opens it and the others join, each device with its own place', async () => {
  const register = await shop.another()
  const opened = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      shop.owner.post(`/api/admin/store/${shop.store}/session`, { register_id: register, opening_float: `${i}.00`, device: randomUUID() }),
    ),
  )
  expect(opened.map((o) => o.status)).toEqual(opened.map(() => 201))
  expect(new Set(opened.map((o) => o.body.id)).size).toBe(1)
  expect(opened.filter((o) => !o.body.joined)).toHaveLength(1)
  expect(opened.map((o) => o.body.place).sort((a, b) => a - b)).toEqual(opened.map((_, i) => i + 1))
})

test('the drawer is counted blind, a difference requires a reason, and a large one a settlement', async () => {
  const stock = await shop.stock(50, '100.00')
  const drawer = await shop.open(shop.owner, await shop.another(), '500.00')
  fine(await drawer.sell(drawer.ticket(stock, 2, '200.00')))
  fine(await drawer.sell(drawer.ticket(stock, 1, '100.00', { payments: [{ method: 'card', amount: '100.00', reference: 'T1' }] })))
  fine(await move(drawer, 'out', '50.00'))
  fine(await move(drawer, 'in', '20.00'))
  fine(await move(drawer, 'drop', '300.00'))
  expect((await move(drawer, 'out', '370.01')).body.messages).toEqual({ amount: ['The cash drawer has only 370.00.'] })
  expect(await report(drawer)).toMatchObject({ expected: null, sales: 2, sold: '300.00', float: '500.00' })
  expect((await count(drawer, '365.00')).body).toEqual({ expected: '370.00', counted: '365.00', difference: '-5.00' })
  expect((await drawer.sell(drawer.ticket(stock, 1, '100.00'))).body.code).toBe('TILL_CLOSED')
  expect((await close(drawer)).body.messages).toEqual({ reason: ['Enter a reason.'] })
  fine(await shop.owner.post(at(drawer, 'resume')))
  expect((await count(drawer, '360.00')).body.difference).toBe('-10.00')
  expect((await close(drawer, 'A note was torn')).body).toEqual({ status: 'completed' })
  const z = await report(drawer)
  expect(z).toMatchObject({ status: 'completed', expected: '370.00', counted: '360.00', difference: '-10.00', reason: 'A note was torn' })
  expect(z.counts.map((c: any) => c.counted)).toEqual(['365.00', '360.00'])
  expect(z.ways).toEqual([
    { method: 'card', amount: '100.00', count: 1 },
    { method: 'cash', amount: '200.00', count: 1 },
  ])
  expect(z.moves.map((m: any) => `${m.kind} ${m.amount}`)).toEqual(['out -50.00', 'in 20.00', 'drop -300.00'])

  const far = await shop.open(shop.owner, await shop.another(), '500.00')
  fine(await count(far, '100.00'))
  expect((await close(far, 'no idea')).body).toEqual({ status: 'abnormal' })
  expect(fine(await shop.owner.post(`/api/admin/pos_session/${far.session}/settle`, { reason: 'found in the safe' })).body.status).toBe(
    'completed',
  )
})

test('cash movements are idempotent by id, and two concurrent withdrawals cannot exceed the cash', async () => {
  const drawer = await shop.open(shop.owner, await shop.another(), '100.00')
  const id = randomUUID()
  const same = await Promise.all(Array.from({ length: 10 }, () => move(drawer, 'in', '10.00', id)))
  expect(same.map((m) => m.status)).toEqual(same.map(() => 204))
  const outs = await Promise.all(Array.from({ length: 10 }, () => move(drawer, 'out', '60.00')))
  expect(outs.filter((m) => m.status === 204)).toHaveLength(1)
  expect((await count(drawer, '50.00')).body.difference).toBe('0.00')
})

test('a drawer cannot be counted while announced tickets are missing', async () => {
  const stock = await shop.stock(50, '10.00')
  const drawer = await shop.open(shop.owner, await shop.another(), '0.00')
  const [first, second, third] = [1, 2, 3].map(() => drawer.ticket(stock, 1, '10.00', { offline: true }))
  fine(await drawer.sell(third ?? {}))
  fine(await shop.owner.post(at(drawer, 'announce'), { device: drawer.device, last: 3 }))
  const refused = await count(drawer, '10.00')
  expect(refused.body).toEqual({
    code: 'TICKETS_MISSING',
    messages: ['2 tickets have not been sent from their devices yet. Bring the devices online first.'],
  })
  fine(await drawer.sell(first ?? {}))
  // The number of tickets that a device announced cannot be lowered later.
  expect((await count(drawer, '10.00', { device: drawer.device, last: 1 })).body.code).toBe('TICKETS_MISSING')
  fine(await drawer.sell(second ?? {}))
  // The sequence number of a rejected ticket is no gap once the device reports it as unused. A ticket that arrives with it later counts
  // once.
  fine(await drawer.sell(drawer.ticket(stock, 1, '10.00', { place: 6 })))
  expect((await count(drawer, '40.00')).body.code).toBe('TICKETS_MISSING')
  fine(await shop.owner.post(at(drawer, 'announce'), { device: drawer.device, last: 6, unused: [4] }))
  expect((await count(drawer, '40.00')).body.messages[0]).toContain('1 ticket ')
  fine(await shop.owner.post(at(drawer, 'announce'), { device: drawer.device, last: 6, unused: [5] }))
  fine(await drawer.sell(drawer.ticket(stock, 1, '10.00', { place: 4 })))
  expect((await count(drawer, '50.00')).body.difference).toBe('0.00')
})

test('a ticket that arrives after its drawer was closed counts in the open drawer and is flagged as late', async () => {
  const stock = await shop.stock(50, '10.00')
  const register = await shop.another()
  const drawer = await shop.open(shop.owner, register, '0.00')
  const late = drawer.ticket(stock, 1, '10.00', { offline: true })
  fine(await count(drawer, '0.00'))
  fine(await close(drawer))
  expect((await drawer.sell(late)).body.code).toBe('TILL_CLOSED')
  const next = await shop.open(shop.owner, register, '0.00')
  const first = fine(await next.sell(next.ticket(stock, 1, '10.00'))).body
  const result = fine(await drawer.sell(late)).body
  expect(result).toMatchObject({ number: `${first.number.split('-')[0]}-${drawer.session}-1`, trouble: ['late'] })
  expect((await count(next, '20.00')).body.difference).toBe('0.00')
  expect((await report(next)).trouble).toBe(1)
})

test('concurrent tickets are either included in the count or rejected', async () => {
  const stock = await shop.stock(500, '10.00')
  for (let round = 0; round < 5; round++) {
    const drawer = await shop.open(shop.owner, await shop.another(), '0.00')
    const tickets = Array.from({ length: 12 }, () => drawer.ticket(stock, 1, '10.00'))
    const [counted, ...sold] = await Promise.all([
      new Promise((resolve) => setTimeout(resolve, round * 15)).then(() => count(drawer, '0.00')),
      ...tickets.map((ticket) => drawer.sell(ticket)),
    ])
    const acceptedCount = sold.filter((answer) => answer.status === 200).length
    expect(sold.filter((answer) => answer.status !== 200).map((answer) => answer.body.code)).toEqual(
      Array.from({ length: 12 - acceptedCount }, () => 'TILL_CLOSED'),
    )
    expect(fine(counted).body.expected).toBe(`${acceptedCount * 10}.00`)
  }
})

test('two registers selling the same stock at once do not oversell, and both drawers match', async () => {
  const stock = await shop.stock(30, '10.00')
  const plenty = await shop.stock(100, '7.00')
  const drawers = [await shop.open(shop.owner, await shop.another(), '0.00'), await shop.open(shop.owner, await shop.another(), '0.00')]
  const sold = await Promise.all(
    Array.from({ length: 40 }, (_, i) => {
      const drawer = drawers[i % 2] as Drawer
      const ticket = drawer.ticket(stock, 1, '10.00')
      return drawer.sell(ticket).then((answer) => ({ drawer, ticket, answer }))
    }),
  )
  expect(sold.filter(({ answer }) => answer.status === 200)).toHaveLength(30)
  expect(new Set(sold.filter(({ answer }) => answer.status !== 200).map(({ answer }) => answer.body.code))).toEqual(
    new Set(['OUT_OF_STOCK']),
  )
  const left = await shop.it.kernel.db.one<{ n: number }>(sql`select sum(quantity)::int as n from inventory where stock_id = ${stock}`)
  expect(left?.n).toBe(0)
  for (const drawer of drawers) {
    const soldCount = sold.filter((s) => s.drawer === drawer && s.answer.status === 200).length
    // A rejected ticket is not stored; the next ticket uses its sequence number.
    const refused = sold.filter((s) => s.drawer === drawer && s.answer.status !== 200)
    for (const { ticket } of refused)
      fine(
        await drawer.sell({
          ...ticket,
          client_uuid: randomUUID(),
          lines: [{ subject_id: plenty, quantity: 1 }],
          total: '7.00',
          payments: [{ method: 'cash', amount: '7.00' }],
        }),
      )
    expect(fine(await count(drawer, `${soldCount * 10 + refused.length * 7}.00`)).body.difference).toBe('0.00')
    expect(fine(await close(drawer)).body.status).toBe('completed')
  }
  const day = fine(await shop.owner.get(`/api/admin/store/${shop.store}/day`)).body
  expect(day.sessions.length).toBeGreaterThanOrEqual(2)
})

test('a return by receipt restores units, cash and inventory, each once', async () => {
  const stock = await shop.stock(10, '33.33')
  const drawer = await shop.open(shop.owner, await shop.another(), '0.00')
  const sold = fine(await drawer.sell(drawer.ticket(stock, 3, '99.99', { payments: [{ method: 'cash', amount: '99.90' }] }))).body
  const found = fine(await shop.owner.get(`/api/admin/store/${shop.store}/ticket?barcode=${sold.number.toLowerCase()}`)).body
  expect(found.lines).toMatchObject([{ quantity: 3, returned: 0, open: 3, total: '99.90' }])
  const line = found.lines[0].order_line_id
  const back = (quantity: number, more = {}) => {
    const { client_uuid, session_id, device, place } = drawer.ticket(stock, 1, '0.00')
    const lines = [{ order_line_id: line, quantity, resaleable: quantity }]
    return { client_uuid, session_id, device, place, lines, reason: 'too small', ...more }
  }
  const send = (body: object) => shop.owner.post(`/api/admin/store/${shop.store}/ticket/${found.id}/return`, body)
  const returnBody = back(1)
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(returnBody)))
  expect(new Set(answers.map((a) => JSON.stringify(a.body))).size).toBe(1)
  expect(answers[0]?.body).toMatchObject({ total: '-33.30' })
  const most = back(3)
  expect((await send(most)).status).toBe(422)
  expect(fine(await send({ ...back(2), place: most.place })).body.total).toBe('-66.60')
  expect(await shop.order(sold.order_id)).toMatchObject({ status: 'refunded', refunded: '99.90' })
  const left = await shop.it.kernel.db.one<{ n: number }>(sql`select sum(quantity)::int as n from inventory where stock_id = ${stock}`)
  expect(left?.n).toBe(10)
  expect((await count(drawer, '0.00')).body.difference).toBe('0.00')
  expect(await report(drawer)).toMatchObject({ sold: '99.90', back: '-99.90', returns: 2 })
})

test('a parked ticket is resumed by only one of several concurrent requests', async () => {
  const path = `/api/admin/store/${shop.store}/parked`
  const id = randomUUID()
  fine(await shop.owner.post(path, { id, label: 'Blue coat', body: { lines: [] } }))
  fine(await shop.owner.post(path, { id, label: 'Blue coat', body: { lines: [] } }))
  expect((await shop.owner.get(path)).body.data).toMatchObject([{ id, label: 'Blue coat' }])
  const got = await Promise.all(Array.from({ length: 8 }, () => shop.owner.delete(`${path}/${id}`)))
  expect(got.map((a) => a.status).sort()).toEqual([200, 404, 404, 404, 404, 404, 404, 404])
})

test('cash movements are append-only, and the invariant checks of drawers pass', async () => {
  await expect(shop.it.kernel.db.run(sql`update pos_cash set amount_minor = 1`)).rejects.toThrow('only added to')
  await expect(shop.it.kernel.db.run(sql`delete from pos_cash`)).rejects.toThrow('only added to')
  const { checks } = await import('../checks.ts')
  for (const [name, check] of Object.entries(checks)) expect(await check(shop.it.kernel), name).toEqual([])
})
