import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { FAKE } from '../fakes/keys.ts'
import { PAYMENTS } from '../index.ts'
import {
  comeBack,
  findLatestPayment,
  openCard,
  findOrderDocument,
  paidBy,
  pay,
  payShop,
  type PayShop,
  readState,
  type Way,
} from './payment-shop.ts'

/** Manual payments and gateway payments for the same order. */
let shop: PayShop
beforeAll(async () => {
  shop = await payShop()
})
afterAll(() => shop.close())

const payments = () => shop.it.kernel.get(PAYMENTS)
const findDocument = (number: string) => findOrderDocument(shop, number)
const latestPayment = (number: string) => findLatestPayment(shop, number)
const paid = (way: Way, cents: string) => paidBy(shop, way, cents)

test('the card page is available while the payment is open, also after a declined card, and not afterwards', async () => {
  const card = async (purchase: { body: any }, verb = '') =>
    (await shop.it.guest.post(`/api/payment/card${verb}`, { key: purchase.body.payment.action.key })).status
  const paid = await shop.buy('stripe', '00')
  expect(await card(paid)).toBe(200)
  await comeBack((await pay(shop, 'stripe', paid)) ?? '')
  expect([await card(paid), await card(paid, '/rehearse')]).toEqual([404, 404])

  const declined = await shop.buy('stripe', '02')
  expect(await comeBack((await pay(shop, 'stripe', declined)) ?? '')).toContain('/order/fail')
  expect(await card(declined)).toBe(200)
  const other = { payment_method: 'bank', token: declined.body.access_token }
  expect((await shop.it.guest.post(`/api/order/${declined.number}/pay`, other)).status).toBe(200)
  expect([await card(declined), await card(declined, '/rehearse')]).toEqual([404, 404])
})

test('"I have paid" needs the key of the attempt; staff then approve or reject', async () => {
  const purchase = await shop.buy('bank', '00')
  const { claim } = purchase.body.payment.action
  expect((await shop.it.guest.post('/api/payment/claim', { reference: claim.reference, key: 'x' })).status).toBe(422)
  expect((await shop.it.guest.post('/api/payment/claim', { ...claim, note: 'HSBC 9:15' })).status).toBe(200)
  expect(await readState(shop, purchase.number)).toMatchObject({ order: 'payment_review', attempts: ['payment_review'] })
  const id = await latestPayment(purchase.number)
  const viewer = await shop.it.staff(['get payment'])
  expect((await viewer.post(`/api/admin/payment/${id}/approve`)).status).toBe(403)
  expect((await shop.owner.post(`/api/admin/payment/${id}/reject`, {})).body.messages).toHaveProperty('reason')
  expect((await shop.owner.post(`/api/admin/payment/${id}/reject`, { reason: 'Nothing came' })).status).toBe(200)
  expect(await readState(shop, purchase.number)).toMatchObject({ order: 'payment_reject', attempts: ['payment_reject'] })
  expect((await shop.it.guest.post('/api/payment/claim', { ...claim, note: 'again' })).status).toBe(200)
  expect((await shop.owner.post(`/api/admin/payment/${id}/approve`, { reference: 'HSBC 778' })).status).toBe(200)
  expect(await readState(shop, purchase.number)).toMatchObject({ order: 'paid', paid: 12_000, ledger: ['capture 12000'] })
  expect((await shop.owner.post(`/api/admin/payment/${id}/approve`, {})).status).toBe(409)
  const [attempt] = await payments().listAttempts(shop.it.ctx, await findDocument(purchase.number))
  expect(attempt?.proofs.map((p) => [p.note, p.status])).toEqual([
    ['HSBC 9:15', 'rejected'],
    ['again', 'approved'],
  ])
})

test('an offline payment is received once, and refunded when staff confirm it or at once', async () => {
  const purchase = await shop.buy('bank', '00')
  const document = await findDocument(purchase.number)
  const receive = (id: string, amount = 12_000) =>
    shop.it.kernel.transaction((tx) => payments().receivePayment(tx, shop.it.ctx, document, { id, amount, currency: 'HKD' }))
  await expect(receive('a', 12_001)).rejects.toThrow('INVALID')
  await receive('a')
  await receive('a')
  await expect(receive('b')).rejects.toThrow('NOT_PAYABLE')
  const id = await latestPayment(purchase.number)
  expect((await shop.owner.post(`/api/admin/payment/${id}/refund`, { amount: '120.01', reason: 'x' })).status).toBe(422)
  await shop.owner.post(`/api/admin/payment/${id}/refund`, { amount: '20.00', reason: 'late', key: 'hand-1', at_once: true })
  await shop.owner.post(`/api/admin/payment/${id}/refund`, { amount: '30.00', reason: 'broken', key: 'hand-2' })
  expect((await readState(shop, purchase.number)).ledger).toEqual(['capture 12000', 'refund 2000'])
  const [attempt] = await payments().listAttempts(shop.it.ctx, document)
  const waiting = attempt?.refunds.find((r) => r.status === 'pending')
  expect(waiting).toMatchObject({ by_hand: true, amount: '30.00' })
  expect((await shop.owner.post(`/api/admin/payment/refund/${waiting?.id}/sent`)).status).toBe(200)
  expect((await shop.owner.post(`/api/admin/payment/refund/${waiting?.id}/sent`)).status).toBe(404)
  expect(await readState(shop, purchase.number)).toMatchObject({ refunded: 5_000, ledger: ['capture 12000', 'refund 2000', 'refund 3000'] })
})

