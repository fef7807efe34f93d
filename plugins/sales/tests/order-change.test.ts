import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { readEmail } from '../../../core/mail/email.ts'
import type { Client } from '../../../tests/support/app.ts'
import { address, fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.it.close())

const line = async (id: number, at = 0) => (await shop.order(id)).lines[at]
const pay = async (id: number) => fine(await shop.owner.post(`/api/admin/order/${id}/payment`, { reference: `r${id}-${Math.random()}` }))
const change = async (id: number, body: object, client: Client = shop.owner, headers = {}) =>
  client.post(`/api/admin/order/${id}/change`, { version: (await shop.order(id)).version, ...body }, headers)
const preview = async (id: number, body: object) =>
  shop.owner.post(`/api/admin/order/${id}/change/preview`, { version: (await shop.order(id)).version, ...body })
const countReserved = async (stock: number) =>
  (
    await shop.it.kernel.db.one<{ n: number }>(
      sql`select coalesce(sum(quantity), 0)::int as n from reservation where stock_id = ${stock} and status = 'pending'`,
    )
  )?.n
const pack = async (id: number, order_line_id: number, quantity: number, status = 'shipped') =>
  shop.owner.post(`/api/admin/order/${id}/shipment`, {
    lines: [{ order_line_id, quantity }],
    status,
    carrier_name: 'x',
    tracking_number: 't',
  })
const emails = async (number: string) => {
  await shop.it.jobs()
  const all = (await shop.owner.get('/api/admin/mail?limit=100')).body.data
  return all.filter((m: any) => m.subject === `Your order ${number} was changed`) as { id: number }[]
}
const sound = async () => {
  for (const { id, checks = {} } of shop.it.kernel.registry.plugins)
    for (const [name, check] of Object.entries(checks)) expect([id, name, await check(shop.it.kernel)]).toEqual([id, name, []])
}

test('a preview says what a change would cost and writes nothing', async () => {
  const [a, b] = [await shop.stock(10), await shop.stock(10, '30.00')]
  const o = await shop.buy(a, 2)
  const body = { lines: [{ order_line_id: (await line(o.id)).id, quantity: 3 }], add: [{ stock_id: b, quantity: 2 }] }
  expect(fine(await preview(o.id, body)).body).toMatchObject({
    total_before: '240.00',
    total: '400.00',
    difference: '160.00',
    due: '400.00',
    refund: '0.00',
    lines: [
      { quantity: 3, total: '300.00' },
      { quantity: 2, total: '60.00', order_line_id: null },
    ],
    changes: [expect.stringContaining('2 → 3'), expect.stringContaining('× 2')],
  })
  expect(await shop.order(o.id)).toMatchObject({ total: '240.00', lines: [{ quantity: 2 }] })
  expect(await countReserved(b)).toBe(0)
})

test('adding items to a paid order reserves them and makes the difference due; paying it completes the payment', async () => {
  const [a, b] = [await shop.stock(10), await shop.stock(10, '30.00')]
  const o = await shop.buy(a, 2)
  await pay(o.id)
  const body = { add: [{ stock_id: b, quantity: 1 }], agreed_total: '270.00' }
  expect(fine(await change(o.id, body)).body).toMatchObject({ status: 'pending', total: '270.00', paid: '240.00', hold_expires_at: null })
  expect([await countReserved(a), await countReserved(b)]).toEqual([2, 1])
  const view = fine(await shop.it.guest.get(`/api/order/${o.number}?token=${o.token}`)).body
  expect(view).toMatchObject({ due: '30.00', may: { pay: true, cancel: false } })
  const [email, ...more] = await emails(o.number)
  expect(more).toEqual([])
  const mail = JSON.stringify(await readEmail(shop.it.kernel, email?.id ?? 0))
  expect(mail).toContain('Amount due: HKD 30.00')
  expect(mail).toContain('Pay now')
  expect(fine(await shop.owner.post(`/api/admin/order/${o.id}/payment`, { reference: 'rest' })).body).toMatchObject({
    status: 'paid',
    paid: '270.00',
    payment_status: 'paid',
  })
  await sound()
})

