import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sql } from '#core'
import { FAKE } from '../fakes/keys.ts'
import { PAYMENTS } from '../index.ts'
import { replay } from '../services/intake.ts'
import { arrive, comeBack, openCard, pay, payShop, type PayShop, stateOf, type Way, ways } from './shop.ts'

/** What holds for all ways to pay together: secrets, limits, replays, money by hand. */
let shop: PayShop
const lines: string[] = []
beforeAll(async () => {
  shop = await payShop()
  const told = (value: unknown): unknown => (value instanceof Error ? { message: value.message, stack: value.stack } : value)
  for (const level of ['debug', 'info', 'warn', 'error'] as const) {
    vi.spyOn(shop.it.kernel.log, level).mockImplementation((...args: unknown[]) => {
      lines.push(JSON.stringify(args, (_key, value) => told(value)))
    })
  }
})
afterAll(() => shop.close())

const payments = () => shop.it.kernel.get(PAYMENTS)
const documentOf = async (number: string) => ({
  type: 'order',
  id: (await shop.it.kernel.db.one<{ id: number }>(sql`select id from sales_order where order_number = ${number}`))?.id ?? 0,
})
const latestPayment = async (number: string) =>
  (
    await shop.it.kernel.db.one<{
      id: number
    }>(sql`select p.id from payment p join sales_order o on o.id = p.document_id and p.document_type = 'order'
    where o.order_number = ${number} order by p.id desc limit 1`)
  )?.id ?? 0
const paid = async (way: Way, cents: string) => {
  const bought = await shop.buy(way, cents)
  const back = await pay(shop, way, bought)
  if (back) await comeBack(back)
  await shop.gateways[way].world.fire(bought.reference)
  return bought
}
const SECRETS = [
  FAKE.stripe.secret_key,
  FAKE.stripe.webhook_secret,
  FAKE.paypal.client_secret,
  FAKE.pay_dollar.secure_secret,
  FAKE.pay_dollar.api_password,
  FAKE.sic_pay.sign_secret,
]

test('secrets stand neither in logs, answers, errors nor in the clear in the database', async () => {
  for (const way of ways) {
    await paid(way, '02')
    await paid(way, '09')
  }
  // Keys a provider refuses, and one whose error quotes them.
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
    `/api/admin/payment/attempts?document_type=order&document_id=${(await documentOf(refused.number)).id}`,
  )
  const stored = JSON.stringify(await shop.it.kernel.db.rows(sql`select ext from payment_method`))
  const events = JSON.stringify(await shop.it.kernel.db.rows(sql`select headers from payment_event`))
  const everything = [...lines, ...answers, attempts.raw.body, JSON.stringify(tried.body), stored, events].join('\n')
  for (const secret of [...SECRETS, 'sk_test_wrong_key']) expect(everything.includes(secret), secret).toBe(false)
  expect(stored).toContain('sealed:1:')
  expect(lines.join('\n')).toContain('not signed by it')
  expect((await shop.owner.get(`/api/admin/payment_method/${method.id}`)).body.secret_key).toEqual({ set: true })
})

test('staff read where providers reach the shop, whatever name they are here under', async () => {
  const { kernel, app } = shop.it
  const asked = { method: 'GET', url: '/api/admin/payment_method/providers' } as const
  const { authorization = '' } = (await shop.owner.get(asked.url)).raw.raw.req.headers
  const told = await app.http.inject({ ...asked, headers: { host: 'desk.elsewhere.test', authorization } })
  expect(told.json()).toMatchObject({ site: kernel.config.publicUrl })
})

