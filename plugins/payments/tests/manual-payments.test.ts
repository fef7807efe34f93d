import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { PAYMENTS } from '../index.ts'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'

/** Manual payments: claimed, confirmed, not found, and refunded. */
let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.it.close())

const buy = async (price = '100.00') => shop.buy(await shop.stock(9, price))
type Order = Awaited<ReturnType<typeof buy>>
const attempts = async ({ id }: Order) =>
  fine(await shop.owner.get(`/api/admin/payment/attempts?document_type=order&document_id=${id}`)).body.data as any[]
const latest = async (o: Order) => (await attempts(o)).at(-1).id as number
const say = async (o: Order) => (await attempts(o)).map((p) => `${p.status} ${p.amount}`)
const post = (id: number, action: string, body: object = {}) => shop.owner.post(`/api/admin/payment/${id}/${action}`, body)
const claim = async (o: Order, note = 'sent') => {
  const { payment } = fine(await shop.it.guest.get(`/api/order/${o.number}?token=${o.token}`)).body
  return shop.it.guest.post('/api/payment/claim', { ...payment.action.claim, note })
}
const ledger = async ({ id }: Order) =>
  (
    await shop.it.kernel.db.rows<{ line: string }>(sql`select t.kind || ' ' || t.amount_minor || ' ' || t.provider_txn_id as line
      from payment_transaction t join payment p on p.id = t.payment_id where p.document_type = 'order' and p.document_id = ${id} order by t.id`)
  ).map(({ line }) => line)
const paid = async () => {
  const o = await buy()
  fine(await shop.owner.post(`/api/admin/order/${o.id}/pay`, { reference: `bank ${o.id}` }))
  return o
}

test('an unclaimed attempt can be neither approved nor rejected, and an unknown one is not found', async () => {
  const o = await buy()
  const id = await latest(o)
  for (const action of ['approve', 'reject']) {
    expect((await post(id, action, { reason: 'x' })).status, action).toBe(409)
    expect((await post(999_999, action, { reason: 'x' })).status, action).toBe(404)
  }
  expect([await say(o), await ledger(o)]).toEqual([['pending 140.00'], []])
})

