import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { type AtGateway, type BookShop, openBook } from './ledger-fixture.ts'

/**
 * Gateway reports in any order and any number: the ledger books each movement once, and an attempt never goes back to an earlier state.
 */
let shop: BookShop
beforeAll(async () => {
  shop = await openBook()
})
afterAll(() => shop.it.close())

const status = async (o: AtGateway) => (await shop.order(o.id)).status as string
const standing = async (o: AtGateway) => [
  await status(o),
  (await shop.attempts(o)).map((attempt) => attempt.split(' ')[0]),
  await shop.ledger(o),
]

test.each(['pending', 'failed', 'canceled'] as const)('once the payment is captured, a later %s is ignored', async (kind) => {
  const o = await shop.begun()
  expect(await shop.say(o, { kind: 'paid' })).toBe('booked')
  const before = await standing(o)
  expect(before).toEqual(['paid', ['paid'], ['capture 14000']])
  expect(await shop.say(o, { kind })).toBe('ignored')
  expect(await standing(o)).toEqual(before)
})

test.each([
  [['pending'], 'payment_review', 'payment_review'],
  [['failed'], 'payment_reject', 'payment_reject'],
  [['failed', 'pending'], 'payment_reject', 'payment_reject'],
  [['pending', 'failed'], 'payment_reject', 'payment_reject'],
  [['canceled'], 'pending', 'canceled'],
  [['canceled', 'failed', 'pending'], 'pending', 'canceled'],
  [['pending', 'canceled'], 'payment_review', 'canceled'],
] as const)('after events %j the order is %s, and is still paid when the payment arrives', async (news, order, attempt) => {
  const o = await shop.begun()
  for (const kind of news) await shop.say(o, { kind })
  expect(await standing(o)).toEqual([order, [attempt], []])
  expect(await shop.say(o, { kind: 'paid' })).toBe('booked')
  expect(await standing(o)).toEqual(['paid', ['paid'], ['capture 14000']])
})

test('one capture reported twenty times concurrently is recorded once, under either reference', async () => {
  const o = await shop.begun()
  await shop.it.kernel.db.run(sql`update payment set provider_payment_id = 'P-77' where id = ${o.payment}`)
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      shop.say(o, { kind: 'paid', ...(i % 2 ? { reference: undefined, provider_payment_id: 'P-77' } : {}) }),
    ),
  )
  expect(outcomes.filter((outcome) => outcome === 'booked')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'known')).toHaveLength(19)
  expect(await standing(o)).toEqual(['paid', ['paid'], ['capture 14000']])
})

test('a gateway event with its own id only is matched once both ids are known', async () => {
  const o = await shop.begun()
  await shop.say(o, { kind: 'pending', provider_payment_id: `G-${o.id}` })
  expect(await shop.say(o, { kind: 'paid', reference: undefined, provider_payment_id: `G-${o.id}` })).toBe('booked')
  // A report can refer to the transaction id of an earlier movement. The first id is kept.
  await shop.say(o, { kind: 'chargeback', reference: undefined, provider_payment_id: `T-${o.id}`, txn: `D-${o.id}` })
  expect(await shop.ledger(o)).toEqual(['capture 14000', 'chargeback 14000'])
  const row = await shop.it.kernel.db.one(sql`select provider_payment_id as id from payment where id = ${o.payment}`)
  expect(row).toEqual({ id: `G-${o.id}` })
})

test.each([
  ['a cent less', { amount: 13_999 }],
  ['a cent more', { amount: 14_001 }],
])('an amount of %s than requested is recorded, and reviewed by staff', async (_, more) => {
  const o = await shop.begun()
  expect(await shop.say(o, { kind: 'paid', ...more })).toBe('booked')
  expect(await standing(o)).toEqual(['abnormal', ['abnormal'], [`capture ${more.amount}`]])
  expect(await shop.inbox(o)).toEqual(['amount pending 14000'])
  const detail = await shop.it.kernel.db.one<{ detail: string }>(sql`select detail from money_inbox where payment_id = ${o.payment}`)
  expect(detail?.detail).toBe(`HKD ${more.amount / 100} ≠ HKD 140`)
})

test('the right amount in another currency is not a payment: it is recorded separately and reviewed', async () => {
  const o = await shop.begun()
  await shop.say(o, { kind: 'paid', currency: 'USD' })
  expect(await standing(o)).toEqual(['abnormal', ['abnormal'], ['adjust 14000']])
  expect(await shop.order(o.id)).toMatchObject({ paid: '0.00' })
})

test.each([{ amount: 0 }, { amount: undefined }, { amount: -1 }])('a capture of %j is ignored', async (more) => {
  const o = await shop.begun()
  expect(await shop.say(o, { kind: 'paid', ...more })).toBe('ignored')
  expect(await standing(o)).toEqual(['pending', ['processing'], []])
})

test('a duplicate capture is refunded automatically, reported once, and does not affect the order', async () => {
  const o = await shop.begun()
  await shop.say(o, { kind: 'paid' })
  expect(await shop.say(o, { kind: 'paid', txn: `second-${o.id}` })).toBe('booked')
  expect(await shop.say(o, { kind: 'paid', txn: `second-${o.id}` })).toBe('known')
  expect(await standing(o)).toEqual(['paid', ['abnormal'], ['capture 14000', 'capture 14000']])
  expect(await shop.order(o.id)).toMatchObject({ paid: '140.00' })
  expect(await shop.inbox(o)).toEqual(['twice pending 14000'])
  const refunds = await shop.it.kernel.db.rows(
    sql`select auto, by_hand, amount_minor as amount, capture_txn_id as txn from payment_refund where payment_id = ${o.payment}`,
  )
  expect(refunds).toEqual([{ auto: true, by_hand: false, amount: 14_000, txn: `second-${o.id}` }])
  // After the refund, the attempt is in its normal state again.
  await shop.say(o, { kind: 'refunded', txn: `back-${o.id}` })
  expect(await standing(o)).toEqual(['paid', ['paid'], ['capture 14000', 'capture 14000', 'refund 14000']])
  expect(await shop.order(o.id)).toMatchObject({ paid: '140.00', refunded: '0.00' })
})