test('a form sent back as it was read keeps secrets, and an empty one takes them out', async () => {
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

test('a method is offered only for what it can charge, within its limits, and when it is set up', async () => {
  const codes = async (asking: object) => (await payments().offers(shop.it.ctx, asking)).map((o) => o.code)
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
  expect(await codes({ currency: 'HKD', total: 7_500, at: 'pos' })).toContain('narrow')
  for (const other of [
    { currency: 'HKD', total: 7_500 },
    { currency: 'USD', total: 7_500, at: 'pos' },
    { currency: 'HKD', total: 4_999, at: 'pos' },
    { currency: 'HKD', total: 10_001, at: 'pos' },
  ])
    expect(await codes(other), JSON.stringify(other)).not.toContain('narrow')
  expect(await codes({ currency: 'HKD', total: 7_500 })).not.toContain('bare')
  for (const wrong of [{ provider: 'nobody' }, { currencies: ['dollars'] }, { applies_to: ['moon'] }, { provider: 'free' }]) {
    const answer = await shop.owner.post('/api/admin/payment_method', { code: 'wrong', title: 'Wrong', ...wrong })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.messages)).toEqual(Object.keys(wrong))
  }
})

test('a bill of nothing asks no provider and is paid at once', async () => {
  const offers = await payments().offers(shop.it.ctx, { currency: 'HKD', total: 0 })
  expect(offers.map((o) => o.code)).toEqual(['free'])
  const bought = await shop.buy('bank', '01')
  const document = await documentOf(bought.number)
  await shop.it.kernel.db.run(sql`update sales_order set discount_minor = subtotal_minor, total_minor = 0 where id = ${document.id}`)
  const calls = shop.gateways.stripe.world.calls.length
  const again = await payments().again(shop.it.ctx, document, 'free')
  expect(again.action).toEqual({ type: 'none' })
  expect(shop.gateways.stripe.world.calls.length).toBe(calls)
  expect((await stateOf(shop, bought.number)).attempts).toEqual(['canceled', 'paid'])
})

test('notices are believed with names in other scripts and headers in another order, and not when a byte differs', async () => {
  for (const way of ways) {
    const bought = await shop.buy(way, '06')
    await arrive(shop, way, bought)
    const { world } = shop.gateways[way]
    const p = world.by(bought.reference)
    if (!p) throw new Error('unknown at the gateway')
    const capture = world.capture(p, way === 'stripe_checkout' ? p.id.replace('cs_', 'pi_') : p.id)
    const notice = world.voices.get(p.provider)?.notice(p, 'paid', { capture })
    if (!notice) throw new Error('no notice')
    expect(decodeURIComponent(notice.body)).toContain('陳')
    const spoilt = world.voices.get(p.provider)?.spoil(notice)
    await fetch(notice.url, {
      method: 'POST',
      headers: notice.headers,
      body: spoilt?.body ?? '',
      ...(spoilt ? { headers: spoilt.headers } : {}),
    })
    expect((await stateOf(shop, bought.number)).ledger).toEqual([])
    const turned = Object.fromEntries(
      [...Object.entries(notice.headers), ['x-forwarded-for', '10.0.0.1'], ['via', '1.1 proxy']].toReversed(),
    )
    await fetch(notice.url, { method: 'POST', headers: turned, body: notice.body })
    expect((await stateOf(shop, bought.number)).ledger, way).toEqual(['capture 12006'])
  }
})

test('going through all stored notices again leaves the same ledger', async () => {
  const { db } = shop.it.kernel
  const ledger = () => db.rows(sql`select id, payment_id, kind, amount_minor, provider_txn_id from payment_transaction order by id`)
  const standing = () => db.rows(sql`select id, status from payment order by id`)
  const before = [await ledger(), await standing(), await db.rows(sql`select count(*) as n from money_inbox`)]
  const events = await db.rows<Parameters<typeof replay>[1][number]>(
    sql`select id, payment_method_id, payload, headers from payment_event order by id`,
  )
  expect(events.length).toBeGreaterThan(5)
  expect(await replay(shop.it.kernel, events)).toBe(events.length)
  expect(await replay(shop.it.kernel, events.toReversed())).toBe(events.length)
  expect([await ledger(), await standing(), await db.rows(sql`select count(*) as n from money_inbox`)]).toEqual(before)
})

test('the ledger is only added to', async () => {
  await paid('stripe', '05')
  await expect(shop.it.kernel.db.run(sql`update payment_transaction set amount_minor = 1`)).rejects.toThrow('only added to')
  await expect(shop.it.kernel.db.run(sql`delete from payment_transaction`)).rejects.toThrow('only added to')
})

