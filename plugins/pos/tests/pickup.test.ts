import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine } from '../../../tests/support/selling-shop.ts'
import { store as stores } from 'stoa/plugins/stores'
import { createReceipt, readTicket } from '../services/receipt.ts'
import { type Counter, type Drawer, openCounter } from './counter.ts'

let shop: Counter
beforeAll(async () => {
  shop = await openCounter()
  const { owner } = shop
  fine(await owner.put(`/api/admin/warehouse/${shop.warehouse}`, { is_pickup: true, version: 1 }))
  fine(await owner.post('/api/admin/warehouse', { code: 'north', name: 'North', is_pickup: true }))
  fine(await owner.post('/api/admin/shipping_method', { code: 'shop', title: 'In our shop', kind: 'pickup_store', price: '0.00' }))
  fine(await owner.post('/api/admin/shipping_method', { code: 'desk', title: 'At the desk', kind: 'pickup_store', price: '5.05' }))
})
afterAll(() => shop.it.close())

const at = (action: string | number) => `/api/admin/store/${shop.store}/pickup/${action}`
const out = (id: number) => `${at(id)}/hand_over`
const list = async (q = '') => fine(await shop.owner.get(`/api/admin/store/${shop.store}/pickup?q=${encodeURIComponent(q)}`)).body.data
const collected = (stock: number, quantity = 1, more: object = {}) =>
  shop.buy(stock, quantity, { shipping_method: 'shop', pickup_point: 'main', shipping_address: undefined, ...more })
/** The request of a device that hands out an order. */
const handing = (drawer: Drawer, due: string, payments: object[] = []) => {
  const { lines: _, total: __, payments: ___, ...turn } = drawer.ticket(0, 1, '0.00')
  return { ...turn, due, payments }
}
const cash = (amount: string, tendered?: string) => ({ method: 'cash', amount, ...(tendered ? { tendered } : {}) })
const payments = async (id: number) =>
  fine(await shop.owner.get(`/api/admin/payment/attempts?document_type=order&document_id=${id}`)).body.data.map(
    (p: any) => `${p.status} ${p.amount}`,
  )
const lying = async (stock: number) =>
  (await shop.it.kernel.db.one<{ n: number }>(sql`select sum(quantity)::int as n from inventory where stock_id = ${stock}`))?.n
const emails = async (id: number) =>
  (await shop.it.kernel.db.rows<{ kind: string }>(sql`select kind from order_mail where order_id = ${id} order by kind`)).map(
    ({ kind }) => kind,
  )

test('a paid order is handed over as one ticket: inventory is shipped, the order completed, and no shipping email sent', async () => {
  const stock = await shop.stock(5, '100.00')
  const order = await collected(stock, 2)
  fine(await shop.owner.post(`/api/admin/order/${order.id}/payment`, {}))
  const [row] = await list(order.number)
  expect(row).toMatchObject({ number: order.number, name: 'May Chan', due: '0.00', units: 2, total: '200.00', ready: false })
  const view = fine(await shop.owner.get(at(order.number.toLowerCase()))).body
  expect(view).toMatchObject({ paid: '200.00', due: '0.00', lines: [{ quantity: 2, left: 2, unit: '100.00', total: '200.00' }] })
  const drawer = await shop.open(shop.owner, await shop.another())
  const result = fine(await shop.owner.post(out(order.id), handing(drawer, '0.00'))).body
  expect(result).toMatchObject({
    number: `K2-${drawer.session}-1`,
    order_id: order.id,
    order_number: order.number,
    total: '0.00',
    trouble: [],
  })
  expect(await shop.order(order.id)).toMatchObject({ status: 'completed', fulfilment_status: 'received', paid: '200.00' })
  const { shipments } = await shop.view(order.id)
  expect(shipments).toMatchObject([{ status: 'received', collect: true, lines: [{ quantity: 2 }] }])
  expect(await lying(stock)).toBe(3)
  await shop.it.jobs()
  expect(await emails(order.id)).not.toContain('shipped')
  expect(await list(order.number)).toEqual([])
  expect((await shop.owner.get(at(order.number))).body.messages).toEqual(['All items of this order were already picked up.'])
})