test('approving a claim records the payment once, under the given reference or a generated one', async () => {
  const [named, unnamed] = [await buy(), await buy()]
  for (const [o, body] of [
    [named, { reference: ' HSBC 778 ' }],
    [unnamed, {}],
  ] as const) {
    fine(await claim(o))
    const id = await latest(o)
    const both = await Promise.all([post(id, 'approve', body), post(id, 'approve', body)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await shop.order(o.id)).toMatchObject({ status: 'paid', paid: '140.00' })
  }
  expect(await ledger(named)).toEqual(['capture 14000 HSBC 778'])
  expect(await ledger(unnamed)).toEqual([`capture 14000 approved-${await latest(unnamed)}`])
})

test('a claim above the amount due cannot be approved after a partial payment', async () => {
  const o = await buy()
  fine(await claim(o))
  const id = await latest(o)
  fine(await shop.owner.post(`/api/admin/order/${o.id}/payment`, { amount: '40.00', reference: 'till' }))
  const after = await say(o)
  expect(after.at(-1)).toBe('pending 100.00')
  expect((await post(id, 'approve')).status).toBe(409)
  expect(await shop.order(o.id)).toMatchObject({ paid: '40.00', status: 'pending' })
})

test('a rejected claim leaves the order payable by a new attempt, whose payment alone counts', async () => {
  const o = await buy()
  fine(await claim(o, 'FPS at noon'))
  const first = await latest(o)
  expect((await post(first, 'reject', { reason: '  ' })).body.messages).toEqual({ reason: ['This field is required.'] })
  fine(await post(first, 'reject', { reason: 'Nothing came' }))
  expect(await shop.order(o.id)).toMatchObject({ status: 'payment_reject', paid: '0.00' })
  fine(await shop.it.guest.post(`/api/order/${o.number}/pay`, { token: o.token, payment_method: 'bank' }))
  expect(await say(o)).toEqual(['payment_reject 140.00', 'pending 140.00'])
  fine(await claim(o))
  fine(await post(await latest(o), 'approve', { reference: 'second' }))
  expect(await ledger(o)).toEqual(['capture 14000 second'])
  expect((await post(first, 'approve')).status).toBe(409)
})

test('a claim for a paid order is rejected, and one for a canceled order goes to staff and its payment is refundable', async () => {
  const readClaim = async (o: Order) => fine(await shop.it.guest.get(`/api/order/${o.number}?token=${o.token}`)).body.payment.action.claim
  const [done, canceled] = [await buy(), await buy()]
  const [first, second] = [await readClaim(done), await readClaim(canceled)]
  fine(await shop.owner.post(`/api/admin/order/${done.id}/pay`, {}))
  expect((await shop.it.guest.post('/api/payment/claim', { ...first, note: 'late' })).status).toBe(409)
  expect((await attempts(done))[0].proofs).toEqual([])
  fine(await shop.owner.post(`/api/admin/order/${canceled.id}/cancel`, { reason: 'x' }))
  fine(await shop.it.guest.post('/api/payment/claim', { ...second, note: 'But I paid' }))
  expect(await shop.order(canceled.id)).toMatchObject({ status: 'canceled', paid: '0.00' })
  fine(await post(await latest(canceled), 'approve', { reference: 'late one' }))
  expect(await shop.order(canceled.id)).toMatchObject({ status: 'abnormal', abnormal_kind: 'late', paid: '140.00' })
  expect((await shop.view(canceled.id)).refunds).toMatchObject([{ status: 'pending', amount: '140.00' }])
})

test('a payment takes at most ten proofs', async () => {
  const o = await buy()
  const send = (i: number) =>
    shop.it.app.http.inject({
      method: 'POST',
      url: '/api/payment/claim',
      remoteAddress: `10.9.0.${i}`,
      payload: { ...claimView, note: `try ${i}` },
    })
  const claimView = fine(await shop.it.guest.get(`/api/order/${o.number}?token=${o.token}`)).body.payment.action.claim
  for (let i = 0; i < 10; i++) expect((await send(i)).statusCode).toBe(200)
  const more = await send(10)
  expect([more.statusCode, Object.keys(more.json().messages)]).toEqual([422, ['file']])
  expect((await attempts(o))[0].proofs).toHaveLength(10)
})

test('a payment is refundable up to the amount received, in parts or in full, each key once', async () => {
  const o = await paid()
  const id = await latest(o)
  const give = (amount: string, key: string, at_once = true) => post(id, 'refund', { amount, reason: 'Broken', key, at_once })
  for (const amount of ['0.00', '-1.00']) expect(Object.keys((await give(amount, 'none')).body.messages), amount).toEqual(['amount'])
  fine(await give('100.00', 'a'))
  fine(await give('100.00', 'a'))
  for (const other of ['90.00', '110.00']) expect(Object.keys((await give(other, 'a')).body.messages), other).toEqual(['key'])
  expect(Object.keys((await give('40.01', 'b')).body.messages)).toEqual(['amount'])
  expect(await shop.order(o.id)).toMatchObject({ refunded: '100.00', status: 'paid' })
  fine(await give('40.00', 'c'))
  expect(await shop.order(o.id)).toMatchObject({ refunded: '140.00', status: 'refunded', payment_status: 'refunded' })
  expect(Object.keys((await give('0.01', 'd')).body.messages)).toEqual(['amount'])
  expect((await post(999_999, 'refund', { amount: '1.00', reason: 'x' })).status).toBe(404)
})

test('a refund waiting for staff reserves its amount, and is sent once', async () => {
  const o = await paid()
  const id = await latest(o)
  fine(await post(id, 'refund', { amount: '100.00', reason: 'Late', key: 'wait' }))
  expect(Object.keys((await post(id, 'refund', { amount: '40.01', reason: 'x', key: 'more', at_once: true })).body.messages)).toEqual([
    'amount',
  ])
  expect(await shop.order(o.id)).toMatchObject({ refunded: '0.00' })
  const [refund] = (await attempts(o))[0].refunds
  expect(refund).toMatchObject({ status: 'pending', by_hand: true, amount: '100.00' })
  const sent = await Promise.all([1, 2, 3].map(() => shop.owner.post(`/api/admin/payment/refund/${refund.id}/sent`)))
  expect(sent.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(sent.filter(({ status }) => status >= 500)).toEqual([])
  expect(await shop.order(o.id)).toMatchObject({ refunded: '100.00' })
  expect((await ledger(o)).filter((line) => line.startsWith('refund'))).toHaveLength(1)
})

test('an order without payments has nothing to refund', async () => {
  const o = await buy()
  expect((await post(await latest(o), 'refund', { amount: '1.00', reason: 'x', at_once: true })).status).toBe(404)
})

test('a refund of two payments starts with the latest, and never exceeds the amount of each', async () => {
  const o = await buy()
  fine(await shop.owner.post(`/api/admin/order/${o.id}/payment`, { amount: '90.00', reference: 'first' }))
  fine(await shop.owner.post(`/api/admin/order/${o.id}/payment`, { amount: '50.00', reference: 'second' }))
  const give = (amount: number, key: string) =>
    shop.it.kernel.transaction((tx) =>
      shop.it.kernel
        .get(PAYMENTS)
        .refundDocument(tx, shop.it.ctx, { type: 'order', id: o.id }, { key, amount, reason: 'x', at_once: true }),
    )
  // Only the first payment has 60.00 available, so it is refunded from that one. The next refund needs both.
  expect((await give(6_000, 'one')).map((r) => r.amount)).toEqual([6_000])
  expect((await give(7_000, 'two')).map((r) => r.amount)).toEqual([5_000, 2_000])
  await expect(give(1_001, 'three')).rejects.toMatchObject({ kind: { code: 'INVALID' } })
  expect((await give(1_000, 'four')).map((r) => r.amount)).toEqual([1_000])
  expect(await say(o)).toEqual(['refunded 90.00', 'refunded 50.00'])
  expect(await shop.order(o.id)).toMatchObject({ refunded: '140.00' })
})

test('a receipt must be in the currency of the order', async () => {
  const o = await buy()
  const receive = (currency: string, amount = 14_000) =>
    shop.it.kernel.transaction((tx) =>
      shop.it.kernel
        .get(PAYMENTS)
        .receivePayment(tx, shop.it.ctx, { type: 'order', id: o.id }, { id: `r-${currency}-${amount}`, amount, currency }),
    )
  await expect(receive('USD')).rejects.toMatchObject({ kind: { code: 'INVALID' } })
  await expect(receive('HKD', 0)).rejects.toMatchObject({ kind: { code: 'INVALID' } })
  await expect(receive('HKD', 14_001)).rejects.toMatchObject({ kind: { code: 'INVALID' } })
  expect(await receive('HKD')).toBe(true)
  expect(await receive('HKD')).toBe(false)
  await expect(
    shop.it.kernel.transaction((tx) =>
      shop.it.kernel.get(PAYMENTS).receivePayment(tx, shop.it.ctx, { type: 'order', id: 999_999 }, { id: 'x', amount: 1, currency: 'HKD' }),
    ),
  ).rejects.toMatchObject({ kind: { code: 'NOT_PAYABLE' } })
})

test('a payment method is offered only for its currency, amount and country, limits included', async () => {
  const method = fine(
    await shop.owner.post('/api/admin/payment_method', {
      code: 'large',
      title: 'Large sums',
      min: '100.00',
      max: '200.00',
      currencies: ['HKD'],
      applies_to: ['store'],
    }),
  ).body
  const offered = async (asking: object) => (await shop.it.kernel.get(PAYMENTS).listOffers(shop.it.ctx, asking)).map(({ code }) => code)
  const at = async (total: number, more: object = {}) =>
    (await offered({ currency: 'HKD', total, channel: 'store', ...more })).includes('large')
  expect([await at(9_999), await at(10_000), await at(20_000), await at(20_001)]).toEqual([false, true, true, false])
  expect([await at(10_000, { currency: 'USD' }), await at(10_000, { channel: 'pos' }), await at(10_000, { channel: undefined })]).toEqual([
    false,
    false,
    true,
  ])
  expect(await offered({ currency: 'HKD', total: 0 })).not.toContain('large')
  fine(await shop.owner.put(`/api/admin/payment_method/${method.id}`, { enabled: false }))
  expect(await at(15_000)).toBe(false)
  for (const [body, field] of [
    [{ code: 'x1', title: 'X', provider: 'free' }, 'provider'],
    [{ code: 'x2', title: 'X', currencies: ['hkd'] }, 'currencies'],
    [{ code: 'x3', title: 'X', hold_minutes: 4 }, 'hold_minutes'],
    [{ code: 'large', title: 'X' }, 'code'],
  ] as const)
    expect(Object.keys((await shop.owner.post('/api/admin/payment_method', body)).body.messages), field).toEqual([field])
})

test('an unmatched payment is resolved with a note, can be reopened, and keeps its data', async () => {
  await shop.it.kernel.db.run(
    sql`insert into money_inbox (reason, subject, amount_minor, currency, detail) values ('unknown', 'T-1', 500, 'HKD', 'who?')`,
  )
  const [row] = fine(await shop.owner.get('/api/admin/money_inbox?q=T-1')).body.data
  const move = (verb: string, body: object = {}) => shop.owner.post(`/api/admin/money_inbox/${row.id}/${verb}`, body)
  expect(Object.keys((await move('resolve', { note: ' ' })).body.messages)).toEqual(['note'])
  expect(fine(await move('resolve', { note: 'Sent back' })).body).toMatchObject({ status: 'completed', note: 'Sent back', amount: '5.00' })
  expect((await move('resolve', { note: 'again' })).status).toBe(409)
  expect(fine(await move('reopen')).body.status).toBe('pending')
  expect((await move('reopen')).status).toBe(409)
})