test('removing items from a paid order refunds the difference and releases the stock', async () => {
  const [a, b] = [await shop.stock(10), await shop.stock(10, '30.00')]
  const o = await shop.buy(a, 3)
  await pay(o.id)
  fine(await change(o.id, { add: [{ stock_id: b, quantity: 1 }], lines: [{ order_line_id: (await line(o.id)).id, quantity: 1 }] }))
  const full = await shop.view(o.id)
  expect(full.order).toMatchObject({ status: 'paid', total: '170.00', paid: '340.00' })
  expect(full.refunds).toMatchObject([{ amount: '170.00', status: 'process', lines: [] }])
  expect([await countReserved(a), await countReserved(b)]).toEqual([1, 1])
  // A change is rejected while the refund of the previous change is pending.
  expect((await change(o.id, { lines: [{ order_line_id: (await line(o.id)).id, quantity: 2 }] })).status).toBe(409)
  const going = await shop.it.kernel.db.one<{ id: number }>(sql`select r.id from payment_refund r join payment p on p.id = r.payment_id
    where p.document_type = 'order' and p.document_id = ${o.id} and r.status = 'pending'`)
  fine(await shop.owner.post(`/api/admin/payment/refund/${going?.id}/sent`, {}))
  expect(await shop.order(o.id)).toMatchObject({ status: 'paid', paid: '340.00', refunded: '170.00', payment_status: 'paid' })
  // A refunded amount is owed again when the order total grows.
  fine(await change(o.id, { lines: [{ order_line_id: (await line(o.id)).id, quantity: 2 }] }))
  expect(await shop.order(o.id)).toMatchObject({ status: 'pending', total: '270.00', payment_status: 'pending' })
  expect(fine(await shop.owner.post(`/api/admin/order/${o.id}/payment`, { amount: '100.00', reference: 'again' })).body).toMatchObject({
    status: 'paid',
  })
  await sound()
})

test('changing an unpaid order requests the new total and cancels the old payment request', async () => {
  const a = await shop.stock(10)
  const o = await shop.buy(a, 2)
  fine(await change(o.id, { lines: [{ order_line_id: (await line(o.id)).id, quantity: 1 }] }))
  const { data } = fine(await shop.owner.get(`/api/admin/payment/attempts?document_type=order&document_id=${o.id}`)).body
  expect(data.map((p: any) => `${p.status} ${p.amount}`)).toEqual(['canceled 240.00', 'pending 140.00'])
  expect(fine(await shop.owner.post(`/api/admin/order/${o.id}/payment`, {})).body).toMatchObject({ status: 'paid', paid: '140.00' })
})

test('address, name and shipping method can change before shipping, and the total follows', async () => {
  const way = fine(await shop.owner.post('/api/admin/shipping_method', { code: 'express', title: 'Express', price: '75.00' })).body
  const o = await shop.buy(await shop.stock(10))
  const there = { ...address, address: '1 Peak Road' }
  const body = {
    customer: { first_name: 'Ann', last_name: 'Lee', country_code: '852', phone: '91234567' },
    shipping_address: there,
    shipping_method: 'express',
  }
  const { body: now } = fine(await change(o.id, body))
  expect(now).toMatchObject({
    first_name: 'Ann',
    phone: '91234567',
    shipping: '75.00',
    total: '175.00',
    shipping_title: way.title['en-US'] ?? 'Express',
  })
  expect(now.shipping_address.address).toBe('1 Peak Road')
  expect(now.billing_address.address).toBe('1 Peak Road')
  const history = (await shop.owner.get(`/api/admin/order/${o.id}/timeline`)).body.data
  expect(history.at(-1)).toMatchObject({ kind: 'change', body: 'Name or phone\nDelivery address\nShipping: Courier → Express' })
  const audit = (await shop.owner.get(`/api/admin/audit_log?q=order&limit=50`)).body.data
  expect(JSON.stringify(audit)).toContain('1 Peak Road')
  expect((await change(o.id, { shipping_address: { ...there, country: 'XXX' } })).body.messages).toHaveProperty([
    'shipping_address.country',
  ])
  expect((await change(o.id, { shipping_method: 'nope' })).body.messages).toHaveProperty('shipping_method')
})

