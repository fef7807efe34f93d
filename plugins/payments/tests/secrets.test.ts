import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sql } from 'stoa'
import { FAKE } from '../fakes/keys.ts'
import { PAYMENTS } from '../index.ts'
import { findOrderDocument, paidBy, payShop, type PayShop, readState, type Way, ways } from './payment-shop.ts'

/** Secrets of payment methods, and who can see a method. */
let shop: PayShop
const lines: string[] = []
beforeAll(async () => {
  shop = await payShop()
  const toLoggable = (value: unknown): unknown => (value instanceof Error ? { message: value.message, stack: value.stack } : value)
  for (const level of ['debug', 'info', 'warn', 'error'] as const) {
    vi.spyOn(shop.it.kernel.log, level).mockImplementation((...args: unknown[]) => {
      lines.push(JSON.stringify(args, (_key, value) => toLoggable(value)))
    })
  }
})
afterAll(() => shop.close())

const payments = () => shop.it.kernel.get(PAYMENTS)
const findDocument = (number: string) => findOrderDocument(shop, number)
const paid = (way: Way, cents: string) => paidBy(shop, way, cents)
const SECRETS = [
  FAKE.stripe.secret_key,
  FAKE.stripe.webhook_secret,
  FAKE.paypal.client_secret,
  FAKE.pay_dollar.secure_secret,
  FAKE.pay_dollar.api_password,
  FAKE.sic_pay.sign_secret,
]

test('secrets never appear in logs, responses or errors, and are encrypted in the database', async () => {
  for (const way of ways) {
    await paid(way, '02')
    await paid(way, '09')
  }
  // Keys that the provider rejects, and an error message that contains the key.
  const method = (await shop.owner.get('/api/admin/payment_method?q=stripe&limit=50')).body.data.find(
    (m: { code: string }) => m.code === 'stripe',
  )
  await shop.owner.put(`/api/admin/payment_method/${method.id}`, { secret_key: 'sk_test_wrong_key_1234567890' })
  const refused = await shop.buy('stripe', '00')
  expect(JSON.stringify(refused.body)).not.toContain('sk_test')
  const tried = await shop.owner.post(`/api/admin/payment_method/${method.id}/test`)
  expect(tried.body).toMatchObject({ ok: false, asked: true })
  await shop.owner.put(`/api/admin/payment_method/${method.id}`, { secret_key: FAKE.stripe.secret_key })
  expect((await shop.owner.post(`/api/admin/payment_method/${method.id}/test`)).body).toMatchObject({ ok: true })

  const answers = await Promise.all(
    [
      'payment_method?limit=100',
      `payment_method/${method.id}`,
      `payment_method/${method.id}?language=*`,
      'audit?limit=100',
      'payment?limit=100',
      'payment_method/export',
      'payment_method/providers',
      'manifest',
    ].map(async (path) => (await shop.owner.get(`/api/admin/${path}`)).raw.body),
  )
  const attempts = await shop.owner.get(
    `/api/admin/payment/attempts?document_type=order&document_id=${(await findDocument(refused.number)).id}`,
  )
  const stored = JSON.stringify(await shop.it.kernel.db.rows(sql`select ext from payment_method`))
  const events = JSON.stringify(await shop.it.kernel.db.rows(sql`select headers from payment_event`))
  const everything = [...lines, ...answers, attempts.raw.body, JSON.stringify(tried.body), stored, events].join('\n')
  for (const secret of [...SECRETS, 'sk_test_wrong_key']) expect(everything.includes(secret), secret).toBe(false)
  expect(stored).toContain('sealed:1:')
  expect(lines.join('\n')).toContain('has no valid signature')
  expect((await shop.owner.get(`/api/admin/payment_method/${method.id}`)).body.secret_key).toEqual({ set: true })
})