test('a failed refund that was requested again cannot also be refunded manually', async () => {
  const purchase = await paid('stripe', '00')
  const document = await findDocument(purchase.number)
  const id = await latestPayment(purchase.number)
  const method = (await shop.owner.get('/api/admin/payment_method?q=stripe')).body.data.find(
    (m: { code: string }) => m.code === 'stripe',
  ).id
  const secret = (secret_key: string) => shop.owner.put(`/api/admin/payment_method/${method}`, { secret_key })
  const giveBack = async (key: string) => {
    await shop.owner.post(`/api/admin/payment/${id}/refund`, { amount: '80.00', reason: 'broken', key })
    await shop.it.jobs()
  }
  await secret('sk_test_wrong')
  await giveBack('first')
  await secret(FAKE.stripe.secret_key)
  const failed = (await payments().listAttempts(shop.it.ctx, document))[0]?.refunds[0]
  expect(failed).toMatchObject({ status: 'abnormal', moot: false })
  await giveBack('second')
  expect((await payments().listAttempts(shop.it.ctx, document))[0]?.refunds[0]).toMatchObject({ status: 'abnormal', moot: true })
  expect((await shop.owner.post(`/api/admin/payment/refund/${failed?.id}/sent`)).status).toBe(422)
  expect((await readState(shop, purchase.number)).ledger).toEqual(['capture 12000', 'refund 8000'])
})

test('a payment received at the counter for a gateway order is refunded manually, not through the gateway', async () => {
  const purchase = await shop.buy('stripe', '00')
  const opened = await openCard(shop, purchase)
  const document = await findDocument(purchase.number)
  await shop.it.kernel.transaction((tx) =>
    payments().receivePayment(tx, shop.it.ctx, document, { id: 'cash-1', amount: 12_000, currency: 'HKD' }),
  )
  expect(await readState(shop, purchase.number)).toMatchObject({ order: 'paid', attempts: ['canceled', 'paid'] })
  const refund = await shop.it.kernel.transaction((tx) =>
    payments().refundDocument(tx, shop.it.ctx, document, { key: 'counter', amount: 100, reason: 'x' }),
  )
  expect(refund).toMatchObject([{ by_hand: true }])
  // If the payer still pays at the gateway, that payment is refunded.
  const back = await pay(shop, 'stripe', purchase, opened)
  if (back) await comeBack(back)
  expect(await readState(shop, purchase.number)).toMatchObject({
    order: 'paid',
    paid: 12_000,
    attempts: ['abnormal', 'paid'],
    inbox: ['twice'],
  })
})

test('after a partial payment at the counter, a full payment at the gateway is refunded in full', async () => {
  const purchase = await shop.buy('stripe', '00')
  const opened = await openCard(shop, purchase)
  const document = await findDocument(purchase.number)
  await shop.it.kernel.transaction((tx) =>
    payments().receivePayment(tx, shop.it.ctx, document, { id: 'cash-1', amount: 2_000, currency: 'HKD' }),
  )
  expect(await readState(shop, purchase.number)).toMatchObject({ order: 'pending', paid: 2_000, attempts: ['canceled', 'paid', 'pending'] })
  const whole = await pay(shop, 'stripe', purchase, opened)
  if (whole) await comeBack(whole)
  await shop.it.jobs()
  expect(await readState(shop, purchase.number)).toMatchObject({ order: 'pending', paid: 2_000 })
  expect(shop.gateways.stripe.state.by(purchase.reference)?.refunds.map((r) => r.amount)).toEqual([12_000])
  const again = await payments().retryPayment(shop.it.ctx, document, 'stripe')
  const rest = { ...purchase, reference: again.reference, body: { ...purchase.body, payment: { method: 'stripe', action: again.action } } }
  const back = await pay(shop, 'stripe', rest, await openCard(shop, rest))
  if (back) await comeBack(back)
  await shop.gateways.stripe.state.fire(again.reference)
  expect(await readState(shop, purchase.number)).toMatchObject({ order: 'paid', paid: 12_000 })
})

test('a late payment reserves its stock again after the hold expired', async () => {
  const purchase = await shop.buy('stripe', '14')
  const { id } = await findDocument(purchase.number)
  await shop.it.kernel.db.run(sql`update sales_order set hold_expires_at = now() - interval '1 minute' where id = ${id}`)
  await shop.it.clock('sales/expire')
  await shop.it.jobs()
  expect((await readState(shop, purchase.number)).order).toBe('canceled')
  await shop.gateways.stripe.pay(purchase.reference)
  await shop.gateways.stripe.state.fire(purchase.reference)
  expect(await readState(shop, purchase.number)).toMatchObject({ order: 'paid', paid: 12_014, inbox: [] })
})
