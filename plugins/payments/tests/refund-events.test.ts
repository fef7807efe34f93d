import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine } from '../../../tests/support/selling-shop.ts'
import { PAYMENTS } from '../index.ts'
import { type AtGateway, type BookShop, openBook } from './ledger-fixture.ts'

/** Refund events: matching to a refund, and the resulting state. */
let shop: BookShop
beforeAll(async () => {
  shop = await openBook()
})
afterAll(() => shop.it.close())

interface Refund {
  key: string
  status: string
  amount: number
  txn: string | null
}
const paid = async () => {
  const o = await shop.begun()
  await shop.say(o, { kind: 'paid' })
  return o
}
const give = (o: AtGateway, key: string, amount: number) =>
  shop.it.kernel.transaction((tx) =>
    shop.it.kernel.get(PAYMENTS).refundDocument(tx, shop.it.ctx, { type: 'order', id: o.id }, { key, amount, reason: 'Broken' }),
  )
const refunds = (o: AtGateway) =>
  shop.it.kernel.db.rows<Refund>(
    sql`select key, status, amount_minor as amount, provider_refund_id as txn from payment_refund where payment_id = ${o.payment} order by id`,
  )
const describeRefunds = async (o: AtGateway) => (await refunds(o)).map(({ key, status, txn }) => `${key} ${status} ${txn ?? '-'}`)
const toRefundKey = (o: AtGateway, key: string) => `refund-${o.reference}-${key}`

test('a refund event is matched by key, else by number, else by an amount that is unique', async () => {
  const o = await paid()
  for (const [key, amount] of [
    ['a', 2_000],
    ['b', 2_000],
    ['c', 3_000],
  ] as const)
    await give(o, key, amount)
  await shop.say(o, { kind: 'refunded', txn: 'R-b', amount: 2_000, refund_key: toRefundKey(o, 'b') })
  expect(await describeRefunds(o)).toEqual(['a pending -', 'b completed R-b', 'c pending -'])
  await shop.say(o, { kind: 'refunded', txn: 'R-c', amount: 3_000 })
  expect(await describeRefunds(o)).toEqual(['a pending -', 'b completed R-b', 'c completed R-c'])
  await shop.say(o, { kind: 'refund_pending', txn: 'R-a', amount: 2_000 })
  expect(await describeRefunds(o)).toEqual(['a process R-a', 'b completed R-b', 'c completed R-c'])
  await shop.say(o, { kind: 'refunded', txn: 'R-a', amount: 2_000 })
  expect(await describeRefunds(o)).toEqual(['a completed R-a', 'b completed R-b', 'c completed R-c'])
  expect(await shop.ledger(o)).toEqual(['capture 14000', 'refund 2000', 'refund 3000', 'refund 2000'])
  expect(await shop.order(o.id)).toMatchObject({ refunded: '70.00', status: 'paid' })
})

test('a key of another order does not match, and a refund from outside the shop is still recorded', async () => {
  const [o, other] = [await paid(), await paid()]
  await give(o, 'a', 2_000)
  await shop.say(o, { kind: 'refunded', txn: `X-${o.id}`, amount: 500, refund_key: toRefundKey(other, 'a') })
  expect(await describeRefunds(o)).toEqual(['a pending -'])
  expect(await shop.order(o.id)).toMatchObject({ refunded: '5.00' })
  expect(await describeRefunds(other)).toEqual([])
})

test('a repeated refund event is recorded once, with the amount of the refund where none is given', async () => {
  const o = await paid()
  await give(o, 'a', 2_000)
  const say = () => shop.say(o, { kind: 'refunded', txn: `R-${o.id}`, amount: undefined, refund_key: toRefundKey(o, 'a') })
  const outcomes = await Promise.all(Array.from({ length: 10 }, say))
  expect(outcomes.filter((outcome) => outcome === 'booked')).toHaveLength(1)
  expect(await shop.ledger(o)).toEqual(['capture 14000', 'refund 2000'])
  expect(await shop.say(o, { kind: 'refunded', txn: `S-${o.id}`, amount: undefined })).toBe('ignored')
})