test('what another method with the same account hears of a payment is left to the method it was made with', async () => {
  const bought = await shop.buy('stripe_checkout', '06')
  const { world } = shop.gateways.stripe_checkout
  const p = world.by(bought.reference)
  if (!p) throw new Error('unknown at the gateway')
  const notice = world.voices.get('stripe')?.notice(p, 'paid', { capture: world.capture(p, p.id.replace('cs_', 'pi_')) })
  if (!notice) throw new Error('no notice')
  const send = (url: string) => fetch(url, { method: 'POST', headers: notice.headers, body: notice.body })
  expect((await send(notice.url.replace('stripe_checkout', 'stripe'))).status).toBe(200)
  expect((await stateOf(shop, bought.number)).ledger).toEqual([])
  expect((await shop.owner.get(`/api/admin/money_inbox?q=${bought.reference}`)).body.total).toBe(0)
  expect((await send(notice.url)).status).toBe(200)
  expect((await stateOf(shop, bought.number)).ledger).toEqual(['capture 12006'])
})

test('money nobody can place waits in the inbox, and staff resolve it with a word', async () => {
  const { world } = shop.gateways.stripe
  const p = world.add({
    id: world.number('pi_'),
    provider: 'stripe',
    reference: 'SO-NOBODY-1',
    amount: 9_900,
    currency: 'HKD',
    returnUrl: '',
    cancelUrl: '',
    notifyUrl: '',
    sent: {},
  })
  for (let i = 0; i < 2; i++) await world.tell(p, 'paid', { capture: world.capture(p, p.id) })
  const inbox = (await shop.owner.get('/api/admin/money_inbox?reason=unknown')).body
  expect(inbox.total).toBe(1)
  expect(inbox.data[0]).toMatchObject({ status: 'pending', amount: '99.00', currency: 'HKD' })
  const id = inbox.data[0].id
  expect((await shop.owner.post(`/api/admin/money_inbox/${id}/resolve`, {})).status).toBe(422)
  expect((await shop.owner.post(`/api/admin/money_inbox/${id}/resolve`, { note: 'Belongs to the shop next door' })).status).toBe(200)
  expect((await shop.owner.get(`/api/admin/money_inbox/${id}`)).body).toMatchObject({
    status: 'completed',
    note: 'Belongs to the shop next door',
  })
  const viewer = await shop.it.staff(['get money inbox'])
  expect((await viewer.post(`/api/admin/money_inbox/${id}/reopen`)).status).toBe(403)
})

test('the card page is there while a payment can be made by it, also after a card was declined, and not any longer', async () => {
  const card = async (bought: { body: any }, verb = '') =>
    (await shop.it.guest.post(`/api/payment/card${verb}`, { key: bought.body.payment.action.key })).status
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
  const bought = await shop.buy('bank', '00')
  const { claim } = bought.body.payment.action
  expect((await shop.it.guest.post('/api/payment/claim', { reference: claim.reference, key: 'x' })).status).toBe(422)
  expect((await shop.it.guest.post('/api/payment/claim', { ...claim, note: 'HSBC 9:15' })).status).toBe(200)
  expect(await stateOf(shop, bought.number)).toMatchObject({ order: 'payment_review', attempts: ['payment_review'] })
  const id = await latestPayment(bought.number)
  const viewer = await shop.it.staff(['get payment'])
  expect((await viewer.post(`/api/admin/payment/${id}/approve`)).status).toBe(403)
  expect((await shop.owner.post(`/api/admin/payment/${id}/reject`, {})).body.messages).toHaveProperty('reason')
  expect((await shop.owner.post(`/api/admin/payment/${id}/reject`, { reason: 'Nothing came' })).status).toBe(200)
  expect(await stateOf(shop, bought.number)).toMatchObject({ order: 'payment_reject', attempts: ['payment_reject'] })
  expect((await shop.it.guest.post('/api/payment/claim', { ...claim, note: 'again' })).status).toBe(200)
  expect((await shop.owner.post(`/api/admin/payment/${id}/approve`, { reference: 'HSBC 778' })).status).toBe(200)
  expect(await stateOf(shop, bought.number)).toMatchObject({ order: 'paid', paid: 12_000, ledger: ['capture 12000'] })
  expect((await shop.owner.post(`/api/admin/payment/${id}/approve`, {})).status).toBe(409)
  const [attempt] = await payments().attempts(shop.it.ctx, await documentOf(bought.number))
  expect(attempt?.proofs.map((p) => [p.note, p.status])).toEqual([
    ['HSBC 9:15', 'rejected'],
    ['again', 'approved'],
  ])
})

