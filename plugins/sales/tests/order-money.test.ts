import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ctx, sql } from 'stoa'
import { PAYABLE_DOCUMENTS, type SettlementUpdate } from 'stoa/plugins/payments'
import { transitions, orderStatuses } from '../domain/statuses.ts'
import { getValueOfUnits, getRefundAmount } from '../domain/refund.ts'
import { cancelExpiredOrders } from '../services/order-jobs.ts'
import { lockOrder } from '../services/order/head.ts'
import { assertWithinLimit } from '../services/order/approval-limit.ts'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.it.close())

const createUpdate = (more: Partial<SettlementUpdate>): SettlementUpdate => ({
  captured: 0,
  refunded: 0,
  charged_back: 0,
  attempt_status: 'paid',
  reason: '',
  ...more,
})
/** Reports a settlement to the order, `times` times. */
async function settle(id: number, more: Partial<SettlementUpdate>, times = 1) {
  let answer
  for (let i = 0; i < times; i++)
    answer = await shop.it.kernel.transaction(async (tx) => {
      await shop.it.kernel.contributions(PAYABLE_DOCUMENTS).get('order')?.lockDocument(tx, id)
      return shop.it.kernel.contributions(PAYABLE_DOCUMENTS).get('order')?.applySettlement(tx, shop.it.ctx, id, createUpdate(more))
    })
  return answer
}
const history = (id: number) =>
  shop.it.kernel.db.rows<{ to: string }>(
    sql`select to_status as "to" from status_history where document_type = 'order' and document_id = ${id} order by id`,
  )
const paid = async (quantity: number, price = '100.00', stock = 20) => {
  const order = await shop.buy(await shop.stock(stock, price), quantity)
  fine(await shop.owner.post(`/api/admin/order/${order.id}/payment`, { reference: `T-${order.id}` }))
  return { ...order, line: (await shop.order(order.id)).lines[0].id as number }
}
test('every transition not in the table is rejected and changes nothing', async () => {
  const { id } = await shop.buy(await shop.stock(3))
  const { kernel, ctx } = shop.it
  let refused = 0
  for (const status of orderStatuses)
    for (const [name, move] of Object.entries(transitions)) {
      if ((move.from as readonly string[]).includes(status)) continue
      await kernel.db.run(sql`update sales_order set status = ${status} where id = ${id}`)
      await expect(kernel.resources.transition(ctx, 'order', id, name, { reason: 'x' })).rejects.toMatchObject({
        kind: { code: 'WRONG_STATE' },
      })
      expect((await shop.order(id)).status).toBe(status)
      refused++
    }
  expect(refused).toBeGreaterThan(150)
})

test('payment results move an order to the next status, and repeating them changes nothing', async () => {
  const { id } = await shop.buy(await shop.stock(3))
  expect(await settle(id, { attempt_status: 'payment_review' }, 3)).toBeUndefined()
  expect(await shop.order(id)).toMatchObject({ status: 'payment_review', payment_status: 'payment_review' })
  await settle(id, { attempt_status: 'payment_reject', reason: 'No funds' }, 2)
  expect(await shop.order(id)).toMatchObject({ status: 'payment_reject' })
  await settle(id, { attempt_status: 'processing' }, 2)
  expect(await shop.order(id)).toMatchObject({ status: 'pending' })
  await settle(id, { captured: 14_000 }, 3)
  expect(await shop.order(id)).toMatchObject({ status: 'paid', paid: '140.00', payment_status: 'paid', hold_expires_at: null })
  expect((await history(id)).map((h) => h.to)).toEqual(['pending', 'payment_review', 'payment_reject', 'pending', 'paid'])
  await shop.it.jobs()
  const mails = (await shop.owner.get('/api/admin/mail?limit=50')).body.data.map((m: any) => m.subject)
  expect(mails.filter((s: string) => s.startsWith('The payment for order'))).toHaveLength(1)
})

test('a wrong payment amount makes an order abnormal with the reason', async () => {
  const short = await shop.buy(await shop.stock(3))
  expect(await settle(short.id, { captured: 13_900, attempt_status: 'abnormal' })).toBe('amount')
  expect(await shop.order(short.id)).toMatchObject({ status: 'abnormal', payment_status: 'abnormal', abnormal_kind: 'amount' })
  const twice = await shop.buy(await shop.stock(3))
  await settle(twice.id, { captured: 14_000 })
  expect(await settle(twice.id, { captured: 28_000 })).toBe('twice')
  expect(await shop.order(twice.id)).toMatchObject({ status: 'abnormal', abnormal_kind: 'twice' })
  await settle(twice.id, { captured: 28_000, refunded: 14_000 })
  expect(await shop.order(twice.id)).toMatchObject({ status: 'paid', abnormal_kind: null })
  const back = await shop.buy(await shop.stock(3))
  await settle(back.id, { captured: 14_000 })
  expect(await settle(back.id, { captured: 14_000, charged_back: 14_000, attempt_status: 'abnormal' })).toBe('chargeback')
  expect(await settle(back.id, { captured: 14_000, charged_back: 14_000, attempt_status: 'abnormal' })).toBeUndefined()
  expect(await shop.order(back.id)).toMatchObject({ status: 'abnormal', abnormal_kind: 'chargeback' })
  const viewer = await shop.it.staff(['get order', 'resolve order'])
  expect((await viewer.post(`/api/admin/order/${back.id}/resolve_processing`, {})).body.messages).toEqual({
    reason: ['This field is required.'],
  })
  expect((await viewer.post(`/api/admin/order/${back.id}/resolve_processing`, { reason: 'Bank was wrong' })).body.status).toBe('processing')
})

