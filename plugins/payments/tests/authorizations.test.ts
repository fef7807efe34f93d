import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { comeBack, pay, payShop, type PayShop, readState, type Way } from './payment-shop.ts'

/** Authorizations that staff capture or void. */
let shop: PayShop
const holding = ['stripe', 'stripe_checkout'] as const satisfies readonly Way[]
beforeAll(async () => {
  shop = await payShop()
  for (const code of holding) {
    const id = (await shop.owner.get(`/api/admin/payment_method?q=${code}&sort=id`)).body.data.find(
      (m: { code: string }) => m.code === code,
    ).id
    const { status } = await shop.owner.put(`/api/admin/payment_method/${id}`, { stripe_capture: 'by_staff' })
    if (status !== 200) throw new Error(`the method ${code} was not changed: ${status}`)
  }
})
afterAll(() => shop.close())

/** Creates an order with an authorized payment. */
async function reserved(way: Way, cents = '00') {
  const purchase = await shop.buy(way, cents)
  const back = await pay(shop, way, purchase)
  if (back) await comeBack(back)
  await shop.gateways[way].state.fire(purchase.reference)
  const row = await shop.it.kernel.db.one<{ id: number; document: number }>(
    sql`select id, document_id as document from payment where reference = ${purchase.reference}`,
  )
  return { ...purchase, id: row?.id ?? 0, document: row?.document ?? 0 }
}
const attempt = async (order: { document: number }) =>
  (await shop.owner.get(`/api/admin/payment/attempts?document_type=order&document_id=${order.document}`)).body.data.at(-1)
const calls = (way: Way, operation: string) => shop.gateways[way].state.calls.filter((call) => call.operation === operation).length

test.each(holding)('%s: an authorized payment waits for staff, who capture it once, also with concurrent requests', async (way) => {
  const order = await reserved(way)
  expect(await readState(shop, order.number)).toMatchObject({ order: 'payment_review', paid: 0, ledger: ['authorize 12000'] })
  expect(await attempt(order)).toMatchObject({ status: 'payment_review', held: true })
  // Staff cannot approve or reject it manually: the authorization is at the provider and would stay open.
  expect((await shop.owner.post(`/api/admin/payment/${order.id}/approve`, {})).status).toBe(409)
  expect((await shop.owner.post(`/api/admin/payment/${order.id}/reject`, { reason: 'Odd' })).status).toBe(409)
  const answers = await Promise.all([1, 2].map(() => shop.owner.post(`/api/admin/payment/${order.id}/capture`, {})))
  expect(answers.map((a) => a.status)).toContain(200)
  await shop.gateways[way].state.fire(order.reference)
  expect(await readState(shop, order.number)).toMatchObject({
    order: 'paid',
    paid: 12_000,
    attempts: ['paid'],
    ledger: ['authorize 12000', 'capture 12000'],
    inbox: [],
  })
  expect(await attempt(order)).toMatchObject({ held: false })
  expect((await attempt(order)).transactions.at(-1).who).toMatch(/^Staff/)
  expect((await shop.owner.post(`/api/admin/payment/${order.id}/capture`, {})).status).toBe(409)
  const captureCalls = calls(way, 'capture')
  expect((await shop.owner.post(`/api/admin/payment/${order.id}/void`, {})).status).toBe(409)
  expect([calls(way, 'capture'), calls(way, 'cancel')]).toEqual([captureCalls, 0])
})

test('a voided authorization is recorded, and the order can be paid by another method', async () => {
  const order = await reserved('stripe')
  expect((await shop.owner.post(`/api/admin/payment/${order.id}/void`, {})).status).toBe(200)
  await shop.gateways.stripe.state.fire(order.reference)
  expect(await readState(shop, order.number)).toMatchObject({
    order: 'payment_reject',
    paid: 0,
    attempts: ['canceled'],
    ledger: ['authorize 12000', 'void 12000'],
  })
  expect((await shop.owner.post(`/api/admin/payment/${order.id}/capture`, {})).status).toBe(409)
})