test('money by hand: received once, given back when staff say that it was sent, or at once', async () => {
  const bought = await shop.buy('bank', '00')
  const document = await documentOf(bought.number)
  const receive = (id: string, amount = 12_000) =>
    shop.it.kernel.work((tx) => payments().receive(tx, shop.it.ctx, document, { id, amount, currency: 'HKD' }))
  await expect(receive('a', 12_001)).rejects.toThrow('INVALID')
  await receive('a')
  await receive('a')
  await expect(receive('b')).rejects.toThrow('NOT_PAYABLE')
  const id = await latestPayment(bought.number)
  expect((await shop.owner.post(`/api/admin/payment/${id}/refund`, { amount: '120.01', reason: 'x' })).status).toBe(422)
  await shop.owner.post(`/api/admin/payment/${id}/refund`, { amount: '20.00', reason: 'late', key: 'hand-1', at_once: true })
  await shop.owner.post(`/api/admin/payment/${id}/refund`, { amount: '30.00', reason: 'broken', key: 'hand-2' })
  expect((await stateOf(shop, bought.number)).ledger).toEqual(['capture 12000', 'refund 2000'])
  const [attempt] = await payments().attempts(shop.it.ctx, document)
  const waiting = attempt?.refunds.find((r) => r.status === 'pending')
  expect(waiting).toMatchObject({ by_hand: true, amount: '30.00' })
  expect((await shop.owner.post(`/api/admin/payment/refund/${waiting?.id}/sent`)).status).toBe(200)
  expect((await shop.owner.post(`/api/admin/payment/refund/${waiting?.id}/sent`)).status).toBe(404)
  expect(await stateOf(shop, bought.number)).toMatchObject({ refunded: 5_000, ledger: ['capture 12000', 'refund 2000', 'refund 3000'] })
})

test('a refund that failed and was asked for anew is not sent by hand as well', async () => {
  const bought = await paid('stripe', '00')
  const document = await documentOf(bought.number)
  const id = await latestPayment(bought.number)
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
  const failed = (await payments().attempts(shop.it.ctx, document))[0]?.refunds[0]
  expect(failed).toMatchObject({ status: 'abnormal', moot: false })
  await giveBack('second')
  expect((await payments().attempts(shop.it.ctx, document))[0]?.refunds[0]).toMatchObject({ status: 'abnormal', moot: true })
  expect((await shop.owner.post(`/api/admin/payment/refund/${failed?.id}/sent`)).status).toBe(422)
  expect((await stateOf(shop, bought.number)).ledger).toEqual(['capture 12000', 'refund 8000'])
})

test('money received at the counter for an order begun at a gateway is given back by hand, not through the gateway', async () => {
  const bought = await shop.buy('stripe', '00')
  const opened = await openCard(shop, bought)
  const document = await documentOf(bought.number)
  await shop.it.kernel.work((tx) => payments().receive(tx, shop.it.ctx, document, { id: 'cash-1', amount: 12_000, currency: 'HKD' }))
  expect(await stateOf(shop, bought.number)).toMatchObject({ order: 'paid', attempts: ['canceled', 'paid'] })
  const refund = await shop.it.kernel.work((tx) =>
    payments().giveBack(tx, shop.it.ctx, document, { key: 'counter', amount: 100, reason: 'x' }),
  )
  expect(refund).toMatchObject([{ by_hand: true }])
  // The payer who pays at the gateway all the same gets that back.
  const back = await pay(shop, 'stripe', bought, opened)
  if (back) await comeBack(back)
  expect(await stateOf(shop, bought.number)).toMatchObject({
    order: 'paid',
    paid: 12_000,
    attempts: ['abnormal', 'paid'],
    inbox: ['twice'],
  })
})

