import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine } from '../../../tests/support/selling-shop.ts'
import { PAYMENTS, type CollectedPayment } from '../index.ts'
import { type AtGateway, type BookShop, openBook } from './ledger-fixture.ts'

/** Payments collected at the counter: the full outstanding amount, by one or more methods. */
let shop: BookShop
beforeAll(async () => {
  shop = await openBook()
  for (const [code, applies_to] of [
    ['cash', ['pos']],
    ['card', ['store', 'pos']],
    ['web', ['store']],
  ] as const)
    fine(await shop.owner.post('/api/admin/payment_method', { code, title: code, applies_to }))
})
afterAll(() => shop.it.close())

const collect = (o: Pick<AtGateway, 'id'>, ...payments: [string, number, string?][]) =>
  shop.it.kernel.transaction((tx) =>
    shop.it.kernel.get(PAYMENTS).collectPayment(
      tx,
      shop.it.ctx,
      { type: 'order', id: o.id },
      payments.map(([method, amount, reference = '']): CollectedPayment => ({ method, amount, reference })),
    ),
  )
const refused = async (run: Promise<unknown>) =>
  run.then(
    () => 'nothing',
    (error: { kind?: { code: string }; messages?: object }) => error.kind?.code ?? String(error),
  )
const numbers = async ({ id }: AtGateway) =>
  (
    await shop.it.kernel.db.rows<{ txn: string }>(sql`select t.provider_txn_id as txn from payment_transaction t
      join payment p on p.id = t.payment_id where p.document_type = 'order' and p.document_id = ${id} order by t.id`)
  ).map(({ txn }) => txn)

test('each payment method is a separate payment with the next number, the open one is canceled, and the order is paid once', async () => {
  const o = await shop.begun()
  await collect(o, ['cash', 4_000], ['card', 10_000, 'T-77'])
  expect(await shop.attempts(o)).toEqual(['canceled 14000', 'paid 4000', 'paid 10000'])
  expect(await shop.ledger(o)).toEqual(['capture 4000', 'capture 10000'])
  expect(await numbers(o)).toEqual([`counter-${o.number}-2`, 'T-77 3'])
  expect(await shop.order(o.id)).toMatchObject({ status: 'paid', paid: '140.00' })
  const moves = await shop.it.kernel.db.rows(
    sql`select to_status as to from status_history where document_type = 'order' and document_id = ${o.id} order by id`,
  )
  expect(moves).toEqual([{ to: 'pending' }, { to: 'paid' }])
})

test.each([
  ['a cent less', [['cash', 13_999]]],
  ['a cent more', [['cash', 14_001]]],
  ['nothing', []],
  [
    'a part below nothing',
    [
      ['cash', 15_000],
      ['card', -1_000],
    ],
  ],
  [
    'a part of nothing',
    [
      ['cash', 14_000],
      ['card', 0],
    ],
  ],
  ['a way that is not there', [['gold', 14_000]]],
  ['a way of the web', [['web', 14_000]]],
  ['a gateway', [['gate', 14_000]]],
] as [string, [string, number][]][])('%s is rejected, and the order stays pending', async (_, payments) => {
  const o = await shop.begun()
  expect(await refused(collect(o, ...payments))).toBe('INVALID')
  expect([await shop.attempts(o), await shop.ledger(o)]).toEqual([['processing 14000'], []])
})

test('only the amount due is collected after earlier payments', async () => {
  const o = await shop.begun()
  fine(await shop.owner.post(`/api/admin/order/${o.id}/payment`, { amount: '100.00', reference: 'slip' }))
  expect(await refused(collect(o, ['cash', 14_000]))).toBe('INVALID')
  await collect(o, ['cash', 4_000])
  expect(await shop.order(o.id)).toMatchObject({ status: 'paid', paid: '140.00' })
  expect(await refused(collect(o, ['cash', 14_000]))).not.toBe('nothing')
})

test('of several concurrent collections for one order one succeeds', async () => {
  const o = await shop.begun()
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => refused(collect(o, ['cash', 14_000]))))
  expect(outcomes.filter((outcome) => outcome === 'nothing')).toHaveLength(1)
  expect(await shop.ledger(o)).toEqual(['capture 14000'])
})

test('collecting for an unknown order fails', async () => {
  expect(await refused(collect({ id: 999_999 }, ['cash', 14_000]))).toBe('NOT_PAYABLE')
})

test('collecting is rejected while a gateway holds an authorization that the shop can void', async () => {
  const o = await shop.begun()
  await shop.say(o, { kind: 'authorized' })
  // This gateway cannot void authorizations on request of the shop, so collecting is allowed.
  await collect(o, ['cash', 14_000])
  const heldOrder = await shop.begun()
  await shop.say(heldOrder, { kind: 'authorized' })
  await shop.it.kernel.db.run(sql`update payment set provider = 'stripe' where id = ${heldOrder.payment}`)
  expect(await refused(collect(heldOrder, ['cash', 14_000]))).toBe('MONEY_RESERVED')
  expect(await shop.ledger(heldOrder)).toEqual(['authorize 14000'])
})

test('a gateway payment that arrives after collecting is refunded', async () => {
  const o = await shop.begun()
  await collect(o, ['cash', 14_000])
  await shop.say(o, { kind: 'paid' })
  expect(await shop.attempts(o)).toEqual(['abnormal 14000', 'paid 14000'])
  expect(await shop.inbox(o)).toEqual(['twice pending 14000'])
  expect(await shop.order(o.id)).toMatchObject({ status: 'paid', paid: '140.00' })
  expect(await shop.wrong()).toEqual([])
})
