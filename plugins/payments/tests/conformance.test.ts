import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'stoa'
import { PAYMENTS } from '../index.ts'
import { reconcileAttempts } from '../services/query-gateway.ts'
import { requestProviderRefund } from '../services/refunds.ts'
import { arrive, comeBack, pay, payShop, type PayShop, readState, type Way, ways } from './payment-shop.ts'

/** Conformance tests for every adapter, over HTTP against fake gateways whose behavior depends on the amount. */
let shop: PayShop
beforeAll(async () => {
  shop = await payShop()
})
afterAll(() => shop.close())

const findDocument = async (number: string) => {
  const row = await shop.it.kernel.db.one<{ id: number }>(sql`select id from sales_order where order_number = ${number}`)
  return { type: 'order', id: row?.id ?? 0 }
}

/** Whether the gateway sends this event. PayDollar sends no webhooks for refunds and chargebacks. */
const tells = (way: Way, news: 'refund' | 'chargeback') => way !== 'pay_dollar' || (news !== 'refund' && news !== 'chargeback')

describe.each(ways)('%s', (way) => {
  const gateway = () => shop.gateways[way]
  const through = async (cents: string, more = {}) => {
    const purchase = await shop.buy(way, cents, more)
    expect(purchase.status, JSON.stringify(purchase.body)).toBe(201)
    const back = await pay(shop, way, purchase)
    return { ...purchase, back }
  }
  /** Queries an attempt as the job does, without the five-minute wait. */
  const overdue = async (reference: string) => {
    await shop.it.kernel.db.run(
      sql`update payment set updated_at = now() - interval '6 minutes', asked_at = null where reference = ${reference}`,
    )
    await reconcileAttempts(shop.it.kernel)
  }

  test.each([
    ['00', 'the browser comes back before the notice'],
    ['05', 'the notice comes before the browser'],
    ['06', 'the browser never comes back'],
    ['07', 'the notice comes three times'],
  ])('an order is paid exactly once when, for %s, %s', async (cents) => {
    const purchase = await through(cents)
    if (purchase.back) {
      const to = await comeBack(purchase.back)
      // PayDollar's return request proves nothing. Other gateways are queried.
      expect(to).toBe(`/order/success?order=${purchase.number}`)
    }
    await gateway().state.fire(purchase.reference)
    const state = await readState(shop, purchase.number)
    expect(state).toMatchObject({ order: 'paid', paid: 12_000 + Number(cents), attempts: ['paid'], inbox: [] })
    expect(state.ledger).toEqual([`capture ${12_000 + Number(cents)}`])
  })

  test('a declined payment leaves a payable order with its stock reserved until the hold expires', async () => {
    const purchase = await through('02')
    if (purchase.back) expect(await comeBack(purchase.back)).toBe(`/order/fail?order=${purchase.number}`)
    await gateway().state.fire(purchase.reference)
    expect(await readState(shop, purchase.number)).toMatchObject({ order: 'payment_reject', attempts: ['payment_reject'], ledger: [] })
    const { id } = await findDocument(purchase.number)
    const countReservations = () =>
      shop.it.kernel.db.one<{ n: number }>(
        sql`select count(*) as n from reservation where document_type = 'order' and document_id = ${id} and status = 'pending'`,
      )
    expect((await countReservations())?.n).toBe(1)
    await shop.it.kernel.db.run(sql`update sales_order set hold_expires_at = now() - interval '1 minute' where id = ${id}`)
    await shop.it.clock('sales/expire')
    await shop.it.jobs()
    expect((await readState(shop, purchase.number)).order).toBe('canceled')
    expect((await countReservations())?.n).toBe(0)
  })

  test('a declined payer sees a message in their language, and staff see the code of the gateway', async () => {
    const purchase = await through('02', { language: 'zh-HK' })
    if (purchase.back) await comeBack(purchase.back)
    await gateway().state.fire(purchase.reference)
    const order = await findDocument(purchase.number)
    const result = await shop.it.guest.get(`/api/order/result?order=${purchase.number}&language=zh-HK`)
    expect(result.body.payment.message).toBe('付款被拒絕')
    const [attempt] = await shop.it.kernel.get(PAYMENTS).listAttempts(shop.it.ctx, order)
    const codes = { stripe: 'generic_decline', stripe_checkout: 'generic_decline', paypal: 'declined', pay_dollar: 'rejected', sic_pay: '' }
    expect(attempt?.message).toBe(codes[way])
    await shop.it.kernel.db.run(sql`update sales_order set hold_expires_at = now() - interval '1 minute' where id = ${order.id}`)
    await shop.it.clock('sales/expire')
    await shop.it.jobs()
    const emails = await shop.it.kernel.db.rows<{ text: string }>(
      sql`select text_body as text from mail where subject like ${`%${purchase.number}%`} order by id`,
    )
    expect(emails).toHaveLength(3)
    expect(emails[1]?.text).toContain('的付款：付款被拒絕')
    expect(emails[2]?.text).toContain('已取消')
    // Apart from URLs, the order number and the shop name, the emails contain no Latin letters.
    for (const { text } of emails.slice(1)) expect(text.replace(/https?:\S+|SO\d+|Stoa/g, '')).not.toMatch(/[a-z]/i)
  })

  test.each([
    ['03', 'paid', 'paid'],
    ['04', 'payment_reject', 'payment_reject'],
  ])('a delayed payment is in review first, and for %s the order ends up %s', async (cents, order, attempt) => {
    const purchase = await through(cents)
    if (purchase.back) await comeBack(purchase.back)
    expect(await readState(shop, purchase.number)).toMatchObject({ order: 'payment_review', attempts: ['payment_review'] })
    await gateway().state.fire(purchase.reference)
    expect(await readState(shop, purchase.number)).toMatchObject({ order, attempts: [attempt], inbox: [] })
  })

  test('a payment of another amount is recorded and reviewed by staff', async () => {
    const purchase = await through('08')
    if (purchase.back) await comeBack(purchase.back)
    await gateway().state.fire(purchase.reference)
    expect(await readState(shop, purchase.number)).toMatchObject({
      order: 'abnormal',
      attempts: ['abnormal'],
      ledger: ['capture 11908'],
      inbox: ['amount'],
    })
  })

  test('a duplicate capture is refunded automatically, and reported to staff', async () => {
    const purchase = await through('13')
    if (purchase.back) await comeBack(purchase.back)
    await gateway().state.fire(purchase.reference)
    expect(await readState(shop, purchase.number)).toMatchObject({ order: 'paid', paid: 12_013, attempts: ['abnormal'], inbox: ['twice'] })
    await shop.it.jobs()
    await gateway().state.fire(purchase.reference)
    await shop.it.kernel.db.run(sql`update payment_refund set updated_at = now() - interval '6 minutes' where status = 'process'`)
    await reconcileAttempts(shop.it.kernel)
    await shop.it.jobs()
    expect(await readState(shop, purchase.number)).toMatchObject({
      order: 'paid',
      attempts: ['paid'],
      ledger: ['capture 12013', 'capture 12013', 'refund 12013'],
      inbox: ['twice'],
    })
  })

  test('a payment for a canceled order reopens it, or is reviewed by staff', async () => {
    const purchase = await shop.buy(way, '14')
    await arrive(shop, way, purchase)
    const { id } = await findDocument(purchase.number)
    await shop.owner.post(`/api/admin/order/${id}/cancel`, { reason: 'changed my mind' })
    expect((await readState(shop, purchase.number)).order).toBe('canceled')
    await gateway().pay(purchase.reference)
    await gateway().state.fire(purchase.reference)
    expect(await readState(shop, purchase.number)).toMatchObject({
      order: 'abnormal',
      attempts: ['abnormal'],
      ledger: ['capture 12014'],
      inbox: ['late'],
    })
  })

  test.runIf(tells(way, 'chargeback'))('a later chargeback is reviewed by staff', async () => {
    const purchase = await through('15')
    if (purchase.back) await comeBack(purchase.back)
    await gateway().state.fire(purchase.reference)
    expect(await readState(shop, purchase.number)).toMatchObject({
      order: 'abnormal',
      attempts: ['abnormal'],
      ledger: ['capture 12015', 'chargeback 12015'],
      inbox: ['chargeback'],
    })
  })

  test('a webhook with an invalid signature changes nothing', async () => {
    const purchase = await through('09')
    expect(purchase.back).toBeNull()
    const sent = gateway().state.notices.findLast((n) => n.reference === purchase.reference)
    expect(sent).toBeDefined()
    if (way === 'pay_dollar') expect(sent?.answer).toMatch(/^OK/)
    else expect(sent?.status).toBe(400)
    expect(await readState(shop, purchase.number)).toMatchObject({ order: 'pending', attempts: ['processing'], ledger: [], inbox: [] })
  })

  test.runIf(tells(way, 'refund'))('a refund received before its payment has the same result as in the right order', async () => {
    const purchase = await through('10')
    expect(purchase.back).toBeNull()
    const state = await readState(shop, purchase.number)
    expect(state).toMatchObject({ order: 'refunded', paid: 12_010, refunded: 12_010, attempts: ['refunded'], inbox: [] })
    expect([...state.ledger].sort()).toEqual(['capture 12010', 'refund 12010'])
  })

  test('a lost response to a payment request leaves one payment at the gateway', async () => {
    const before = gateway().state.payments.size
    const purchase = await shop.buy(way, '11')
    const { db } = shop.it.kernel
    if (!purchase.body.payment?.action || purchase.status !== 201 || purchase.body.payment.action.type === 'none') {
      const method = await db.one<{ id: number }>(sql`select id from payment_method where code = ${way}`)
      const bill = {
        document: await findDocument(purchase.number),
        number: purchase.number,
        amount: 12_011,
        currency: 'HKD',
        method: { id: method?.id ?? 0, code: way, title: '', description: '', hold_minutes: 60 },
      }
      purchase.body = { payment: { action: await shop.it.kernel.get(PAYMENTS).startPayment(shop.it, bill, purchase.reference) } }
    }
    const action = purchase.body.payment.action
    expect(['redirect', 'card', 'form_post']).toContain(action.type)
    await pay(shop, way, purchase)
    await gateway().state.fire(purchase.reference)
    await overdue(purchase.reference)
    expect(gateway().state.payments.size).toBe(before + 1)
    expect(await readState(shop, purchase.number)).toMatchObject({ order: 'paid', ledger: ['capture 12011'] })
  })

  const refunded = async (cents: string) => {
    const purchase = await through(cents)
    if (purchase.back) await comeBack(purchase.back)
    await gateway().state.fire(purchase.reference)
    expect((await readState(shop, purchase.number)).order).toBe('paid')
    return { ...purchase, document: await findDocument(purchase.number) }
  }
  const give = (document: { type: string; id: number }, key: string, amount: number) =>
    shop.it.kernel.transaction((tx) =>
      shop.it.kernel.get(PAYMENTS).refundDocument(tx, shop.it.ctx, document, { key, amount, reason: 'test' }),
    )
  /** Runs the due jobs, fires the pending gateway events, and queries the refunds that a gateway decides later. */
  const settleRefunds = async (reference: string) => {
    await shop.it.jobs()
    await gateway().state.fire(reference)
    const open = await shop.it.kernel.db.rows<{ id: number }>(sql`select r.id from payment_refund r join payment p on p.id = r.payment_id
      where p.reference = ${reference} and r.status in ('pending', 'process') order by r.id`)
    for (const { id } of open) await requestProviderRefund(shop.it.ctx, id)
  }

  test('a lost response to a refund request refunds once', async () => {
    const purchase = await refunded('12')
    await give(purchase.document, 'one', 5_000)
    await settleRefunds(purchase.reference)
    await settleRefunds(purchase.reference)
    expect(
      gateway()
        .state.by(purchase.reference)
        ?.refunds.map((r) => r.amount),
    ).toEqual([5_000])
    expect((await readState(shop, purchase.number)).ledger).toEqual(['capture 12012', 'refund 5000'])
  })

  test('one key is one refund, and partial refunds never exceed the captured amount', async () => {
    const purchase = await refunded('00')
    const first = await give(purchase.document, 'a', 7_000)
    expect(await give(purchase.document, 'a', 7_000)).toEqual(first)
    await expect(give(purchase.document, 'a', 6_000)).rejects.toThrow('INVALID')
    // Ten concurrent refunds, each of half of the remaining amount.
    const tried = await Promise.allSettled(Array.from({ length: 10 }, (_, i) => give(purchase.document, `b${i}`, 2_500)))
    expect(tried.filter((t) => t.status === 'fulfilled')).toHaveLength(2)
    for (let i = 0; i < 3; i++) await settleRefunds(purchase.reference)
    const state = await readState(shop, purchase.number)
    expect([...state.ledger].sort()).toEqual(['capture 12000', 'refund 2500', 'refund 2500', 'refund 7000'])
    expect(
      gateway()
        .state.by(purchase.reference)
        ?.refunds.reduce((sum, r) => sum + r.amount, 0),
    ).toBe(12_000)
    expect(state).toMatchObject({ order: 'refunded', refunded: 12_000, attempts: ['refunded'] })
  })

  test('a payer may switch to another method, and a late payment by the first is refunded', async () => {
    const first = await through('02')
    if (first.back) await comeBack(first.back)
    await gateway().state.fire(first.reference)
    const document = await findDocument(first.number)
    const second = await shop.it.kernel.get(PAYMENTS).retryPayment(shop.it.ctx, document, 'bank')
    expect(second.reference).toBe(`${first.number}-2`)
    expect(second.action).toMatchObject({ type: 'instructions' })
    const p = gateway().state.by(first.reference)
    if (!p) throw new Error('unknown at the gateway')
    const capture = gateway().state.capture(p, way === 'stripe_checkout' ? p.id.replace('cs_', 'pi_') : p.id)
    await gateway().state.tell(p, 'paid', { capture })
    expect(await readState(shop, first.number)).toMatchObject({ paid: 0, attempts: ['abnormal', 'pending'], inbox: ['late'] })
    for (let i = 0; i < 2; i++) await settleRefunds(first.reference)
    expect((await readState(shop, first.number)).attempts).toEqual(['refunded', 'pending'])
    await shop.it.kernel.transaction((tx) =>
      shop.it.kernel.get(PAYMENTS).receivePayment(tx, shop.it.ctx, document, { id: 'slip-1', amount: 12_002, currency: 'HKD' }),
    )
    expect(await readState(shop, first.number)).toMatchObject({ order: 'paid', paid: 12_002, attempts: ['refunded', 'paid'] })
  })

  test('fifty concurrent copies of one webhook are one capture', async () => {
    for (let round = 0; round < 3; round++) {
      const purchase = await through('06')
      const notice = gateway().state.notices.findLast((n) => n.reference === purchase.reference && n.status === 200)
      if (!notice) throw new Error('no notice')
      const fresh = await shop.buy(way, '06')
      await arrive(shop, way, fresh)
      const p = gateway().state.by(fresh.reference)
      if (!p) throw new Error('unknown at the gateway')
      const capture = gateway().state.capture(p, way === 'stripe_checkout' ? p.id.replace('cs_', 'pi_') : p.id)
      const fakeNotice = gateway().state.protocols.get(p.provider)?.notice(p, 'paid', { capture })
      if (!fakeNotice) throw new Error('no notice')
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => fetch(fakeNotice.url, { method: 'POST', headers: fakeNotice.headers, body: fakeNotice.body })),
      )
      expect(new Set(answers.map((a) => a.status))).toEqual(new Set([200]))
      expect(await readState(shop, fresh.number)).toMatchObject({ order: 'paid', ledger: ['capture 12006'], inbox: [] })
    }
  })

  test('an attempt without a webhook is queried', async () => {
    const purchase = await through('06')
    const { db } = shop.it.kernel
    expect((await readState(shop, purchase.number)).order).toBe('paid')
    const quiet = await through('09')
    await overdue(quiet.reference)
    expect(await readState(shop, quiet.number)).toMatchObject({ order: 'paid', attempts: ['paid'] })
    expect(await db.one(sql`select 1 from payment where reference = ${quiet.reference} and asked_at is not null`)).toBeDefined()
  })
})
