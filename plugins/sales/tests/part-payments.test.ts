import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { readEmail } from '../../../core/mail/email.ts'
import { cancelExpiredOrders } from '../services/order-jobs.ts'
import { extractPdfText } from '../../../tests/support/pdf.ts'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.it.close())

const buy = async () => shop.buy(await shop.stock(5))
const receive = (id: number, amount: string, reference = '', key = '') =>
  shop.owner.post(`/api/admin/order/${id}/payment`, { amount, reference }, key ? { 'idempotency-key': key } : {})
const attempts = async (id: number) => {
  const { data } = fine(await shop.owner.get(`/api/admin/payment/attempts?document_type=order&document_id=${id}`)).body
  return data.map((p: any) => `${p.status} ${p.amount}`)
}
const readOrder = async ({ number, token }: { number: string; token: string }) =>
  fine(await shop.it.guest.get(`/api/order/${number}?token=${token}`)).body
const emails = async (start: string) => {
  await shop.it.jobs()
  const all = (await shop.owner.get('/api/admin/mail?limit=100')).body.data
  return all.filter((m: any) => m.subject.startsWith(start)) as { id: number; subject: string }[]
}

test('partial payments add up until the order is paid, and each is emailed to the customer once', async () => {
  const o = await buy()
  expect(fine(await receive(o.id, '50.00', 'cash')).body).toMatchObject({ status: 'pending', paid: '50.00', hold_expires_at: null })
  expect(await attempts(o.id)).toEqual(['paid 50.00', 'pending 90.00'])
  // While the rest is outstanding, nothing can be refunded by line, and no screen offers it.
  expect((await shop.view(o.id)).left).toEqual({ amount: '0.00', shipping: '0.00' })
  expect(await readOrder(o)).toMatchObject({
    status: 'pending',
    paid: '50.00',
    due: '90.00',
    total: '140.00',
    may: { pay: true, cancel: false },
  })
  fine(await receive(o.id, '39.99'))
  fine(await receive(o.id, '50.00'))
  expect(await attempts(o.id)).toEqual(['paid 50.00', 'paid 39.99', 'paid 50.00', 'pending 0.01'])
  const part = await emails(`We have received a partial payment for order ${o.number}`)
  expect(part).toHaveLength(3)
  expect(fine(await receive(o.id, '0.01')).body).toMatchObject({ status: 'paid', paid: '140.00', payment_status: 'paid' })
  expect(await readOrder(o)).toMatchObject({ due: '0.00', may: { receipt: true } })
  expect(await emails(`We have received your payment for order ${o.number}`)).toHaveLength(1)
})

test('emails format amounts like the attached documents', async () => {
  const o = await shop.buy(await shop.stock(5, '12345.00'))
  fine(await receive(o.id, '1000.00'))
  const [email] = await emails(`We have received a partial payment for order ${o.number}`)
  const sent = await readEmail(shop.it.kernel, email?.id ?? 0)
  expect(JSON.stringify(sent)).toMatch(/HKD 1,000\.00 of HKD 12,\d{3}\.00/)
})

test('the remaining amount can be marked as paid at once', async () => {
  const o = await buy()
  fine(await shop.owner.post(`/api/admin/order/${o.id}/receive`, { amount: '50.00', reference: 'till 1' }))
  expect(fine(await shop.owner.post(`/api/admin/order/${o.id}/pay`, { reference: 'till 2' })).body).toMatchObject({
    status: 'paid',
    paid: '140.00',
  })
  expect(await attempts(o.id)).toEqual(['paid 50.00', 'paid 90.00'])
})

test('an excessive or zero amount and a used reference are rejected by field, and nothing is written', async () => {
  const o = await buy()
  fine(await receive(o.id, '50.00', 'slip 7'))
  for (const wrong of ['90.01', '0.00', '-1.00', '1e9', '99999999999999999999'])
    expect(Object.keys((await receive(o.id, wrong)).body.messages), wrong).toEqual(['amount'])
  expect((await receive(o.id, '50.00', 'slip 7')).body.messages).toEqual({
    reference: ['A payment with this reference is already recorded for this order.'],
  })
  expect((await shop.owner.post(`/api/admin/order/${o.id}/pay`, { reference: 'slip 7' })).body.messages).toHaveProperty('reference')
  expect(await shop.order(o.id)).toMatchObject({ status: 'pending', paid: '50.00' })
  const viewer = await shop.it.staff(['get order', 'process order'])
  expect((await viewer.post(`/api/admin/order/${o.id}/receive`, { amount: '1.00' })).status).toBe(403)
  const done = await buy()
  fine(await receive(done.id, '140.00'))
  expect((await receive(done.id, '1.00')).status).toBe(409)
  expect((await shop.owner.post(`/api/admin/order/${done.id}/receive`, { amount: '1.00' })).status).toBe(409)
})

