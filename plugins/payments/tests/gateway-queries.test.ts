import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine } from '../../../tests/support/selling-shop.ts'
import { FAKE } from '../fakes/keys.ts'
import { type Rehearsal, startFakes } from '../fakes/server.ts'
import { reconcileAttempts } from '../services/query-gateway.ts'
import { type AtGateway, type BookShop, openBook } from './ledger-fixture.ts'

/** Gateway queries by the scheduled job and by staff. */
let shop: BookShop
let gates: Rehearsal
beforeAll(async () => {
  shop = await openBook()
  gates = await startFakes({ shop: 'http://127.0.0.1:9', delay: null })
  const urls = { query_url: `${gates.url}/sic/query`, refund_url: `${gates.url}/sic/refund` }
  fine(await shop.owner.put(`/api/admin/payment_method/${shop.methods.gate}`, { ...urls, sign_secret: FAKE.sic_pay.sign_secret }))
})
afterAll(async () => {
  await gates.stop()
  await shop.it.close()
})

const run = (query: ReturnType<typeof sql>) => shop.it.kernel.db.run(query)
/** Creates an attempt that was started and last queried the given number of minutes ago. */
const aged = async (minutes: number, { queriedAgo, status, ends }: { queriedAgo?: number; status?: string; ends?: number } = {}) => {
  const o = await shop.begun('100.00', status)
  await run(sql`update payment set updated_at = now() - make_interval(secs => ${minutes * 60}),
    asked_at = ${queriedAgo === undefined ? null : new Date(Date.now() - queriedAgo * 60_000).toISOString()}::timestamptz,
    expires_at = now() + make_interval(mins => ${ends ?? 60}) where id = ${o.payment}`)
  return o
}
const readFreshness = async ({ payment }: AtGateway) =>
  (
    await shop.it.kernel.db.one<{ fresh: boolean }>(
      sql`select coalesce(asked_at > now() - interval '1 minute', false) as fresh from payment where id = ${payment}`,
    )
  )?.fresh
const states = async (o: AtGateway) => (await shop.attempts(o)).map((attempt) => attempt.split(' ')[0])
/** Adds a payment to the fake gateway. */
const addGatewayPayment = (o: AtGateway, state: 'open' | 'paid' | 'failed' | 'pending') => {
  const p = gates.state.add({
    ...{
      id: gates.state.number('T'),
      provider: 'sic_pay',
      reference: o.reference,
      amount: 14_000,
      currency: 'HKD',
      returnUrl: '',
      cancelUrl: '',
    },
    ...{ notifyUrl: '', sent: {} },
  })
  if (state === 'paid') gates.state.capture(p, p.id)
  else p.state = state
}

test('an attempt pending for more than five minutes is queried, and not again within five minutes', async () => {
  const cases = {
    old: await aged(6),
    young: await aged(4.5),
    lately: await aged(60, { queriedAgo: 4.5 }),
    again: await aged(60, { queriedAgo: 5.5 }),
    review: await aged(6, { status: 'payment_review' }),
    declined: await aged(60, { status: 'payment_reject' }),
    over: await aged(60, { status: 'canceled' }),
  }
  await reconcileAttempts(shop.it.kernel)
  const found = await Promise.all(Object.entries(cases).map(async ([name, o]) => [name, await readFreshness(o)]))
  expect(Object.fromEntries(found)).toEqual({
    old: true,
    young: false,
    lately: false,
    again: true,
    review: true,
    declined: false,
    over: false,
  })
})

test.each([
  ['paid', 'paid', 'paid'],
  ['failed', 'payment_reject', 'payment_reject'],
  ['pending', 'payment_review', 'payment_review'],
  ['open', 'processing', 'pending'],
] as const)('a gateway status of %s is applied: the attempt is %s', async (state, attempt, order) => {
  const o = await aged(6)
  addGatewayPayment(o, state)
  await reconcileAttempts(shop.it.kernel)
  expect([await states(o), (await shop.order(o.id)).status]).toEqual([[attempt], order])
  await reconcileAttempts(shop.it.kernel)
  expect(await states(o)).toEqual([attempt])
})

