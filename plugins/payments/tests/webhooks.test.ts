import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { replayStoredWebhooks } from '../cli/replay.ts'
import { replayWebhooks } from '../services/accept-webhook.ts'
import { arrive, comeBack, paidBy, payShop, type PayShop, readState, type Way, ways } from './payment-shop.ts'

/** Webhooks and browser returns: which are trusted, and that each is booked once. */
let shop: PayShop
beforeAll(async () => {
  shop = await payShop()
})
afterAll(() => shop.close())

const paid = (way: Way, cents: string) => paidBy(shop, way, cents)

test('webhooks are verified with non-Latin names and reordered headers, and rejected when a byte differs', async () => {
  for (const way of ways) {
    const purchase = await shop.buy(way, '06')
    await arrive(shop, way, purchase)
    const { state } = shop.gateways[way]
    const p = state.by(purchase.reference)
    if (!p) throw new Error('unknown at the gateway')
    const capture = state.capture(p, way === 'stripe_checkout' ? p.id.replace('cs_', 'pi_') : p.id)
    const notice = state.protocols.get(p.provider)?.notice(p, 'paid', { capture })
    if (!notice) throw new Error('no notice')
    expect(decodeURIComponent(notice.body)).toContain('陳')
    const spoilt = state.protocols.get(p.provider)?.spoil(notice)
    await fetch(notice.url, {
      method: 'POST',
      headers: notice.headers,
      body: spoilt?.body ?? '',
      ...(spoilt ? { headers: spoilt.headers } : {}),
    })
    expect((await readState(shop, purchase.number)).ledger).toEqual([])
    const turned = Object.fromEntries(
      [...Object.entries(notice.headers), ['x-forwarded-for', '10.0.0.1'], ['via', '1.1 proxy']].toReversed(),
    )
    await fetch(notice.url, { method: 'POST', headers: turned, body: notice.body })
    expect((await readState(shop, purchase.number)).ledger, way).toEqual(['capture 12006'])
  }
})

test('the ledger is append-only', async () => {
  await paid('stripe', '05')
  await expect(shop.it.kernel.db.run(sql`update payment_transaction set amount_minor = 1`)).rejects.toThrow('only added to')
  await expect(shop.it.kernel.db.run(sql`delete from payment_transaction`)).rejects.toThrow('only added to')
})

test('a webhook received by another method of the same account is left to the original method', async () => {
  const purchase = await shop.buy('stripe_checkout', '06')
  const { state } = shop.gateways.stripe_checkout
  const p = state.by(purchase.reference)
  if (!p) throw new Error('unknown at the gateway')
  const notice = state.protocols.get('stripe')?.notice(p, 'paid', { capture: state.capture(p, p.id.replace('cs_', 'pi_')) })
  if (!notice) throw new Error('no notice')
  const send = (url: string) => fetch(url, { method: 'POST', headers: notice.headers, body: notice.body })
  expect((await send(notice.url.replace('stripe_checkout', 'stripe'))).status).toBe(200)
  expect((await readState(shop, purchase.number)).ledger).toEqual([])
  expect((await shop.owner.get(`/api/admin/money_inbox?q=${purchase.reference}`)).body.total).toBe(0)
  expect((await send(notice.url)).status).toBe(200)
  expect((await readState(shop, purchase.number)).ledger).toEqual(['capture 12006'])
})

test('an unmatched payment is listed for staff, who resolve it with a note', async () => {
  const { state } = shop.gateways.stripe
  const p = state.add({
    id: state.number('pi_'),
    provider: 'stripe',
    reference: 'SO-NOBODY-1',
    amount: 9_900,
    currency: 'HKD',
    returnUrl: '',
    cancelUrl: '',
    notifyUrl: '',
    sent: {},
  })
  for (let i = 0; i < 2; i++) await state.tell(p, 'paid', { capture: state.capture(p, p.id) })
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

test('a return URL without its key redirects to the home page, and a forged one cancels nothing', async () => {
  const purchase = await shop.buy('stripe_checkout', '00')
  const forged = await fetch(`${shop.url}/api/payment/stripe_checkout/return?reference=${purchase.reference}&key=x&canceled=1`, {
    redirect: 'manual',
  })
  expect(forged.headers.get('location')).toBe('/')
  expect((await readState(shop, purchase.number)).attempts).toEqual(['processing'])
  const p = shop.gateways.stripe_checkout.state.by(purchase.reference)
  expect(await comeBack(p?.cancelUrl ?? '')).toBe(`/order/cancel?order=${purchase.number}`)
  expect(await readState(shop, purchase.number)).toMatchObject({ order: 'pending', attempts: ['canceled'] })
})

test('webhooks for methods without them, and unreadable ones, are rejected with a message', async () => {
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

test('reprocessing all stored webhooks gives the same ledger', async () => {
  for (const way of ['stripe', 'sic_pay'] as const) for (const cents of ['02', '07', '10', '13']) await paid(way, cents)
  const { db } = shop.it.kernel
  const ledger = () => db.rows(sql`select id, payment_id, kind, amount_minor, provider_txn_id from payment_transaction order by id`)
  const standing = () => db.rows(sql`select id, status from payment order by id`)
  const before = [await ledger(), await standing(), await db.rows(sql`select count(*) as n from money_inbox`)]
  const events = await db.rows<Parameters<typeof replayWebhooks>[1][number]>(
    sql`select id, payment_method_id, payload, headers from payment_event order by id`,
  )
  expect(events.length).toBeGreaterThan(5)
  expect(await replayWebhooks(shop.it.kernel, events)).toBe(events.length)
  expect(await replayWebhooks(shop.it.kernel, events.toReversed())).toBe(events.length)
  expect([await ledger(), await standing(), await db.rows(sql`select count(*) as n from money_inbox`)]).toEqual(before)
})

test('reprocessing starts at a day in the time zone of the shop, and an invalid date is rejected', async () => {
  const { kernel } = shop.it
  const moments = ['2026-05-01T15:59:59Z', '2026-05-01T16:00:00Z']
  for (const at of moments)
    await kernel.db.run(sql`insert into payment_event (payment_method_id, provider, event_key, payload, headers, received_at)
      select payment_method_id, provider, ${`copy of ${at}`}, payload, headers, ${at} from payment_event order by id limit 1`)
  const count = async (since?: string) =>
    Number((await replayStoredWebhooks(kernel, { ...(since ? { since } : {}), dryRun: true })).split(' ')[0])
  const all = await count()
  expect([await count('2026-05-01'), await count('2026-05-02'), await count('2026-05-03')]).toEqual([all, all - 1, all - 2])
  for (const none of ['2026-02-30', '2026', 'yesterday', ''])
    await expect(replayStoredWebhooks(kernel, { since: none, dryRun: true }), none).rejects.toMatchObject({ exit: 'usage' })
})
