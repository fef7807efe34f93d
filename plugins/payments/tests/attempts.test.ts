import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { fine } from '../../../tests/support/selling-shop.ts'
import { PAYMENTS } from '../index.ts'
import { type AtGateway, type BookShop, openBook } from './ledger-fixture.ts'

/** Payment attempts: which is current, its amount, and what happens to earlier ones. */
let shop: BookShop
beforeAll(async () => {
  shop = await openBook()
  fine(
    await shop.owner.post('/api/admin/payment_method', {
      code: 'till',
      title: 'At the till',
      offline_way: 'in_person',
      instructions: '<p>Come by</p>',
    }),
  )
  fine(await shop.owner.post('/api/admin/payment_method', { code: 'quiet', title: 'Quiet' }))
})
afterAll(() => shop.it.close())

const payments = () => shop.it.kernel.get(PAYMENTS)
const toDocument = ({ id }: { id: number }) => ({ type: 'order', id })
const again = (o: AtGateway, method = 'bank') => payments().retryPayment(shop.it.ctx, toDocument(o), method)
const refused = async (run: Promise<unknown>) =>
  run.then(
    () => 'nothing',
    (error: { kind?: { code: string } }) => error.kind?.code ?? String(error),
  )
const staffPay = (o: AtGateway, amount?: string, more = {}) =>
  shop.owner.post(`/api/admin/order/${o.id}/payment`, { ...(amount ? { amount } : {}), reference: `slip-${o.id}-${amount}`, ...more })
const view = async (o: AtGateway) => payments().listAttempts(shop.it.ctx, toDocument(o))

test('each attempt has the order number with its own suffix, and the one before is canceled', async () => {
  const o = await shop.begun()
  for (const n of [2, 3, 4]) expect(await again(o)).toMatchObject({ reference: `${o.number}-${n}`, method: 'bank' })
  expect(await shop.attempts(o)).toEqual(['canceled 14000', 'canceled 14000', 'canceled 14000', 'pending 14000'])
  expect((await view(o)).map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4])
})

test.each([
  ['processing', true],
  ['pending', true],
  ['payment_reject', true],
  ['canceled', true],
  ['payment_review', false],
  ['abnormal', false],
])('when the last attempt is %s another one may start: %s', async (status, may) => {
  const o = await shop.begun('100.00', status)
  expect(await refused(again(o))).toBe(may ? 'nothing' : 'NOT_PAYABLE')
  expect(await shop.attempts(o)).toHaveLength(may ? 2 : 1)
})

test('a new attempt asks for the amount due, and none starts for a paid or canceled order or a method not offered', async () => {
  const o = await shop.begun()
  fine(await staffPay(o, '40.00'))
  const { reference } = await again(o)
  expect((await view(o)).find((attempt) => attempt.reference === reference)).toMatchObject({ amount: '100.00', status: 'pending' })
  for (const method of ['nowhere', 'free']) expect(await refused(again(o, method))).toBe('INVALID')
  fine(await staffPay(o))
  expect(await refused(again(o))).toBe('NOT_PAYABLE')
  const canceledOrder = await shop.begun()
  fine(await shop.owner.post(`/api/admin/order/${canceledOrder.id}/cancel`, { reason: 'x' }))
  expect(
    (await shop.it.guest.post(`/api/order/${canceledOrder.number}/pay`, { token: canceledOrder.token, payment_method: 'bank' })).status,
  ).toBe(409)
  expect(await shop.attempts(canceledOrder)).toHaveLength(1)
  expect(await refused(payments().retryPayment(shop.it.ctx, { type: 'order', id: 999_999 }, 'bank'))).toBe('NOT_PAYABLE')
  expect(await refused(payments().retryPayment(shop.it.ctx, { type: 'nothing', id: 1 }, 'bank'))).toBe('NOT_PAYABLE')
})

test('canceling an order cancels an unused attempt, and keeps one pending at a gateway for a later query', async () => {
  const [waiting, underWay, claimed] = [await shop.begun(), await shop.begun(), await shop.begun('100.00', 'payment_review')]
  await again(waiting)
  for (const { id } of [waiting, underWay, claimed]) fine(await shop.owner.post(`/api/admin/order/${id}/cancel`, { reason: 'x' }))
  expect(await shop.attempts(waiting)).toEqual(['canceled 14000', 'canceled 14000'])
  expect((await view(waiting)).at(-1)).toMatchObject({ status: 'canceled' })
  expect(await shop.attempts(underWay)).toEqual(['processing 14000'])
  expect(await shop.attempts(claimed)).toEqual(['payment_review 14000'])
})

test('of several concurrent new attempts each has its own number, and one stays payable', async () => {
  const o = await shop.begun()
  const made = await Promise.all(Array.from({ length: 6 }, () => again(o)))
  expect(new Set(made.map(({ reference }) => reference)).size).toBe(6)
  expect((await shop.attempts(o)).filter((attempt) => attempt.startsWith('pending'))).toHaveLength(1)
})