const expire = async (id: number) => {
  await shop.it.kernel.db.run(sql`update sales_order set hold_expires_at = now() - interval '1 minute' where id = ${id}`)
  await cancelExpiredOrders(shop.it.ctx)
}

test('a payment after the hold reopens the order if the stock is available, else it is flagged with a pending refund', async () => {
  const stock = await shop.stock(1)
  const first = await shop.buy(stock)
  await expire(first.id)
  expect(await shop.order(first.id)).toMatchObject({ status: 'canceled', fulfilment_status: 'canceled' })
  expect(await settle(first.id, { captured: 14_000 }, 2)).toBeUndefined()
  expect(await shop.order(first.id)).toMatchObject({ status: 'paid', payment_status: 'paid', canceled_at: null })

  const other = await shop.stock(1)
  const late = await shop.buy(other)
  await expire(late.id)
  await shop.buy(other)
  expect(await settle(late.id, { captured: 14_000 })).toBe('late')
  const view = await shop.view(late.id)
  expect(view.order).toMatchObject({ status: 'abnormal', abnormal_kind: 'late', paid: '140.00' })
  expect(view.refunds).toMatchObject([{ status: 'pending', amount: '140.00', shipping: '40.00' }])
  expect(await settle(late.id, { captured: 14_000 })).toBeUndefined()
})

test('an order paid as its hold expires is not canceled', async () => {
  const { id } = await shop.buy(await shop.stock(1))
  await settle(id, { captured: 14_000 })
  await expire(id)
  expect(await shop.order(id)).toMatchObject({ status: 'paid' })
})

test('refunds of a line add up to the cent in any order of units', () => {
  let seed = 7
  const random = (n: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % n
  for (let i = 0; i < 5_000; i++) {
    const quantity = 1 + random(12)
    const total = random(100_000)
    const line = { total, quantity, refunded_quantity: 0, refunded: 0, currency: 'HKD' }
    expect(getValueOfUnits(total, quantity, quantity, 'HKD')).toBe(total)
    while (line.refunded_quantity < quantity) {
      const units = 1 + random(quantity - line.refunded_quantity)
      // Occasionally a refund has an amount without units.
      const gift = random(5) === 0 ? random(total - line.refunded + 1) : 0
      line.refunded += gift
      const amount = getRefundAmount(line, units)
      expect(amount).toBeGreaterThanOrEqual(0)
      line.refunded += amount
      line.refunded_quantity += units
      expect(line.refunded).toBeLessThanOrEqual(total)
    }
    expect(line.refunded).toBe(total)
  }
})

test('with a refund limit, an overpaid amount can be refunded freely', async () => {
  fine(await shop.owner.put('/api/admin/settings/order', { refund_limit: '50.00' }))
  const o = await paid(1)
  const ctx = {
    ...shop.it.ctx,
    actor: { kind: 'admin' as const, id: 1, name: 'Clerk', permissions: [], superuser: false },
  } as unknown as Ctx
  const give = (amount: number) =>
    shop.it.kernel.transaction(async (tx) => assertWithinLimit(tx, ctx, { ...(await lockOrder(tx, o.id)), paid: 28_000 }, amount))
  await expect(give(14_000)).resolves.toBeUndefined()
  await expect(give(14_001)).rejects.toMatchObject({ kind: { code: 'INVALID' } })
  fine(await shop.owner.put('/api/admin/settings/order', { refund_limit: '0.00' }))
})

test('an order of virtual products is completed by its payment', async () => {
  const stock = await shop.stock(5, '10.00', { type: 'virtual' })
  const { id } = await shop.buy(stock, 1)
  await settle(id, { captured: 1_000 })
  expect(await shop.order(id)).toMatchObject({ status: 'completed', fulfilment_status: 'received' })
})

test('the invariant checks of orders pass after these tests', async () => {
  const { checks } = await import('../checks.ts')
  for (const [name, check] of Object.entries(checks)) {
    // The first test sets order states directly, and some orders have simulated payment updates only.
    if (name === 'open reservations belong to open orders') continue
    expect(await check(shop.it.kernel), name).toEqual([])
  }
})
