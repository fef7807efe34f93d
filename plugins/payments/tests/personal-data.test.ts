import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine } from '../../../tests/support/selling-shop.ts'
import { FAKE } from '../fakes/keys.ts'
import { signFields } from '../providers/sic-pay/sign.ts'
import { recordPendingWebhooks } from '../services/accept-webhook.ts'
import { type AtGateway, type BookShop, openBook } from './ledger-fixture.ts'

/** Export and erasure of payment data. Ledger movements are never deleted. */
let shop: BookShop
beforeAll(async () => {
  shop = await openBook()
})
afterAll(() => shop.it.close())

const run = (query: ReturnType<typeof sql>) => shop.it.kernel.db.run(query)
const rows = (query: ReturnType<typeof sql>) => shop.it.kernel.db.rows<Record<string, unknown>>(query)
let n = 0
/** Creates an order of a new person, with payments, a partial refund and all texts that refer to the person. */
const createPayer = async () => {
  const o = await shop.begun()
  const email = `payer${++n}@shop.test`
  const person = (
    await shop.it.kernel.db.one<{ id: number }>(
      sql`insert into person (email, first_name, last_name) values (${email}, 'May', 'Chan') returning id`,
    )
  )?.id as number
  await run(sql`update sales_order set person_id = ${person}, email = ${email} where id = ${o.id}`)
  await run(sql`update payment set provider_payment_id = ${`GW-${n}-X`} where id = ${o.payment}`)
  await shop.say(o, { kind: 'paid', reason: 'card of May' })
  await run(sql`update payment set error_message = 'May has no such card' where id = ${o.payment}`)
  await run(sql`insert into payment_proof (payment_id, note) values (${o.payment}, 'I am May, I paid')`)
  await run(sql`insert into payment_refund (payment_id, key, amount_minor, reason, message, capture_txn_id, status, by_hand, auto)
    values (${o.payment}, 'r', 100, 'May was ill', 'for May', 'x', 'abnormal', true, false)`)
  await run(sql`insert into money_inbox (reason, payment_id, document_type, document_id, subject, amount_minor, currency, detail, note)
    values ('late', ${o.payment}, 'order', ${o.id}, ${o.number}, 100, 'HKD', 'May said', 'called May')`)
  const event = (key: string, payload: string, done: boolean) =>
    run(sql`insert into payment_event (payment_method_id, provider, event_key, payload, headers, processed_at)
      values (${shop.methods.gate}, 'sic_pay', ${`${key}-${n}`}, convert_to(${payload}, 'UTF8'), '{"x-payer": "May"}', ${done ? new Date().toISOString() : null}::timestamptz)`)
  await event('by reference', `ref=${o.reference}&payer=May`, true)
  await event('by number', `id=GW-${n}-X&payer=May`, true)
  await event('waits', `ref=${o.reference}&payer=May`, false)
  return { ...o, person, email }
}
type Payer = Awaited<ReturnType<typeof createPayer>>
const readPersonalData = async ({ person }: Payer, as = shop.owner) => fine(await as.get(`/api/admin/person/${person}/personal-data`)).body
const erase = async ({ person }: Payer) =>
  fine(await shop.owner.post(`/api/admin/person/${person}/erase`, { confirmation: String(person) }))
const notices = (o: Payer, i = n) =>
  rows(sql`select split_part(event_key, '-', 1) as key, length(payload) > 0 as said, headers <> '{}' as named from payment_event
    where event_key like ${`%-${i}`} and payment_method_id = ${shop.methods.gate} and ${o.id} > 0 order by id`)
const words = async (o: AtGateway) =>
  JSON.stringify([
    await rows(sql`select note from payment_proof where payment_id = ${o.payment}`),
    await rows(sql`select reason, message from payment_refund where payment_id = ${o.payment}`),
    await rows(sql`select error_message from payment where id = ${o.payment}`),
    await rows(sql`select note, detail from money_inbox where payment_id = ${o.payment}`),
  ])