test('the amount due is paid by several methods into the drawer, with cash rounding, and appears in reports and receipt', async () => {
  const stock = await shop.stock(5, '33.37')
  const order = await collected(stock, 3, { shipping_method: 'desk' })
  expect((await list()).find(({ id }: { id: number }) => id === order.id)).toMatchObject({ due: '105.16', status: 'pending' })
  const drawer = await shop.open(shop.owner, await shop.another(), '500.00')
  const none = await shop.owner.post(out(order.id), handing(drawer, '105.16'))
  expect(none.body.messages).toEqual({ payments: ['Payments must add up to 105.10.'] })
  const other = await shop.owner.post(out(order.id), handing(drawer, '100.00', [cash('100.00')]))
  expect(other.body).toMatchObject({ code: 'TOTAL_CHANGED', total: '105.16' })
  expect(await shop.order(order.id)).toMatchObject({ status: 'pending', total: '105.16' })
  const split = [{ method: 'card', amount: '50.00', reference: 'T-77' }, cash('55.10', '100.00')]
  const result = fine(await shop.owner.post(out(order.id), handing(drawer, '105.16', split))).body
  expect(result.total).toBe('105.10')
  expect(await shop.order(order.id)).toMatchObject({
    status: 'completed',
    total: '105.10',
    paid: '105.10',
    payment_status: 'paid',
    discount: '0.06',
  })
  expect(await payments(order.id)).toEqual(['canceled 105.16', 'paid 50.00', 'paid 55.10'])
  await shop.it.jobs()
  expect(await emails(order.id)).not.toContain('part_paid')
  const x = fine(await shop.owner.get(`/api/admin/store/${shop.store}/session/${drawer.session}/report`)).body
  expect(x).toMatchObject({ sales: 0, sold: '0.00', pickups: 1, collected: '105.10', rounding: '0.06' })
  expect(x.ways).toEqual([
    { method: 'card', amount: '50.00', count: 1 },
    { method: 'cash', amount: '55.10', count: 1 },
  ])
  fine(await shop.owner.post(`/api/admin/store/${shop.store}/session/${drawer.session}/announce`, { device: drawer.device, last: 1 }))
  const tried = { device: drawer.device, last: 3, unused: [1, 2] }
  const counted = await shop.owner.post(`/api/admin/store/${shop.store}/session/${drawer.session}/count`, { counted: '555.10', ...tried })
  expect(counted.body).toEqual({ expected: '555.10', counted: '555.10', difference: '0.00' })
  const receipt = await createReceipt(
    shop.it.ctx,
    await shop.it.kernel.resources.get(shop.it.ctx, stores, shop.store),
    await readTicket(shop.it.ctx, shop.store, result.id),
  )
  const receiptText = JSON.stringify(receipt.blocks)
  for (const word of ['3 × 33.37', 'Delivery', '5.05', 'HKD 105.10', '50.00', '100.00', '44.90', order.number])
    expect(receiptText).toContain(word)
  expect(receiptText).not.toContain('Already paid')
})

test('the receipt shows an earlier partial payment, and only the rest is charged', async () => {
  const stock = await shop.stock(5, '100.00')
  const order = await collected(stock, 1)
  fine(await shop.owner.post(`/api/admin/order/${order.id}/payment`, { amount: '30.00' }))
  const drawer = await shop.open(shop.owner, await shop.another())
  expect(fine(await shop.owner.get(at(order.number))).body).toMatchObject({ paid: '30.00', due: '70.00' })
  const result = fine(await shop.owner.post(out(order.id), handing(drawer, '70.00', [cash('70.00')]))).body
  expect(await shop.order(order.id)).toMatchObject({ status: 'completed', paid: '100.00' })
  const sold = await readTicket(shop.it.ctx, shop.store, result.id)
  const receiptText = JSON.stringify(
    (await createReceipt(shop.it.ctx, await shop.it.kernel.resources.get(shop.it.ctx, stores, shop.store), sold)).blocks,
  )
  expect(receiptText).toContain('["Already paid","30.00"]')
})

test('of twenty concurrent requests one hands an order over, and another ticket for it is rejected', async () => {
  const stock = await shop.stock(5, '50.00')
  const order = await collected(stock, 1)
  const drawer = await shop.open(shop.owner, await shop.another(), '0.00')
  const firstInput = handing(drawer, '50.00', [cash('50.00')])
  const other = handing(drawer, '50.00', [cash('50.00')])
  const send = async (body: object) => {
    for (;;) {
      const answer = await shop.owner.post(out(order.id), body)
      if (answer.status !== 503) return answer
    }
  }
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => send({ ...(i % 2 ? firstInput : other), offline: i % 4 === 1 })))
  const good = answers.filter(({ status }) => status === 200)
  expect(new Set(good.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(good).toHaveLength(10)
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ status }) => status))).toEqual(new Set([409]))
  expect(await payments(order.id)).toEqual(['canceled 50.00', 'paid 50.00'])
  expect(await lying(stock)).toBe(4)
  const cents = await shop.it.kernel.db.one(sql`select sum(amount_minor)::int as sum from pos_cash where session_id = ${drawer.session}`)
  expect(cents).toEqual({ sum: 5_000 })
  const another = await collected(stock, 1)
  const first = answers[0]?.status === 200 ? other : firstInput
  expect((await shop.owner.post(out(another.id), first)).body.code).toBe('TICKET_REUSED')
  expect(await shop.order(another.id)).toMatchObject({ status: 'pending', paid: '0.00' })
})