test('staff see the public URL for webhooks, whatever host name they use', async () => {
  const { kernel, app } = shop.it
  const request = { method: 'GET', url: '/api/admin/payment_method/providers' } as const
  const { authorization = '' } = (await shop.owner.get(request.url)).raw.raw.req.headers
  const response = await app.http.inject({ ...request, headers: { host: 'desk.elsewhere.test', authorization } })
  expect(response.json()).toMatchObject({ site: kernel.config.publicUrl })
})

test('saving a form unchanged keeps its secrets, and an empty value removes them', async () => {
  const made = (
    await shop.owner.post('/api/admin/payment_method', {
      code: 'spare',
      title: 'Spare',
      provider: 'paypal',
      client_id: 'a',
      client_secret: 'b',
      webhook_id: 'c',
      enabled: false,
    })
  ).body
  await shop.owner.put(`/api/admin/payment_method/${made.id}`, { ...made, title: 'Other' })
  expect((await shop.owner.get(`/api/admin/payment_method/${made.id}`)).body).toMatchObject({
    title: 'Other',
    client_secret: { set: true },
  })
  await shop.owner.put(`/api/admin/payment_method/${made.id}`, { client_secret: null })
  expect((await shop.owner.get(`/api/admin/payment_method/${made.id}`)).body.client_secret).toEqual({ set: false })
})

test('a method is offered only for currencies and amounts it can charge, within its limits, and when configured', async () => {
  const codes = async (asking: object) => (await payments().listOffers(shop.it.ctx, asking)).map((o) => o.code)
  expect(await codes({ currency: 'HKD', total: 10_000 })).toEqual(expect.arrayContaining([...ways, 'bank']))
  expect(await codes({ currency: 'EUR', total: 10_000 })).not.toContain('pay_dollar')
  expect(await codes({ currency: 'KWD', total: 10_000 })).not.toContain('paypal')
  expect(await codes({ currency: 'JPY', total: 10_050 })).not.toContain('stripe')
  await shop.owner.post('/api/admin/payment_method', {
    code: 'narrow',
    title: 'Narrow',
    min: '50.00',
    max: '100.00',
    currencies: ['HKD'],
    applies_to: ['pos'],
  })
  await shop.owner.post('/api/admin/payment_method', { code: 'bare', title: 'Bare', provider: 'stripe' })
  expect(await codes({ currency: 'HKD', total: 7_500, channel: 'pos' })).toContain('narrow')
  for (const other of [
    { currency: 'HKD', total: 7_500 },
    { currency: 'USD', total: 7_500, channel: 'pos' },
    { currency: 'HKD', total: 4_999, channel: 'pos' },
    { currency: 'HKD', total: 10_001, channel: 'pos' },
  ])
    expect(await codes(other), JSON.stringify(other)).not.toContain('narrow')
  expect(await codes({ currency: 'HKD', total: 7_500 })).not.toContain('bare')
  for (const wrong of [{ provider: 'nobody' }, { currencies: ['dollars'] }, { applies_to: ['moon'] }, { provider: 'free' }]) {
    const answer = await shop.owner.post('/api/admin/payment_method', { code: 'wrong', title: 'Wrong', ...wrong })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.messages)).toEqual(Object.keys(wrong))
  }
})

test('a zero amount calls no provider and is paid at once', async () => {
  const offers = await payments().listOffers(shop.it.ctx, { currency: 'HKD', total: 0 })
  expect(offers.map((o) => o.code)).toEqual(['free'])
  const purchase = await shop.buy('bank', '01')
  const document = await findDocument(purchase.number)
  await shop.it.kernel.db.run(sql`update sales_order set discount_minor = subtotal_minor, total_minor = 0 where id = ${document.id}`)
  const calls = shop.gateways.stripe.state.calls.length
  const again = await payments().retryPayment(shop.it.ctx, document, 'free')
  expect(again.action).toEqual({ type: 'none' })
  expect(shop.gateways.stripe.state.calls.length).toBe(calls)
  expect((await readState(shop, purchase.number)).attempts).toEqual(['canceled', 'paid'])
})