test('late money finds its goods again when the hold had run out', async () => {
  const bought = await shop.buy('stripe', '14')
  const { id } = await documentOf(bought.number)
  await shop.it.kernel.db.run(sql`update sales_order set hold_expires_at = now() - interval '1 minute' where id = ${id}`)
  await shop.it.clock('sales/expire')
  await shop.it.jobs()
  expect((await stateOf(shop, bought.number)).order).toBe('canceled')
  await shop.gateways.stripe.pay(bought.reference)
  await shop.gateways.stripe.world.fire(bought.reference)
  expect(await stateOf(shop, bought.number)).toMatchObject({ order: 'paid', paid: 12_014, inbox: [] })
})

test('a return address without its key leads home, and a forged one cancels nothing', async () => {
  const bought = await shop.buy('stripe_checkout', '00')
  const forged = await fetch(`${shop.url}/api/payment/stripe_checkout/return?reference=${bought.reference}&key=x&canceled=1`, {
    redirect: 'manual',
  })
  expect(forged.headers.get('location')).toBe('/')
  expect((await stateOf(shop, bought.number)).attempts).toEqual(['processing'])
  const p = shop.gateways.stripe_checkout.world.by(bought.reference)
  expect(await comeBack(p?.cancelUrl ?? '')).toBe(`/order/cancel?order=${bought.number}`)
  expect(await stateOf(shop, bought.number)).toMatchObject({ order: 'pending', attempts: ['canceled'] })
})

test('notices for ways that take none, and of unreadable kinds, are refused in words', async () => {
  expect((await shop.it.guest.post('/api/payment/bank/webhook', {})).status).toBe(404)
  expect((await shop.it.guest.post('/api/payment/nobody/webhook', {})).status).toBe(404)
  for (const way of ['stripe', 'paypal', 'sic_pay']) {
    const answer = await fetch(`${shop.url}/api/payment/${way}/webhook`, {
      method: 'POST',
      body: '{"broken',
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status, way).toBe(400)
  }
  const big = await fetch(`${shop.url}/api/payment/stripe/webhook`, { method: 'POST', body: 'x'.repeat(600_000) })
  expect(big.status).toBe(413)
})

test('a part received at the counter leaves the rest to the gateway, and the whole paid there all the same goes back', async () => {
  const bought = await shop.buy('stripe', '00')
  const opened = await openCard(shop, bought)
  const document = await documentOf(bought.number)
  await shop.it.kernel.work((tx) => payments().receive(tx, shop.it.ctx, document, { id: 'cash-1', amount: 2_000, currency: 'HKD' }))
  expect(await stateOf(shop, bought.number)).toMatchObject({ order: 'pending', paid: 2_000, attempts: ['canceled', 'paid', 'pending'] })
  const whole = await pay(shop, 'stripe', bought, opened)
  if (whole) await comeBack(whole)
  await shop.it.jobs()
  expect(await stateOf(shop, bought.number)).toMatchObject({ order: 'pending', paid: 2_000 })
  expect(shop.gateways.stripe.world.by(bought.reference)?.refunds.map((r) => r.amount)).toEqual([12_000])
  const again = await payments().again(shop.it.ctx, document, 'stripe')
  const rest = { ...bought, reference: again.reference, body: { ...bought.body, payment: { method: 'stripe', action: again.action } } }
  const back = await pay(shop, 'stripe', rest, await openCard(shop, rest))
  if (back) await comeBack(back)
  await shop.gateways.stripe.world.fire(again.reference)
  expect(await stateOf(shop, bought.number)).toMatchObject({ order: 'paid', paid: 12_000 })
})