test('a failed refund can be requested again with its key, and the order gets both events', async () => {
  const o = await paid()
  await give(o, 'a', 2_000)
  expect(
    await shop.say(o, {
      kind: 'refund_failed',
      txn: `F-${o.id}`,
      amount: 2_000,
      refund_key: toRefundKey(o, 'a'),
      reason: 'closed account',
    }),
  ).toBe('booked')
  expect(await shop.say(o, { kind: 'refund_failed', txn: `F-${o.id}`, amount: 2_000, refund_key: toRefundKey(o, 'a') })).toBe('known')
  expect(await describeRefunds(o)).toEqual([`a abnormal F-${o.id}`])
  // The payment keeps its state, and staff are notified.
  expect(await shop.attempts(o)).toEqual(['paid 14000'])
  expect(await shop.inbox(o)).toEqual(['refund_failed pending 14000'])
  expect((await give(o, 'a', 2_000)).map(({ key, status }) => `${key} ${status}`)).toEqual(['a abnormal', 'a*2 pending'])
  await shop.say(o, { kind: 'refunded', txn: `R-${o.id}`, amount: 2_000, refund_key: toRefundKey(o, 'a*2') })
  expect(await describeRefunds(o)).toEqual([`a abnormal F-${o.id}`, `a*2 completed R-${o.id}`])
  expect(await shop.ledger(o)).toEqual(['capture 14000', 'refund 2000'])
})

test('a completed refund that fails later is reviewed by staff, and the ledger is unchanged', async () => {
  const o = await paid()
  await give(o, 'a', 2_000)
  await shop.say(o, { kind: 'refunded', txn: `R-${o.id}`, amount: 2_000, refund_key: toRefundKey(o, 'a') })
  expect(
    await shop.say(o, { kind: 'refund_failed', txn: `R-${o.id}`, amount: 2_000, refund_key: toRefundKey(o, 'a'), reason: 'sent back' }),
  ).toBe('booked')
  expect(await describeRefunds(o)).toEqual([`a completed R-${o.id}`])
  expect(await shop.inbox(o)).toEqual(['refund_failed pending 2000'])
  expect(await shop.ledger(o)).toEqual(['capture 14000', 'refund 2000'])
})

test('a later pending event does not undo a completed refund, and an unknown failure is ignored', async () => {
  const o = await paid()
  await give(o, 'a', 2_000)
  await shop.say(o, { kind: 'refunded', txn: `R-${o.id}`, amount: 2_000, refund_key: toRefundKey(o, 'a') })
  expect(await shop.say(o, { kind: 'refund_pending', txn: `R-${o.id}`, amount: 2_000, refund_key: toRefundKey(o, 'a') })).toBe('known')
  expect(await describeRefunds(o)).toEqual([`a completed R-${o.id}`])
  for (const kind of ['refund_pending', 'refund_failed'] as const)
    expect(await shop.say(o, { kind, txn: 'nobody', amount: 777 })).toBe('ignored')
})

test('refunds above the amount received are reported to staff with the difference', async () => {
  const o = await paid()
  await shop.say(o, { kind: 'refunded', txn: `A-${o.id}`, amount: 10_000 })
  expect(await shop.attempts(o)).toEqual(['paid 14000'])
  await shop.say(o, { kind: 'refunded', txn: `B-${o.id}`, amount: 10_000 })
  expect(await shop.attempts(o)).toEqual(['abnormal 14000'])
  expect(await shop.inbox(o)).toEqual(['amount pending 10000'])
  const row = await shop.it.kernel.db.one(sql`select detail from money_inbox where payment_id = ${o.payment}`)
  expect(row).toEqual({ detail: '200 > 140' })
  expect(await shop.order(o.id)).toMatchObject({ paid: '140.00', refunded: '140.00' })
})