test('an authorization voided at the provider is detected when staff capture it', async () => {
  const order = await reserved('stripe')
  const at = shop.gateways.stripe.state.by(order.reference)
  if (!at) throw new Error('unknown at the gateway')
  at.state = 'canceled'
  const refused = await shop.owner.post(`/api/admin/payment/${order.id}/capture`, {})
  expect(refused.status).toBe(502)
  expect(JSON.stringify(refused.body.messages)).toContain('payment_intent_unexpected_state')
  expect(await readState(shop, order.number)).toMatchObject({ order: 'payment_reject', ledger: ['authorize 12000', 'void 12000'] })
})

test('a captured payment is refunded like any other', async () => {
  const order = await reserved('stripe')
  await shop.owner.post(`/api/admin/payment/${order.id}/capture`, {})
  const back = await shop.owner.post(`/api/admin/payment/${order.id}/refund`, { amount: '20.00', reason: 'Chipped' })
  expect(back.status).toBe(200)
  await shop.it.jobs()
  expect((await readState(shop, order.number)).ledger).toEqual(['authorize 12000', 'capture 12000', 'refund 2000'])
})

test('capture and void each require their own permission, and an authorized payment', async () => {
  const order = await reserved('stripe')
  const clerk = await shop.it.staff(['get payment', 'approve payment'])
  for (const verb of ['capture', 'void']) expect((await clerk.post(`/api/admin/payment/${order.id}/${verb}`, {})).status).toBe(403)
  expect((await shop.owner.post('/api/admin/payment/999999/capture', {})).status).toBe(404)
  const bank = await shop.buy('bank', '00')
  const id = (await shop.it.kernel.db.one<{ id: number }>(sql`select id from payment where reference = ${bank.reference}`))?.id
  expect((await shop.owner.post(`/api/admin/payment/${id}/capture`, {})).status).toBe(409)
})

test('an authorized payment cannot also be recorded manually', async () => {
  const order = await reserved('stripe')
  const refused = await shop.owner.post(`/api/admin/order/${order.document}/pay`, { reference: 'Slip 7' })
  expect([refused.status, refused.body.messages]).toEqual([
    409,
    ['This payment is authorized. Capture it or void the authorization first.'],
  ])
  expect((await readState(shop, order.number)).ledger).toEqual(['authorize 12000'])
})

test('an authorization that arrives after a manual payment is voided, and staff are notified', async () => {
  const purchase = await shop.buy('stripe', '00')
  const back = await pay(shop, 'stripe', purchase)
  const row = await shop.it.kernel.db.one<{ document: number }>(
    sql`select document_id as document from payment where reference = ${purchase.reference}`,
  )
  expect((await shop.owner.post(`/api/admin/order/${row?.document}/pay`, { reference: 'Slip 8' })).status).toBe(200)
  await shop.it.jobs()
  if (back) await comeBack(back)
  await shop.gateways.stripe.state.fire(purchase.reference)
  await shop.it.jobs()
  const state = await readState(shop, purchase.number)
  expect(state).toMatchObject({ order: 'paid', paid: 12_000 })
  expect(state.ledger).toEqual(expect.arrayContaining(['authorize 12000', 'void 12000']))
  expect(JSON.stringify(state.inbox)).toContain('late')
})

test.each(['reject', 'cancel'])('an order ended with %s has its authorization voided', async (verb) => {
  const order = await reserved('stripe')
  const before = calls('stripe', 'cancel')
  const response = await shop.owner.post(`/api/admin/order/${order.document}/${verb}`, { reason: 'Odd address' })
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  await shop.it.jobs()
  await shop.gateways.stripe.state.fire(order.reference)
  expect(await readState(shop, order.number)).toMatchObject({
    order: verb === 'cancel' ? 'canceled' : 'payment_reject',
    paid: 0,
    attempts: ['canceled'],
    ledger: ['authorize 12000', 'void 12000'],
    inbox: [],
  })
  expect(calls('stripe', 'cancel')).toBe(before + 1)
})
