import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { newestMail } from '../../../tests/support/mails.ts'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'

/** What an order transition records, and what prevents it. */
let shop: Shop
let n = 0
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.it.close())

const move = (id: number, verb: string, body: object = {}) => shop.owner.post(`/api/admin/order/${id}/${verb}`, body)
let made = 0
const buy = async (quantity = 1, left = 5) => {
  const stock = await shop.stock(left)
  const email = `m${++n}@shop.test`
  return { ...(await shop.buy(stock, quantity, { guest: { email, first_name: 'May', last_name: 'Chan' } })), email, sku: `G${++made}` }
}
const paid = async (quantity = 1, left = 5) => {
  const order = await buy(quantity, left)
  fine(await move(order.id, 'pay', { reference: `slip ${order.id}` }))
  return order
}
const rule = async (values: object) => fine(await shop.owner.put('/api/admin/settings/order', values))
const readSteps = async (id: number) =>
  fine(await shop.owner.get(`/api/admin/order/${id}/timeline`))
    .body.data.filter((e: any) => e.kind === 'status')
    .map((e: any) => e.to_status)
const findEmail = async (email: string) => {
  await shop.it.jobs()
  return newestMail(shop.it, email)
}
const days = (from: string, to: string) => Math.round(((Date.parse(to) - Date.parse(from)) / 86_400_000) * 10) / 10

test('a payment review extends the hold and never shortens it', async () => {
  const o = await buy()
  await rule({ review_days: 9 })
  const now = new Date().toISOString()
  expect(days(now, fine(await move(o.id, 'review')).body.hold_expires_at)).toBe(9)
  fine(await move(o.id, 'reject', { reason: 'Blurred' }))
  fine(await shop.owner.post(`/api/admin/order/${o.id}/pay_link`, { expires_at: new Date(Date.now() + 20 * 86_400_000).toISOString() }))
  expect(days(now, fine(await move(o.id, 'review')).body.hold_expires_at)).toBe(20)
  await rule({ review_days: 7 })
})

test('each rejection sends its own email with the reason, and a reason is required', async () => {
  const o = await buy()
  expect((await move(o.id, 'reject', { reason: ' ' })).body.messages).toEqual({ reason: ['This field is required.'] })
  for (const reason of ['The amount is wrong', 'The name is another']) {
    fine(await move(o.id, 'reject', { reason }))
    const mail = await findEmail(o.email)
    expect(mail?.subject).toBe(`The payment for order ${o.number} did not go through`)
    expect(mail?.text_body).toContain(reason)
    fine(await move(o.id, 'review'))
  }
  const { data } = fine(await shop.owner.get(`/api/admin/mail?q=${o.email}`)).body
  expect(data.filter((m: any) => m.subject.startsWith('The payment'))).toHaveLength(2)
})

test('canceling an order releases its stock, ends its hold and keeps the reason, with one email', async () => {
  const o = await buy(3)
  expect(await shop.available(o.sku)).toBe(2)
  const canceledOrder = fine(await move(o.id, 'cancel', { reason: 'Out of season' })).body
  expect(canceledOrder).toMatchObject({
    status: 'canceled',
    cancel_reason: 'Out of season',
    hold_expires_at: null,
    fulfilment_status: 'canceled',
  })
  expect(canceledOrder.canceled_at).not.toBeNull()
  expect(await shop.available(o.sku)).toBe(5)
  const mail = await findEmail(o.email)
  expect(mail?.text_body).toContain(`Your order ${o.number} was canceled. Out of season`)
  for (const verb of ['cancel', 'call_off', 'review', 'reject', 'pay', 'process', 'ship', 'complete', 'place'])
    expect((await move(o.id, verb, { reason: 'x' })).status, verb).toBe(409)
  expect(await shop.available(o.sku)).toBe(5)
  const view = fine(await shop.it.guest.get(`/api/order/${o.number}?token=${o.token}`)).body
  expect(view).toMatchObject({ due: '0.00', payment_methods: [], may: { pay: false, cancel: false, proof: false } })
})

test('paid orders start processing automatically if configured, and only if something is shipped', async () => {
  await rule({ auto_process: true })
  const o = await paid()
  expect(await readSteps(o.id)).toEqual(['pending', 'paid', 'processing'])
  const card = await shop.buy(await shop.stock(5, '10.00', { type: 'service' }), 1)
  made++
  fine(await move(card.id, 'pay'))
  expect(await shop.order(card.id)).toMatchObject({ status: 'paid' })
  await rule({ auto_process: false })
  expect(await readSteps((await paid()).id)).toEqual(['pending', 'paid'])
})

test('shipping an order ships each unit once, and completing it keeps the shipping date', async () => {
  const o = await paid(2)
  const sent = fine(await move(o.id, 'ship')).body
  expect(sent).toMatchObject({ status: 'shipped', units_total: 2, units_shipped: 2, units_received: 0 })
  expect((await move(o.id, 'ship')).status).toBe(409)
  const done = fine(await move(o.id, 'complete')).body
  expect(done).toMatchObject({ status: 'completed', units_received: 2, fulfilment_status: 'received' })
  expect(await shop.available(o.sku)).toBe(3)
  expect((await move(o.id, 'complete')).status).toBe(409)
  expect((await move(o.id, 'call_off', { reason: 'x' })).status).toBe(409)
})

