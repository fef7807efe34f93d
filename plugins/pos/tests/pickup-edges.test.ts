import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine } from '../../../tests/support/selling-shop.ts'
import { type Counter, type Drawer, drawerOf, lying, openCounter, getTurn } from './counter.ts'

/** Pickup of orders and drawers in unusual states. */
let shop: Counter
let stock: number
beforeAll(async () => {
  shop = await openCounter()
  fine(await shop.owner.put(`/api/admin/warehouse/${shop.warehouse}`, { is_pickup: true, version: 1 }))
  fine(await shop.owner.post('/api/admin/shipping_method', { code: 'shop', title: 'In our shop', kind: 'pickup_store', price: '0.00' }))
  stock = await shop.stock(500, '33.37')
})
afterAll(() => shop.it.close())

type Order = Awaited<ReturnType<Counter['buy']>>
const collected = (quantity = 1): Promise<Order> =>
  shop.buy(stock, quantity, { shipping_method: 'shop', pickup_point: 'main', shipping_address: undefined })
const at = (action: string | number, store = shop.store) => `/api/admin/store/${store}/pickup/${action}`
const handOut = (drawer: Drawer, o: Order, due: string, payments: object[] = [], more = {}) =>
  shop.owner.post(`${at(o.id)}/hand_over`, { ...getTurn(drawer), due, payments, ...more })
const cash = (amount: string) => ({ method: 'cash', amount })
const pay = async (o: Order, body: object = {}) => fine(await shop.owner.post(`/api/admin/order/${o.id}/payment`, body))
const fresh = async (float = '0.00') => shop.open(shop.owner, await shop.another(), float)
const readMessages = async (o: Order) => (await shop.owner.get(at(o.number))).body.messages

test('an abnormal or refunded order is not handed over, with the reason', async () => {
  const [odd, back] = [await collected(), await collected()]
  for (const o of [odd, back]) await pay(o)
  fine(await shop.owner.post(`/api/admin/order/${odd.id}/flag`, { reason: 'odd', abnormal_kind: 'other' }))
  const [line] = (await shop.order(back.id)).lines
  fine(
    await shop.owner.post(`/api/admin/order/${back.id}/refund`, {
      ...{ reason: 'x', method: 'cash', lines: [{ order_line_id: line.id, quantity: 1 }] },
    }),
  )
  expect(await readMessages(odd)).toEqual(['This order is abnormal. Resolve it on the order page first.'])
  expect(await readMessages(back)).toEqual(['This order was fully refunded and cannot be picked up.'])
  const drawer = await fresh()
  const before = await lying(shop, stock)
  for (const o of [odd, back]) expect((await handOut(drawer, o, '0.00')).body.code).toBe('WRONG_STATE')
  expect(await lying(shop, stock)).toBe(before)
})

test('an order in another currency is not paid at the till; once paid it is handed over', async () => {
  const o = await collected()
  await shop.it.kernel.db.run(sql`update sales_order set currency = 'USD', exchange_rate = 0.128 where id = ${o.id}`)
  await shop.it.kernel.db.run(sql`update payment set currency = 'USD' where document_type = 'order' and document_id = ${o.id}`)
  expect(await readMessages(o)).toEqual(['This order is in USD. Record the payment on the order page, then hand it over here.'])
  const drawer = await fresh()
  const turn = getTurn(drawer)
  expect((await handOut(drawer, o, '33.37', [cash('33.30')], turn)).body.code).toBe('WRONG_STATE')
  await pay(o)
  expect(fine(await shop.owner.get(at(o.number))).body).toMatchObject({ currency: 'USD', due: '0.00', paid: '33.37' })
  expect(fine(await handOut(drawer, o, '0.00', [], turn)).body.total).toBe('0.00')
  expect(fine(await drawerOf(shop, drawer).count('0.00')).body.difference).toBe('0.00')
})

test.each([
  ['nothing', '33.37', []],
  ['a coin less', '33.37', [cash('33.20')]],
  ['a coin more', '33.37', [cash('33.40')]],
  ['more than a card has to pay', '33.37', [{ method: 'card', amount: '33.38' }]],
  ['a coin less than a card has to pay', '33.37', [{ method: 'card', amount: '33.27' }]],
])('paying %s for %s due is rejected: no payment is recorded and nothing is handed over', async (_, due, payments) => {
  const o = await collected()
  const drawer = await fresh()
  const { status, body } = await handOut(drawer, o, due, payments)
  expect([status, Object.keys(body.messages)]).toEqual([422, ['payments']])
  expect(await shop.order(o.id)).toMatchObject({ status: 'pending', paid: '0.00' })
})