test('a full refund sets attempt and order to refunded, exact to the cent', async () => {
  const o = await paid()
  await shop.say(o, { kind: 'refunded', txn: `A-${o.id}`, amount: 13_999 })
  expect([await shop.attempts(o), (await shop.order(o.id)).status]).toEqual([['paid 14000'], 'paid'])
  await shop.say(o, { kind: 'refunded', txn: `B-${o.id}`, amount: 1 })
  expect([await shop.attempts(o), (await shop.order(o.id)).status]).toEqual([['refunded 14000'], 'refunded'])
})

test('a failed refund of a surplus is reported to staff, and does not affect the order', async () => {
  const o = await paid()
  await shop.say(o, { kind: 'paid', txn: `second-${o.id}` })
  await shop.say(o, { kind: 'refund_failed', txn: `F-${o.id}`, reason: 'closed' })
  expect(await shop.inbox(o)).toEqual(['twice pending 14000', 'refund_failed pending 14000'])
  expect(await shop.order(o.id)).toMatchObject({ status: 'paid', paid: '140.00', refunded: '0.00' })
  // Staff send the refund themselves and mark it as sent.
  const [refund] = (await shop.owner.get(`/api/admin/payment/attempts?document_type=order&document_id=${o.id}`)).body.data[0].refunds
  fine(await shop.owner.post(`/api/admin/payment/refund/${refund.id}/sent`))
  expect(await shop.ledger(o)).toEqual(['capture 14000', 'capture 14000', 'refund 14000'])
  expect(await shop.attempts(o)).toEqual(['paid 14000'])
  expect(await shop.order(o.id)).toMatchObject({ status: 'paid', refunded: '0.00' })
})

test('an unavailable provider is tried eight times, and then the refund is left to staff', async () => {
  const o = await paid()
  await give(o, 'a', 2_000)
  const { db } = shop.it.kernel
  const { requestProviderRefund } = await import('../services/refunds.ts')
  const [row] = await db.rows<{ id: number }>(sql`select id from payment_refund where payment_id = ${o.payment}`)
  const id = row?.id ?? 0
  await db.run(sql`update payment_refund set tries = 0 where id = ${id}`)
  for (let i = 0; i < 7; i++) await expect(requestProviderRefund(shop.it.ctx, id), `try ${i + 1}`).rejects.toThrow('did not answer')
  expect(await describeRefunds(o)).toEqual(['a pending -'])
  await requestProviderRefund(shop.it.ctx, id)
  expect(await describeRefunds(o)).toEqual(['a abnormal a-failed'])
  expect(await shop.inbox(o)).toEqual(['refund_failed pending 14000'])
  // A settled refund is not sent to the gateway again.
  await requestProviderRefund(shop.it.ctx, id)
  expect(await db.one(sql`select tries from payment_refund where id = ${id}`)).toEqual({ tries: 8 })
})

test('a refund waits for staff when its method can no longer refund', async () => {
  const o = await paid()
  await give(o, 'a', 2_000)
  const { db } = shop.it.kernel
  const keep = await db.one<{ ext: object }>(sql`select ext from payment_method where id = ${shop.methods.gate}`)
  await db.run(sql`update payment_method set ext = ext #- '{payments,refund_url}' where id = ${shop.methods.gate}`)
  const { requestProviderRefund } = await import('../services/refunds.ts')
  const [row] = await db.rows<{ id: number }>(sql`select id from payment_refund where payment_id = ${o.payment}`)
  await requestProviderRefund(shop.it.ctx, row?.id ?? 0)
  expect(await db.one(sql`select by_hand, status from payment_refund where id = ${row?.id}`)).toEqual({ by_hand: true, status: 'pending' })
  fine(await shop.owner.post(`/api/admin/payment/refund/${row?.id}/sent`))
  expect(await shop.ledger(o)).toEqual(['capture 14000', 'refund 2000'])
  await db.run(sql`update payment_method set ext = ${JSON.stringify(keep?.ext)}::jsonb where id = ${shop.methods.gate}`)
})

test('after all tests above, every payment matches its ledger', async () => {
  const more = 'no payment was refunded by more than was captured'
  // Refunds beyond the amount received are unmatched payments and violate this check.
  expect((await shop.wrong()).filter((violation) => !violation.startsWith(more))).toEqual([])
})