test('shipped, packed and refunded units cannot be removed; the rest can', async () => {
  const a = await shop.stock(10)
  const o = await shop.buy(a, 4)
  await pay(o.id)
  const { id } = await line(o.id)
  fine(await pack(o.id, id, 1))
  fine(await pack(o.id, id, 1, 'draft'))
  expect((await change(o.id, { lines: [{ order_line_id: id, quantity: 1 }] })).body.messages).toEqual({
    'lines.0.quantity': ['At least 2 units are already packed, shipped, canceled or refunded.'],
  })
  expect((await change(o.id, { shipping_method: 'courier' })).body.messages).toHaveProperty('shipping_method')
  fine(await change(o.id, { lines: [{ order_line_id: id, quantity: 2 }] }))
  expect(await countReserved(a)).toBe(1)
  fine(await shop.owner.post(`/api/admin/order/${o.id}/ship`, {}))
  expect(await shop.order(o.id)).toMatchObject({ status: 'shipped', units_total: 2, units_shipped: 2 })
  expect((await change(o.id, { lines: [{ order_line_id: id, quantity: 3 }] })).body.messages.status[0]).toContain('fully shipped')
  await sound()
})

test('discounts stay with the remaining units, to the cent', async () => {
  const a = await shop.stock(20, '33.33')
  const b = await shop.stock(20, '10.00')
  const made = fine(
    await shop.owner.post('/api/admin/order', {
      customer: { email: 'd@shop.test', first_name: 'D' },
      lines: [
        { stock_id: a, quantity: 3 },
        { stock_id: b, quantity: 1 },
      ],
      discount: '10.00',
      discount_label: 'Friend',
    }),
  ).body
  fine(await shop.owner.post(`/api/admin/order/${made.id}/place`, {}))
  await pay(made.id)
  fine(await change(made.id, { lines: [{ order_line_id: (await line(made.id)).id, quantity: 1 }] }))
  const full = await shop.view(made.id)
  const cents = (text: string) => Math.round(Number(text) * 100)
  const sum = full.order.lines.reduce((all: number, l: any) => all + cents(l.total), 0)
  expect(sum).toBe(cents(full.order.total))
  expect(cents(full.order.subtotal) - cents(full.order.discount)).toBe(sum)
  expect(full.adjustments).toHaveLength(1)
  expect(-cents(full.adjustments[0].amount)).toBe(cents(full.order.discount))
  expect(full.refunds[0].amount).toBe(((9_999 + 1_000 - 1_000 - sum) / 100).toFixed(2))
})

test('of two concurrent changes one is applied, and a repeated one is applied once', async () => {
  const a = await shop.stock(10)
  const o = await shop.buy(a, 1)
  const { version, lines } = await shop.order(o.id)
  const send = (quantity: number, key: string) =>
    shop.owner.post(
      `/api/admin/order/${o.id}/change`,
      { version, lines: [{ order_line_id: lines[0].id, quantity }] },
      { 'idempotency-key': key },
    )
  const both = await Promise.all([send(2, 'key-two-2'), send(3, 'key-three')])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const won = both[0]?.status === 200 ? ([2, 'key-two-2'] as const) : ([3, 'key-three'] as const)
  expect((await send(won[0], won[1])).status).toBe(200)
  expect((await shop.order(o.id)).lines[0].quantity).toBe(won[0])
  expect(await countReserved(a)).toBe(won[0])
  expect(await emails(o.number)).toHaveLength(1)
})

