import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine } from '../../../tests/support/selling-shop.ts'
import { FAKE } from '../fakes/keys.ts'
import { fakeMethods } from '../fakes/methods.ts'
import { signFields } from '../providers/sic-pay/sign.ts'
import { recordPendingWebhooks } from '../services/accept-webhook.ts'
import { type AtGateway, type BookShop, openBook } from './ledger-fixture.ts'

/** Stored webhooks: their content, retention, and retry if they could not be booked on arrival. */
let shop: BookShop
beforeAll(async () => {
  shop = await openBook()
})
afterAll(() => shop.it.close())

const run = (query: ReturnType<typeof sql>) => shop.it.kernel.db.run(query)
/** A webhook as the gateway posts it. */
const notice = (o: AtGateway, status = 'SUCCESS') => {
  const fields = {
    ...{
      out_trade_no: o.reference,
      trade_no: `T-${o.id}`,
      amount: '140.00',
      currency: 'HKD',
      status,
      time: String(Math.floor(Date.now() / 1_000)),
    },
  }
  return new URLSearchParams({ ...fields, sign: signFields(fields, 'hmac_sha256', FAKE.sic_pay.sign_secret) }).toString()
}
const post = (body: string, headers: Record<string, string> = {}) =>
  shop.it.app.http.inject({
    ...{ method: 'POST', url: '/api/payment/gate/webhook', payload: body },
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
const events = () =>
  shop.it.kernel.db.rows<{ id: number; done: boolean; result: string; headers: Record<string, string> }>(
    sql`select id, processed_at is not null as done, result, headers from payment_event order by id`,
  )

test('a webhook is stored as received without secret headers, and a duplicate is no second event', async () => {
  const o = await shop.begun()
  const body = notice(o)
  const secret = {
    authorization: 'Bearer hush',
    cookie: 'session=hush',
    'x-api-key': 'hush',
    'proxy-authorization': 'hush',
    'x-trace': 'kept',
  }
  for (let i = 0; i < 2; i++) expect((await post(body, secret)).body).toBe('success')
  const storedEvents = (await events()).filter(({ headers }) => headers['x-trace'] === 'kept')
  expect(storedEvents).toMatchObject([{ done: true, result: 'booked' }])
  expect(JSON.stringify(storedEvents)).not.toContain('hush')
  expect(await shop.ledger(o)).toEqual(['capture 14000'])
})

test('webhooks that were not processed on arrival are processed by the job, in order, once', async () => {
  const o = await shop.begun()
  await post(notice(o, 'PENDING'))
  await post(notice(o))
  await run(sql`update payment_event set processed_at = null, result = '', received_at = now() - interval '9 seconds'`)
  expect(await shop.ledger(o)).toEqual(['capture 14000'])
  await recordPendingWebhooks(shop.it.kernel)
  expect((await events()).some(({ done }) => done)).toBe(false)
  await run(sql`update payment_event set received_at = now() - interval '11 seconds'`)
  await recordPendingWebhooks(shop.it.kernel)
  expect((await events()).map(({ done, result }) => [done, result]).slice(-2)).toEqual([
    [true, 'ignored'],
    [true, 'known'],
  ])
  expect(await shop.ledger(o)).toEqual(['capture 14000'])
  const before = await events()
  await recordPendingWebhooks(shop.it.kernel)
  expect(await events()).toEqual(before)
})

test('an unreadable webhook does not block the others', async () => {
  const o = await shop.begun()
  const stripe = fine(
    await shop.owner.post('/api/admin/payment_method', { code: 'cards', title: 'Cards', ...fakeMethods('http://127.0.0.1:9').stripe }),
  ).body.id
  await run(sql`insert into payment_event (payment_method_id, provider, event_key, payload, received_at)
    values (${stripe}, 'stripe', 'broken', ${Buffer.from('{"broken')}, now() - interval '1 hour')`)
  await post(notice(o))
  await run(
    sql`update payment_event set processed_at = null, received_at = now() - interval '1 minute' where event_key like ${`T-${o.id}%`}`,
  )
  await recordPendingWebhooks(shop.it.kernel)
  const [row] = await shop.it.kernel.db.rows<{ done: boolean }>(
    sql`select processed_at is not null as done from payment_event where event_key like ${`T-${o.id}%`}`,
  )
  expect(row?.done).toBe(true)
})

test('processed webhooks are deleted after ninety days', async () => {
  await run(sql`delete from payment_event`)
  const keep = (key: string, age: string, done: boolean) =>
    run(sql`insert into payment_event (payment_method_id, provider, event_key, payload, received_at, processed_at)
      values (${shop.methods.gate}, 'sic_pay', ${key}, '', now() - ${age}::interval, ${done ? new Date().toISOString() : null}::timestamptz)`)
  await keep('old', '90 days 1 minute', true)
  await keep('young', '89 days 23 hours', true)
  await keep('waits', '900 days', false)
  await shop.it.clock('payments/delete-old-webhooks')
  const left = await shop.it.kernel.db.rows<{ key: string }>(sql`select event_key as key from payment_event order by event_key`)
  expect(left.map(({ key }) => key)).toEqual(['waits', 'young'])
})