test('a shipped order cannot be called off, and the attempt changes nothing', async () => {
  const o = await paid(2)
  fine(await move(o.id, 'process'))
  const { lines } = await shop.order(o.id)
  fine(
    await shop.owner.post(`/api/admin/order/${o.id}/shipment`, {
      lines: [{ order_line_id: lines[0].id, quantity: 1 }],
      status: 'shipped',
    }),
  )
  const refused = await move(o.id, 'call_off', { reason: 'Too late' })
  expect([refused.status, Object.keys(refused.body.messages)]).toEqual([409, ['status']])
  expect(await shop.order(o.id)).toMatchObject({ status: 'processing', refunded: '0.00', cancel_reason: '' })
  expect((await shop.view(o.id)).refunds).toEqual([])
})

test('an order is flagged with its kind of problem, and resolved only in line with its payments', async () => {
  const open = await buy()
  expect(fine(await move(open.id, 'flag', { reason: 'Two names' })).body).toMatchObject({ status: 'abnormal', abnormal_kind: 'goods' })
  expect((await move(open.id, 'flag', { reason: 'again' })).status).toBe(409)
  for (const to of ['resolve_paid', 'resolve_processing'])
    expect((await move(open.id, to, { reason: 'x' })).body.messages, to).toEqual({ status: ['No payment was received for this order.'] })
  expect(fine(await move(open.id, 'resolve_canceled', { reason: 'Never came' })).body).toMatchObject({
    status: 'canceled',
    abnormal_kind: null,
    cancel_reason: 'Never came',
  })
  expect(await shop.available(open.sku)).toBe(5)

  const paidOrder = await paid()
  fine(await move(paidOrder.id, 'flag', { reason: 'Box is torn', kind: 'damage' }))
  expect(await shop.order(paidOrder.id)).toMatchObject({ status: 'abnormal', abnormal_kind: 'damage', paid: '140.00' })
  const response = await move(paidOrder.id, 'resolve_refunded', { reason: 'x' })
  expect([response.status, Object.keys(response.body.messages)]).toEqual([409, ['status']])
  expect(fine(await move(paidOrder.id, 'resolve_paid', { reason: 'A new box' })).body).toMatchObject({
    status: 'paid',
    abnormal_kind: null,
  })
  expect(await shop.available(paidOrder.sku)).toBe(4)
})

test('an abnormal order without its reservation is resolved only while the stock is available', async () => {
  const o = await paid(2, 2)
  fine(await move(o.id, 'flag', { reason: 'Lost' }))
  await shop.it.kernel.transaction((tx) => releaseAll(tx, o.id))
  const other = await shop.it.guest.post('/api/product', { url: o.sku })
  const stock = other.body.stocks[0].id
  const thief = await shop.buy(stock, 1)
  const refused = await move(o.id, 'resolve_paid', { reason: 'Found' })
  expect([refused.status, refused.body.code]).toEqual([409, 'OUT_OF_STOCK'])
  expect(await shop.order(o.id)).toMatchObject({ status: 'abnormal' })
  fine(await move(thief.id, 'cancel', { reason: 'x' }))
  expect(fine(await move(o.id, 'resolve_paid', { reason: 'Found' })).body.status).toBe('paid')
  expect(await shop.available(o.sku)).toBe(0)
})

const releaseAll = async (tx: any, id: number) => {
  const { releaseStock } = await import('../services/order/reserve-stock.ts')
  await releaseStock(tx, shop.it.ctx, id)
}

test('a manual payment is recorded once; a repeated one is rejected', async () => {
  const o = await buy()
  const first = await move(o.id, 'pay', { reference: 'FPS 1' })
  expect(first.body).toMatchObject({ status: 'paid', paid: '140.00', hold_expires_at: null })
  expect((await move(o.id, 'pay', { reference: 'FPS 2' })).status).toBe(409)
  expect((await shop.owner.post(`/api/admin/order/${o.id}/payment`, { reference: 'FPS 3' })).status).toBe(409)
  expect(await shop.order(o.id)).toMatchObject({ paid: '140.00' })
  const mail = await findEmail(o.email)
  expect(mail?.subject).toBe(`We have received your payment for order ${o.number}`)
  expect(await readSteps(o.id)).toEqual(['pending', 'paid'])
})

test('of concurrent pay and cancel requests for one order one succeeds, and the stock follows', async () => {
  const o = await buy(2)
  const answers = await Promise.all([
    move(o.id, 'pay', { reference: 'a' }),
    move(o.id, 'cancel', { reason: 'b' }),
    move(o.id, 'pay', { reference: 'c' }),
    move(o.id, 'cancel', { reason: 'd' }),
  ])
  expect(answers.filter((a) => a.status === 200)).toHaveLength(1)
  expect(answers.filter((a) => a.status !== 200).every((a) => a.status === 409)).toBe(true)
  const { status } = await shop.order(o.id)
  expect(await shop.available(o.sku)).toBe(status === 'paid' ? 3 : 5)
})

test('all invariant checks of orders pass after these tests', async () => {
  const { checks } = await import('../checks.ts')
  for (const [name, check] of Object.entries(checks)) expect(await check(shop.it.kernel), name).toEqual([])
  // The checks find violations, for example an order whose total differs from that of its lines.
  const o = await buy()
  await shop.it.kernel.db.run(sql`update order_line set unit_minor = 1, list_unit_minor = 1, total_minor = 1 where order_id = ${o.id}`)
  expect(await checks['order total equals its lines and shipping'](shop.it.kernel)).toEqual([o.number])
  await shop.it.kernel.db.run(sql`delete from status_history where document_type = 'order' and document_id = ${o.id}`)
  expect(await checks['every order has a history and a payment'](shop.it.kernel)).toEqual([o.number])
  await shop.it.kernel.db.run(sql`update sales_order set status = 'completed' where id = ${o.id}`)
  expect(await checks['open reservations belong to open orders'](shop.it.kernel)).toHaveLength(1)
})