test('an invalid change is rejected with its reason', async () => {
  const a = await shop.stock(3)
  const o = await shop.buy(a, 2)
  const other = await line((await shop.buy(await shop.stock(1))).id)
  const { id } = await line(o.id)
  const messages = async (body: object, client?: Client) => (await change(o.id, body, client)).body.messages
  expect(await messages({})).toEqual({ lines: ['No changes to save.'] })
  expect(await messages({ lines: [{ order_line_id: id, quantity: 4 }] })).toMatchObject({
    'lines.0.quantity': [expect.stringContaining('only 1 is left')],
  })
  expect(await messages({ lines: [{ order_line_id: id, quantity: 0 }] })).toHaveProperty('lines')
  expect(await messages({ lines: [{ order_line_id: other.id, quantity: 0 }] })).toHaveProperty(['lines.0.order_line_id'])
  expect(
    await messages({
      lines: [
        { order_line_id: id, quantity: 1 },
        { order_line_id: id, quantity: 2 },
      ],
    }),
  ).toHaveProperty(['lines.1.order_line_id'])
  for (const quantity of [-1, 1.5, 10_000])
    expect(await messages({ lines: [{ order_line_id: id, quantity }] })).toHaveProperty(['lines.0.quantity'])
  expect(await messages({ add: [{ kind: 'seat', subject_id: 1, quantity: 1 }] })).toHaveProperty(['add.0.kind'])
  const clerk = await shop.it.staff(['get order', 'update order'])
  expect(
    await messages({ add: [{ stock_id: await shop.stock(1), quantity: 1, unit_price: '1.00', price_reason: 'x' }] }, clerk),
  ).toHaveProperty(['add.0.unit_price'])
  expect((await change(o.id, { lines: [{ order_line_id: id, quantity: 1 }], agreed_total: '1.00' })).body.code).toBe('ORDER_TOTAL_CHANGED')
  expect((await change(o.id, { lines: [{ order_line_id: id, quantity: 1 }] }, await shop.it.staff(['get order']))).status).toBe(403)
  expect(
    (await shop.owner.post(`/api/admin/order/${o.id}/change`, { version: 999, lines: [{ order_line_id: id, quantity: 1 }] })).status,
  ).toBe(409)
  fine(await shop.owner.post(`/api/admin/order/${o.id}/cancel`, { reason: 'x' }))
  expect((await change(o.id, { lines: [{ order_line_id: id, quantity: 1 }] })).body.messages.status[0]).toContain('can no longer be edited')
})

test('reducing an order does not bypass the refund limit', async () => {
  await shop.it.kernel.settings.write(shop.it.kernel, shop.it.ctx, 'order', { refund_limit: '50.00' }, 'en-US')
  const o = await shop.buy(await shop.stock(10), 3)
  await pay(o.id)
  fine(await change(o.id, { lines: [{ order_line_id: (await line(o.id)).id, quantity: 1 }] }))
  const full = await shop.view(o.id)
  expect(full.refunds).toMatchObject([{ amount: '200.00', status: 'pending' }])
  const payment = (await shop.owner.get(`/api/admin/payment/attempts?document_type=order&document_id=${o.id}`)).body.data.find(
    (p: any) => p.status === 'paid',
  )
  const refused = await shop.owner.post(`/api/admin/payment/${payment.id}/refund`, { amount: '200.00', reason: 'x', key: 'direct-way' })
  expect(refused.status).toBe(422)
  await shop.it.kernel.settings.write(shop.it.kernel, shop.it.ctx, 'order', { refund_limit: '0.00' }, 'en-US')
})

test('deleted stocks cannot be added to an order, nor can further units of them', async () => {
  const [a, b] = [await shop.stock(10), await shop.stock(10)]
  const o = await shop.buy(a, 2)
  for (const stock of [a, b]) {
    const row = await shop.it.kernel.db.one<{ id: number }>(sql`select product_id as id from stock where id = ${stock}`)
    fine(await shop.owner.delete(`/api/admin/product/${row?.id}`))
  }
  const { id } = await line(o.id)
  const choice = ['Please choose one of the available options.']
  expect((await change(o.id, { add: [{ stock_id: b, quantity: 1 }] })).body.messages).toEqual({ 'add.0.stock_id': choice })
  expect((await change(o.id, { lines: [{ order_line_id: id, quantity: 3 }] })).body.messages).toEqual({
    'lines.0.quantity': ['This product is no longer available.'],
  })
  expect(fine(await change(o.id, { lines: [{ order_line_id: id, quantity: 1 }] })).body).toMatchObject({ total: '140.00' })
  const draft = await shop.owner.post('/api/admin/order', { lines: [{ stock_id: b, quantity: 1 }] })
  expect([draft.status, draft.body.messages]).toEqual([422, { 'lines.0.stock_id': choice }])
})