test('a data export lists each payment with transactions, proofs, refunds and webhooks', async () => {
  const [o, other] = [await createPayer(), await createPayer()]
  const { data } = await readPersonalData(o)
  expect(data.payments.payments).toMatchObject([
    { reference: o.reference, status: 'paid', transactions: [{ kind: 'capture', amount_minor: 14_000 }] },
  ])
  expect(data.payments.proofs).toMatchObject([{ note: 'I am May, I paid', file: null }])
  expect(data.payments.refunds).toMatchObject([{ amount_minor: 100, reason: 'May was ill' }])
  expect(data.payments.webhooks).toHaveLength(3)
  expect(JSON.stringify(data.payments)).not.toContain(other.reference)
  const clerk = await shop.it.staff(['get person', 'export person'])
  const { left_out, data: less } = await readPersonalData(o, clerk)
  expect([left_out.includes('payments'), 'payments' in less]).toEqual([true, false])
})

test('erasing removes all texts by or about the person, and keeps every transaction', async () => {
  const [erased, stays] = [await createPayer(), await createPayer()]
  const before = [await shop.ledger(erased), await shop.attempts(erased), await words(stays)]
  await erase(erased)
  expect(await words(erased)).not.toMatch(/May/)
  expect([await shop.ledger(erased), await shop.attempts(erased), await words(stays)]).toEqual(before)
  expect(await notices(erased, n - 1)).toEqual([
    { key: 'by reference', said: false, named: false },
    { key: 'by number', said: false, named: false },
    // A webhook has to be processed first; the next run erases it.
    { key: 'waits', said: true, named: true },
  ])
  expect(await notices(stays)).toEqual(['by reference', 'by number', 'waits'].map((key) => ({ key, said: true, named: true })))
  await run(sql`update payment_event set processed_at = now() where processed_at is null`)
  await erase(erased)
  expect((await notices(erased, n - 1)).every(({ said }) => said === false)).toBe(true)
})

/** A webhook as the gateway posts it, with data of its payer. */
const post = (o: AtGateway, status: string) => {
  const fields = {
    ...{ out_trade_no: o.reference, trade_no: `T-${o.id}`, amount: '140.00', currency: 'HKD', status },
    ...{ time: String(Math.floor(Date.now() / 1_000)), payer: 'May' },
  }
  return shop.it.app.http.inject({
    ...{
      method: 'POST',
      url: '/api/payment/gate/webhook',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-payer': 'May' },
    },
    payload: new URLSearchParams({ ...fields, sign: signFields(fields, 'hmac_sha256', FAKE.sic_pay.sign_secret) }).toString(),
  })
}

test('webhooks received or processed after erasure keep no personal texts either', async () => {
  const [erased, stays] = [await createPayer(), await createPayer()]
  await run(sql`delete from payment_event`)
  for (const o of [erased, stays]) await post(o, 'PENDING')
  await run(sql`update payment_event set processed_at = null, received_at = now() - interval '1 minute'`)
  await erase(erased)
  await recordPendingWebhooks(shop.it.kernel)
  for (const o of [erased, stays]) await post(o, 'SUCCESS')
  const storedNotices =
    await rows(sql`select p.id, bool_or(length(e.payload) > 0) as said, bool_or(e.headers <> '{}') as named, bool_and(e.processed_at is not null) as done,
      count(*)::int as n from payment_event e join payment p on p.id = case when e.id in (select min(id) from payment_event) or e.id in (select min(id) + 2 from payment_event)
        then ${erased.payment}::bigint else ${stays.payment}::bigint end group by 1 order by 1`)
  expect(storedNotices).toEqual([
    { id: erased.payment, said: false, named: false, done: true, n: 2 },
    { id: stays.payment, said: true, named: true, done: true, n: 2 },
  ])
})

test('an emptied webhook is not processed again', async () => {
  const { replayStoredWebhooks } = await import('../cli/replay.ts')
  await run(sql`delete from payment_event where payload <> ''`)
  expect(await replayStoredWebhooks(shop.it.kernel, { dryRun: true })).toBe('0 webhooks would be processed')
})