test('each order that cannot be handed over here gives the reason in one sentence', async () => {
  const stock = await shop.stock(20, '10.00')
  const readMessages = async (number: string) => (await shop.owner.get(at(number))).body.messages
  const elsewhere = await collected(stock, 1, { pickup_point: 'north' })
  expect(await readMessages(elsewhere.number)).toEqual(['The pickup location of this order is North.'])
  expect(await list(elsewhere.number)).toEqual([])
  // A store can hand out orders of a pickup warehouse other than its own.
  const north = (await shop.owner.get('/api/admin/warehouse?q=north')).body.data[0].id
  const { version } = (await shop.owner.get(`/api/admin/store/${shop.store}`)).body
  fine(await shop.owner.put(`/api/admin/store/${shop.store}`, { pickup_warehouse_id: north, version }))
  expect((await list(elsewhere.number)).map(({ id }: { id: number }) => id)).toEqual([elsewhere.id])
  fine(await shop.owner.put(`/api/admin/store/${shop.store}`, { pickup_warehouse_id: null, version: version + 1 }))
  const sent = await shop.buy(stock)
  expect(await readMessages(sent.number)).toEqual(['This order is for delivery, not pickup.'])
  const canceled = await collected(stock)
  fine(await shop.owner.post(`/api/admin/order/${canceled.id}/cancel`, { reason: 'no more' }))
  expect(await readMessages(canceled.number)).toEqual(['This order was canceled and cannot be picked up.'])
  expect((await shop.owner.get(at('SO-NONE'))).status).toBe(404)
  const drawer = await shop.open(shop.owner, await shop.another())
  for (const { id } of [elsewhere, sent, canceled])
    expect((await shop.owner.post(out(id), handing(drawer, '10.00', [cash('10.00')]))).body.code).toBe('WRONG_STATE')
  expect((await shop.owner.post(out(999_999), handing(drawer, '0.00'))).status).toBe(404)
  expect((await shop.owner.post(out(sent.id), handing(drawer, '-1.00'))).status).toBe(422)
  expect(await shop.it.kernel.db.rows(sql`select 1 from pos_ticket where session_id = ${drawer.session}`)).toEqual([])
})

test('pickup orders are found by number, name, email and phone digits, by staff of the store only', async () => {
  const stock = await shop.stock(20, '10.00')
  const guest = { email: 'kwong@shop.test', first_name: 'Ka Wai', last_name: 'Kwong', country_code: '+852', phone: '91234567' }
  const order = await collected(stock, 1, { guest })
  for (const words of [order.number.slice(3), 'wai kwong', 'kwong@', '9123 4567', '+852 9123'])
    expect(
      (await list(words)).map(({ id }: { id: number }) => id),
      words,
    ).toEqual([order.id])
  expect(await list('nobody%')).toEqual([])
  const stranger = await shop.it.staff('pos.manager')
  expect((await stranger.get(`/api/admin/store/${shop.store}/pickup`)).status).toBe(404)
  expect((await stranger.get(at(order.number))).status).toBe(404)
  const drawer = await shop.open(shop.owner, await shop.another())
  expect((await stranger.post(out(order.id), handing(drawer, '10.00', [cash('10.00')]))).status).toBe(404)
  const back = await shop.it.staff(['see all store', 'get store'])
  expect((await back.get(at(order.number))).status).toBe(403)
  expect((await back.post(out(order.id), handing(drawer, '10.00', [cash('10.00')]))).status).toBe(403)
})

test('a ready shipment is handed over with the rest, and can be returned by its receipt', async () => {
  const stock = await shop.stock(20, '10.00')
  const order = await collected(stock, 3)
  fine(await shop.owner.post(`/api/admin/order/${order.id}/payment`, {}))
  const [line] = (await shop.order(order.id)).lines
  const parcel = fine(
    await shop.owner.post(`/api/admin/order/${order.id}/shipment`, { lines: [{ order_line_id: line.id, quantity: 2 }] }),
  ).body
  fine(await shop.owner.put(`/api/admin/shipment/${parcel.id}`, { ready: true }))
  expect((await list(order.number))[0]).toMatchObject({ ready: true, units: 3 })
  const drawer = await shop.open(shop.owner, await shop.another(), '100.00')
  const result = fine(await shop.owner.post(out(order.id), handing(drawer, '0.00'))).body
  expect((await shop.view(order.id)).shipments.map((p: any) => `${p.status} ${p.lines[0].quantity}`).sort()).toEqual([
    'received 1',
    'received 2',
  ])
  const found = fine(await shop.owner.get(`/api/admin/store/${shop.store}/ticket?barcode=${result.number}`)).body
  expect(found.lines).toMatchObject([{ open: 3 }])
  const { client_uuid, session_id, device, place } = drawer.ticket(0, 1, '0.00')
  const back = await shop.owner.post(`/api/admin/store/${shop.store}/ticket/${found.id}/return`, {
    client_uuid,
    session_id,
    device,
    place,
    reason: 'too big',
    lines: [{ order_line_id: line.id, quantity: 1, resaleable: 1 }],
  })
  expect(fine(back).body.total).toBe('-10.00')
})

test('the invariant checks of all plugins pass after the tests', async () => {
  for (const plugin of shop.it.kernel.registry.plugins)
    for (const [name, check] of Object.entries(plugin.checks ?? {})) expect(await check(shop.it.kernel), name).toEqual([])
})