test('a refund received before its payment waits for it, in full or in part', async () => {
  const [whole, part] = [await shop.begun(), await shop.begun()]
  await shop.say(whole, { kind: 'refunded', txn: `R-${whole.id}` })
  await shop.say(part, { kind: 'refunded', txn: `R-${part.id}`, amount: 4_000 })
  for (const o of [whole, part]) expect(await status(o)).toBe('pending')
  for (const o of [whole, part]) await shop.say(o, { kind: 'paid' })
  expect(await standing(whole)).toEqual(['refunded', ['refunded'], ['refund 14000', 'capture 14000']])
  expect(await standing(part)).toEqual(['paid', ['paid'], ['refund 4000', 'capture 14000']])
  expect(await shop.order(part.id)).toMatchObject({ paid: '140.00', refunded: '40.00' })
})

test('a chargeback is recorded once, with the amount withdrawn or the full amount, and reviewed by staff', async () => {
  const o = await shop.begun()
  await shop.say(o, { kind: 'paid' })
  expect(await shop.say(o, { kind: 'chargeback', txn: `D1-${o.id}`, amount: 5_000, reason: 'fraud' })).toBe('booked')
  expect(await shop.say(o, { kind: 'chargeback', txn: `D1-${o.id}`, amount: 5_000 })).toBe('known')
  expect(await standing(o)).toEqual(['abnormal', ['abnormal'], ['capture 14000', 'chargeback 5000']])
  expect(await shop.inbox(o)).toEqual(['chargeback pending 14000'])
  const [row] = (await shop.owner.get(`/api/admin/money_inbox?q=${o.number}`)).body.data
  expect((await shop.owner.post(`/api/admin/money_inbox/${row.id}/resolve`, { note: 'Accepted' })).status).toBe(200)
  // Another chargeback opens the entry again.
  await shop.say(o, { kind: 'chargeback', txn: `D2-${o.id}`, amount: undefined, reason: 'again' })
  expect(await shop.ledger(o)).toEqual(['capture 14000', 'chargeback 5000', 'chargeback 14000'])
  expect(await shop.inbox(o)).toEqual(['chargeback pending 14000'])
})

test.each([
  ['paid', 'unknown', 1],
  ['refunded', 'unknown', 1],
  ['chargeback', 'unknown', 1],
  ['authorized', 'unknown', 1],
  ['failed', 'ignored', 0],
  ['pending', 'ignored', 0],
  ['canceled', 'ignored', 0],
  ['refund_failed', 'ignored', 0],
] as const)('%s of an unknown payment is %s, and only a payment is listed as unmatched, once', async (kind, booked, rows) => {
  const unknownPayment = { id: 0, number: '', token: '', payment: 0, reference: `NOBODY-${kind}` }
  for (let i = 0; i < 2; i++) expect(await shop.say(unknownPayment, { kind, txn: `N-${kind}` })).toBe(booked)
  const { data } = (await shop.owner.get(`/api/admin/money_inbox?q=NOBODY-${kind}`)).body
  expect(data).toHaveLength(rows)
  if (rows) expect(data[0]).toMatchObject({ reason: 'unknown', subject: `NOBODY-${kind} N-${kind}`, amount: '140.00' })
})

test('an event received by another method of the same provider is left to the original method', async () => {
  const o = await shop.begun()
  expect(await shop.say(o, { kind: 'paid' }, 'other')).toBe('ignored')
  expect(await standing(o)).toEqual(['pending', ['processing'], []])
  expect(await shop.inbox(o)).toEqual([])
  expect(await shop.say(o, { kind: 'paid' })).toBe('booked')
})

test('a superseded attempt reports no failure to the order, and its payment is refunded', async () => {
  const o = await shop.begun()
  const again = await shop.it.guest.post(`/api/order/${o.number}/pay`, { token: o.token, payment_method: 'bank' })
  expect(again.status, JSON.stringify(again.body)).toBe(200)
  expect(await shop.attempts(o)).toEqual(['canceled 14000', 'pending 14000'])
  expect(await shop.say(o, { kind: 'failed' })).toBe('ignored')
  expect(await status(o)).toBe('pending')
  await shop.say(o, { kind: 'paid' })
  expect(await standing(o)).toEqual(['pending', ['abnormal', 'pending'], ['capture 14000']])
  expect(await shop.order(o.id)).toMatchObject({ paid: '0.00' })
  expect(await shop.inbox(o)).toEqual(['late pending 14000'])
})

test('gateway messages are stored for staff up to the column length, and payers get messages of the shop', async () => {
  const o = await shop.begun()
  await shop.say(o, { kind: 'failed', reason: 'do_not_honour '.repeat(3) })
  const row = await shop.it.kernel.db.one(sql`select error_code as code, error_message as message from payment where id = ${o.payment}`)
  expect(row).toEqual({ code: 'failed', message: 'do_not_honour '.repeat(3) })
  await shop.it.jobs()
  const emails = await shop.it.kernel.db.rows<{ text: string }>(
    sql`select text_body as text from mail where subject like ${`%${o.number}%`}`,
  )
  expect(emails.every(({ text }) => !text.includes('do_not_honour'))).toBe(true)
})

test('all payment invariants hold after the tests above', async () => {
  expect(await shop.wrong()).toEqual([])
})