test('an order with a rejected payment becomes pending again with a new attempt', async () => {
  const o = await shop.begun()
  await shop.say(o, { kind: 'failed' })
  expect((await shop.order(o.id)).status).toBe('payment_reject')
  await again(o)
  expect((await shop.order(o.id)).status).toBe('pending')
})

test('payment instructions belong to the latest attempt only, in the form of its method', async () => {
  const o = await shop.begun()
  const bank = await again(o)
  expect(bank.action).toMatchObject({ type: 'instructions', html: '<p>Pay to 123</p>', claim: { reference: bank.reference } })
  const till = await again(o, 'till')
  expect(till.action).toEqual({ type: 'instructions', html: '<p>Come by</p>', in_person: true })
  const quiet = await again(o, 'quiet')
  expect(quiet.action).toEqual({ type: 'none' })
  expect((await view(o)).map(({ action, provable }) => [action, provable])).toEqual([
    [null, false],
    [null, true],
    [null, false],
    [null, true],
  ])
  await again(o)
  expect((await view(o)).at(-1)?.action).toMatchObject({ type: 'instructions' })
  fine(await staffPay(o))
  expect((await view(o)).at(-1)?.action).toBeNull()
})

test('"I have paid" requires the key of its own attempt, ten times a minute per IP address', async () => {
  const [one, two] = [await shop.begun(), await shop.begun()]
  const [first, second] = [await again(one), await again(two)]
  const getClaimKey = (made: typeof first) => (made.action.type === 'instructions' ? (made.action.claim?.key ?? '') : '')
  const claim = (reference: string, key: string) => shop.it.guest.post('/api/payment/claim', { reference, key, note: 'done' })
  await shop.it.kernel.db.run(sql`delete from rate_limit`)
  expect((await claim(first.reference, getClaimKey(second))).body.messages).toHaveProperty('reference')
  expect((await claim(first.reference, `${getClaimKey(first)}x`)).status).toBe(422)
  expect((await claim(`${one.number}-9`, getClaimKey(first))).status).toBe(422)
  fine(await claim(first.reference, getClaimKey(first)))
  expect((await shop.order(one.id)).status).toBe('payment_review')
  for (let i = 0; i < 6; i++) await claim(first.reference, getClaimKey(first))
  expect((await claim(first.reference, getClaimKey(first))).status).toBe(429)
})

test('receipts by staff use the offline attempt, or one of their own beside a gateway attempt', async () => {
  const [gate, hand] = [await shop.begun(), await shop.begun()]
  await again(hand)
  for (const o of [gate, hand]) fine(await staffPay(o, '40.00'))
  expect(await shop.attempts(gate)).toEqual(['canceled 14000', 'paid 4000', 'pending 10000'])
  expect(await shop.attempts(hand)).toEqual(['canceled 14000', 'paid 4000', 'pending 10000'])
  for (const o of [gate, hand]) fine(await staffPay(o, '100.00'))
  for (const o of [gate, hand]) expect((await shop.order(o.id)).status).toBe('paid')
})

test('a receipt may name an existing payment method, and the rest is then requested as before', async () => {
  const o = await shop.begun()
  await again(o)
  const receive = (method: string, amount: number) =>
    shop.it.kernel.transaction((tx) =>
      payments().receivePayment(tx, shop.it.ctx, toDocument(o), { id: `slip-${amount}`, amount, currency: 'HKD', method }),
    )
  expect(await receive('till', 4_000)).toBe(true)
  expect((await view(o)).map(({ status, method }) => `${status} ${method.code}`)).toEqual([
    'canceled gate',
    'canceled bank',
    'paid till',
    'pending bank',
  ])
  for (const method of ['nowhere', 'free']) expect(await refused(receive(method, 5_000))).toBe('INVALID')
  expect(await shop.ledger(o)).toEqual(['capture 4000'])
})

test('generated references are not shown, and those entered by people are', async () => {
  const [named, unnamed] = [await shop.begun(), await shop.begun()]
  fine(await staffPay(named, '40.00'))
  fine(await shop.owner.post(`/api/admin/order/${unnamed.id}/payment`, {}))
  const numbers = async (o: AtGateway) => (await view(o)).flatMap(({ transactions }) => transactions.map(({ reference }) => reference))
  expect([await numbers(named), await numbers(unnamed)]).toEqual([[`slip-${named.id}-40.00`], ['']])
})

test('a failed refund is moot once its amount is no longer refundable', async () => {
  const o = await shop.begun()
  await shop.say(o, { kind: 'paid' })
  const row = (key: string, status: string, amount: number) =>
    shop.it.kernel.db.run(sql`insert into payment_refund (payment_id, key, amount_minor, reason, capture_txn_id, status, by_hand, auto)
      values (${o.payment}, ${key}, ${amount}, '', 'x', ${status}, true, false)`)
  await row('failed', 'abnormal', 10_000)
  const moot = async () => (await view(o))[0]?.refunds.find(({ key }) => key === 'failed')?.moot
  expect(await moot()).toBe(false)
  await row('waits', 'pending', 4_000)
  expect(await moot()).toBe(false)
  await row('more', 'process', 1)
  expect(await moot()).toBe(true)
})