test('an expired attempt is canceled once the gateway reports no payment, and not while it is reviewing one', async () => {
  const [expired, waits, looked, paid] = [
    await aged(6, { ends: -1 }),
    await aged(6, { ends: 1 }),
    await aged(6, { ends: -1, status: 'payment_review' }),
    await aged(6, { ends: -1 }),
  ]
  addGatewayPayment(paid, 'paid')
  await reconcileAttempts(shop.it.kernel)
  expect([await states(expired), await states(waits), await states(looked), await states(paid)]).toEqual([
    ['canceled'],
    ['processing'],
    ['payment_review'],
    ['paid'],
  ])
  // A payment that arrives after expiry is still booked.
  await shop.say(expired, { kind: 'paid' })
  expect(await states(expired)).toEqual(['paid'])
})

test('an unavailable gateway does not block queries of others, and cancels nothing', async () => {
  const o = await aged(6, { ends: -1 })
  const away = await aged(6, { ends: -1 })
  await run(sql`update payment set payment_method_id = ${shop.methods.other} where id = ${away.payment}`)
  await run(sql`update payment set asked_at = now() - interval '1 day' where id = ${o.payment}`)
  await reconcileAttempts(shop.it.kernel)
  expect([await states(away), await states(o)]).toEqual([['processing'], ['canceled']])
  expect(await readFreshness(away)).toBe(true)
})

test('staff may query twenty times a minute, see the status, and an error when the gateway is unavailable', async () => {
  const o = await aged(1)
  const query = () => shop.owner.post(`/api/admin/payment/${o.payment}/query`)
  expect((await query()).body).toEqual({ status: 'processing' })
  addGatewayPayment(o, 'paid')
  expect((await query()).body).toEqual({ status: 'paid' })
  for (let i = 2; i < 20; i++) fine(await query())
  expect((await query()).status).toBe(429)
  const away = await aged(1)
  await run(sql`update payment set payment_method_id = ${shop.methods.other} where id = ${away.payment}`)
  const refused = await shop.owner.post(`/api/admin/payment/${away.payment}/query`)
  expect([refused.status, refused.body.code]).toEqual([502, 'GATEWAY_FAILED'])
  expect((await shop.owner.post('/api/admin/payment/999999/query')).status).toBe(404)
})

test('a pending refund is queried again after five minutes, up to five hundred times', async () => {
  const o = await aged(1)
  await shop.say(o, { kind: 'paid' })
  const { db } = shop.it.kernel
  const refund = (key: string, status: string, age: number, more: { by_hand?: boolean; tries?: number } = {}) =>
    run(sql`insert into payment_refund (payment_id, key, amount_minor, reason, capture_txn_id, status, by_hand, auto, tries, updated_at)
      values (${o.payment}, ${key}, 100, '', 'x', ${status}, ${more.by_hand ?? false}, false, ${more.tries ?? 0}, now() - make_interval(secs => ${age}))`)
  await refund('old', 'pending', 310)
  await refund('decided later', 'process', 310)
  await refund('young', 'pending', 290)
  await refund('done', 'completed', 900)
  await refund('of staff', 'pending', 900, { by_hand: true })
  await refund('almost', 'pending', 900, { tries: 499 })
  await refund('hopeless', 'pending', 900, { tries: 500 })
  await reconcileAttempts(shop.it.kernel)
  const queued = await db.rows<{ key: string }>(sql`select r.key from graphile_worker.jobs j
    join payment_refund r on j.key = 'payments/refund ' || r.id where r.payment_id = ${o.payment} order by r.id`)
  expect(queued.map(({ key }) => key)).toEqual(['old', 'decided later', 'almost'])
  await run(sql`delete from payment_refund where payment_id = ${o.payment}`)
})