test('concurrent partial payments never exceed the total, and a repeated request counts once', async () => {
  const o = await buy()
  const all = await Promise.all(Array.from({ length: 8 }, (_, i) => receive(o.id, '40.00', `slip ${i}`)))
  expect(all.filter((a) => a.status === 200)).toHaveLength(3)
  expect(all.filter((a) => a.status !== 200 && a.status !== 422)).toEqual([])
  expect(await shop.order(o.id)).toMatchObject({ status: 'pending', paid: '120.00' })
  const twice = await Promise.all([receive(o.id, '5.00', 'again', 'part-once'), receive(o.id, '5.00', 'again', 'part-once')])
  expect(twice.filter((a) => a.status >= 500)).toEqual([])
  fine(await receive(o.id, '5.00', 'again', 'part-once'))
  expect(await shop.order(o.id)).toMatchObject({ paid: '125.00' })
})

test('a partly paid order does not expire, neither by a review nor by a pay link', async () => {
  const o = await buy()
  fine(await receive(o.id, '50.00'))
  fine(await shop.owner.post(`/api/admin/order/${o.id}/review`))
  fine(await shop.owner.post(`/api/admin/order/${o.id}/pay_link`, {}))
  expect(await shop.order(o.id)).toMatchObject({ status: 'payment_review', hold_expires_at: null })
  await shop.it.kernel.db.run(sql`update sales_order set hold_expires_at = now() - interval '1 minute' where id = ${o.id}`)
  await cancelExpiredOrders(shop.it.ctx)
  expect(await shop.order(o.id)).toMatchObject({ status: 'payment_review', paid: '50.00' })
  // A partial payment ends the review.
  fine(await receive(o.id, '10.00'))
  expect(await shop.order(o.id)).toMatchObject({ status: 'pending', paid: '60.00', hold_expires_at: null })
})

test('the shopper can pay the remaining amount by any method, and claim the payment', async () => {
  const o = await buy()
  fine(await receive(o.id, '50.00'))
  const again = fine(await shop.it.guest.post(`/api/order/${o.number}/pay`, { token: o.token, payment_method: 'bank' })).body
  expect(again.payment.method).toBe('bank')
  expect(await attempts(o.id)).toEqual(['paid 50.00', 'canceled 90.00', 'pending 90.00'])
  const { reference, key } = again.payment.action.claim
  fine(await shop.it.guest.post('/api/payment/claim', { reference, key, note: 'sent' }))
  const { data } = (await shop.owner.get(`/api/admin/payment/attempts?document_type=order&document_id=${o.id}`)).body
  fine(await shop.owner.post(`/api/admin/payment/${data.at(-1).id}/approve`, { reference: 'HSBC 9' }))
  expect(await shop.order(o.id)).toMatchObject({ status: 'paid', paid: '140.00' })
})

test('calling off an order refunds each partial payment to its method, and it is refunded when all are sent', async () => {
  const o = await buy()
  fine(await receive(o.id, '50.00', 'one'))
  fine(await receive(o.id, '30.00', 'two'))
  expect((await shop.owner.post(`/api/admin/order/${o.id}/cancel`, { reason: 'x' })).body.messages).toHaveProperty('status')
  expect((await shop.it.guest.post(`/api/order/${o.number}/cancel`, { token: o.token })).status).toBe(409)
  fine(await shop.owner.post(`/api/admin/order/${o.id}/call_off`, { reason: 'Sold out' }))
  expect(await shop.order(o.id)).toMatchObject({ status: 'canceled', refunded: '0.00' })
  expect((await shop.view(o.id)).refunds).toMatchObject([{ status: 'process', amount: '80.00' }])
  const waiting = await shop.it.kernel.db.rows<{ id: number; amount: number }>(sql`
    select r.id, r.amount_minor as amount from payment_refund r join payment p on p.id = r.payment_id
    where p.document_id = ${o.id} and p.document_type = 'order' order by r.id`)
  expect(waiting.map((r) => r.amount)).toEqual([3_000, 5_000])
  fine(await shop.owner.post(`/api/admin/payment/refund/${waiting[0]?.id}/sent`))
  expect((await shop.view(o.id)).refunds).toMatchObject([{ status: 'process' }])
  expect(await emails(`We have refunded HKD 80.00 for order ${o.number}`)).toHaveLength(0)
  fine(await shop.owner.post(`/api/admin/payment/refund/${waiting[1]?.id}/sent`))
  expect((await shop.view(o.id)).refunds).toMatchObject([{ status: 'completed' }])
  expect(await shop.order(o.id)).toMatchObject({ status: 'canceled', payment_status: 'refunded', paid: '80.00', refunded: '80.00' })
  expect(await emails(`We have refunded HKD 80.00 for order ${o.number}`)).toHaveLength(1)
})