test('a paid order accepts no payment, and an outdated amount due is rejected with the current one', async () => {
  const o = await collected()
  const drawer = await fresh()
  await pay(o, { amount: '13.37' })
  expect((await handOut(drawer, o, '33.37', [cash('33.30')])).body).toMatchObject({ code: 'TOTAL_CHANGED', total: '20.00' })
  await pay(o)
  expect((await handOut(drawer, o, '20.00', [cash('20.00')])).body).toMatchObject({ code: 'TOTAL_CHANGED', total: '0.00' })
  const over = await handOut(drawer, o, '0.00', [cash('20.00')])
  expect([over.status, Object.keys(over.body.messages)]).toEqual([422, ['payments']])
  expect(fine(await handOut(drawer, o, '0.00')).body.total).toBe('0.00')
})

test('card amounts are not rounded, the cash remainder is, and the order total equals the paid amount', async () => {
  const o = await collected(3)
  const drawer = await fresh()
  const result = fine(await handOut(drawer, o, '100.11', [{ method: 'card', amount: '50.01', reference: 'T' }, cash('50.10')])).body
  expect(result.total).toBe('100.11')
  const whole = await collected(3)
  expect(fine(await handOut(drawer, whole, '100.11', [{ method: 'card', amount: '50.02' }, cash('50.00')])).body.total).toBe('100.02')
  expect(await shop.order(whole.id)).toMatchObject({ status: 'completed', total: '100.02', paid: '100.02', discount: '0.09' })
  expect(await drawerOf(shop, drawer).report()).toMatchObject({ pickups: 2, collected: '200.13', rounding: '0.09' })
})

test('a pickup that arrives after its drawer was closed counts in the open drawer and is flagged', async () => {
  const o = await collected()
  const register = await shop.another()
  const drawer = await shop.open(shop.owner, register, '0.00')
  const turn = getTurn(drawer)
  fine(await drawerOf(shop, drawer).count('0.00'))
  expect((await handOut(drawer, o, '33.37', [cash('33.30')], turn)).body.code).toBe('TILL_CLOSED')
  fine(await drawerOf(shop, drawer).close())
  const next = await shop.open(shop.owner, register, '0.00')
  const result = fine(await handOut(drawer, o, '33.37', [cash('33.30')], { ...turn, offline: true })).body
  expect(result).toMatchObject({ trouble: ['late'], total: '33.30' })
  expect(fine(await drawerOf(shop, next).count('33.30')).body.difference).toBe('0.00')
})

test('a store without a pickup location lists no orders; an order without a location can be collected anywhere', async () => {
  const bare = fine(await shop.owner.post('/api/admin/store', { code: 'bare', name: 'Bare' })).body.id
  const o = await collected()
  const list = fine(await shop.owner.get(`/api/admin/store/${bare}/pickup`)).body
  expect(list).toEqual({ data: [], here: false })
  expect((await shop.owner.get(at(o.number, bare))).body.messages[0]).toContain('pickup location')
  await shop.it.kernel.db.run(sql`update sales_order set pickup = null where id = ${o.id}`)
  expect((await shop.owner.get(at(o.number, bare))).status).toBe(200)
  expect(fine(await shop.owner.get(`/api/admin/store/${shop.store}/pickup?q=${o.number}`)).body).toMatchObject({
    here: true,
    data: [{ id: o.id }],
  })
})

test('pickup orders are listed by placing time, oldest first', async () => {
  const [one, two] = [await collected(), await collected()]
  await shop.it.kernel.db.run(sql`update sales_order set placed_at = now() - interval '2 days' where id = ${two.id}`)
  const { data } = fine(await shop.owner.get(`/api/admin/store/${shop.store}/pickup`)).body
  expect(data[0].id).toBe(two.id)
  expect(data.at(-1).id).toBe(one.id)
})

test('the invariant checks pass after all pickup tests', async () => {
  const { checks } = await import('../checks.ts')
  for (const [name, check] of Object.entries(checks)) expect(await check(shop.it.kernel), name).toEqual([])
})