test('a paid order with two partial payments is refunded in one step in cash', async () => {
  const o = await buy()
  fine(await receive(o.id, '60.00'))
  fine(await receive(o.id, '80.00'))
  const line = (await shop.order(o.id)).lines[0].id
  const body = { reason: 'Broken', method: 'cash', shipping: '40.00', lines: [{ order_line_id: line, quantity: 1 }] }
  expect(fine(await shop.owner.post(`/api/admin/order/${o.id}/refund`, body)).body).toMatchObject({ status: 'completed' })
  expect(await shop.order(o.id)).toMatchObject({ status: 'refunded', refunded: '140.00' })
  expect(await attempts(o.id)).toEqual(['refunded 60.00', 'refunded 80.00'])
})

test('a refunded partial payment is due again', async () => {
  const o = await buy()
  fine(await receive(o.id, '50.00'))
  const { data } = (await shop.owner.get(`/api/admin/payment/attempts?document_type=order&document_id=${o.id}`)).body
  fine(await shop.owner.post(`/api/admin/payment/${data[0].id}/refund`, { amount: '20.00', reason: 'Too much', at_once: true }))
  expect(await readOrder(o)).toMatchObject({ status: 'pending', due: '110.00' })
  expect((await receive(o.id, '110.01')).status).toBe(422)
  expect(fine(await receive(o.id, '110.00')).body).toMatchObject({ status: 'paid', paid: '160.00', refunded: '20.00' })
})

test('a partial payment without a reference is recorded once; a reference distinguishes a second one', async () => {
  const o = await buy()
  const twice = await Promise.all([receive(o.id, '50.00'), receive(o.id, '50.00')])
  expect(twice.map((a) => a.status).toSorted()).toEqual([200, 422])
  expect(twice.find((a) => a.status === 422)?.body.messages).toEqual({
    reference: ['A partial payment of HKD 50.00 without a reference is already recorded. Enter a reference to record a second one.'],
  })
  expect(await shop.order(o.id)).toMatchObject({ status: 'pending', paid: '50.00' })
  fine(await receive(o.id, '50.00', 'slip 2'))
  expect(fine(await receive(o.id, '40.00')).body).toMatchObject({ status: 'paid', paid: '140.00' })
})

test('a refunded amount is requested again, and a fully refunded order expires like a new one', async () => {
  const o = await buy()
  fine(await receive(o.id, '50.00'))
  const { data } = (await shop.owner.get(`/api/admin/payment/attempts?document_type=order&document_id=${o.id}`)).body
  const back = (amount: string) => shop.owner.post(`/api/admin/payment/${data[0].id}/refund`, { amount, reason: 'x', at_once: true })
  fine(await back('20.00'))
  expect(await attempts(o.id)).toEqual(['paid 50.00', 'canceled 90.00', 'pending 110.00'])
  expect(await shop.order(o.id)).toMatchObject({ status: 'pending', hold_expires_at: null })
  fine(await back('30.00'))
  expect(await attempts(o.id)).toEqual(['refunded 50.00', 'canceled 90.00', 'canceled 110.00', 'pending 140.00'])
  expect(new Date((await shop.order(o.id)).hold_expires_at).getTime()).toBeGreaterThan(Date.now())
  await shop.it.kernel.db.run(sql`update sales_order set hold_expires_at = now() - interval '1 minute' where id = ${o.id}`)
  await cancelExpiredOrders(shop.it.ctx)
  expect(await shop.order(o.id)).toMatchObject({ status: 'canceled' })
})

test('documents of a partly paid order show the paid amount and the balance due', async () => {
  const o = await buy()
  const readPdfText = async (type: string) =>
    extractPdfText((await shop.owner.get(`/api/admin/order/${o.id}/pdf?type=${type}`)).raw.rawPayload).replaceAll('\n', '')
  fine(await receive(o.id, '50.00'))
  for (const type of ['receipt', 'invoice']) {
    expect(await readPdfText(type)).toContain('HKD 50.00')
    expect(await readPdfText(type)).toContain('HKD 90.00')
  }
  const { data } = (await shop.owner.get(`/api/admin/payment/attempts?document_type=order&document_id=${o.id}`)).body
  fine(await shop.owner.post(`/api/admin/payment/${data[0].id}/refund`, { amount: '20.00', reason: 'x', at_once: true }))
  expect(await readPdfText('invoice')).toContain('HKD 110.00')
  fine(await shop.owner.post(`/api/admin/order/${o.id}/call_off`, { reason: 'x' }))
  expect(await readPdfText('invoice')).not.toMatch(/Balance due|HKD (110|90)\.00/)
})
