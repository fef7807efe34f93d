import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'stoa'
import type { Client } from '../../../tests/support/app.ts'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.it.close())

const paid = async (quantity: number, price = '100.00', stock = 20) => {
  const order = await shop.buy(await shop.stock(stock, price), quantity)
  fine(await shop.owner.post(`/api/admin/order/${order.id}/payment`, { reference: `T-${order.id}` }))
  return { ...order, line: (await shop.order(order.id)).lines[0].id as number }
}
const refund = (id: number, body: object) => shop.owner.post(`/api/admin/order/${id}/refund`, { reason: 'Broken', method: 'cash', ...body })

test('units of an uneven line are refunded to the cent, shipping separately, and a full refund marks the order refunded', async () => {
  const o = await paid(3, '33.33')
  await shop.it.kernel.db.run(sql`update order_line set discount_minor = 1, total_minor = total_minor - 1 where id = ${o.line}`)
  await shop.it.kernel.db.run(sql`update order_line set discount_minor = 0, total_minor = total_minor + 1 where id = ${o.line}`)
  const firstRefund = fine(await refund(o.id, { lines: [{ order_line_id: o.line, quantity: 1 }] })).body
  expect(firstRefund).toMatchObject({ status: 'completed' })
  expect((await refund(o.id, { lines: [{ order_line_id: o.line, quantity: 3 }] })).body.messages).toEqual({
    'lines.0.quantity': ['Only 2 are left.'],
  })
  expect((await refund(o.id, { shipping: '40.01', lines: [] })).body.messages).toEqual({ shipping: ['You can refund at most 40.00.'] })
  fine(await refund(o.id, { shipping: '40.00', lines: [] }))
  expect(await shop.order(o.id)).toMatchObject({ status: 'paid', refunded: '73.33', payment_status: 'paid' })
  fine(await refund(o.id, { lines: [{ order_line_id: o.line, quantity: 2 }] }))
  expect(await shop.order(o.id)).toMatchObject({ status: 'refunded', refunded: '139.99', payment_status: 'refunded' })
})

test('concurrent refunds of one line refund it once', async () => {
  const o = await paid(4)
  const answers = await Promise.all(Array.from({ length: 12 }, () => refund(o.id, { lines: [{ order_line_id: o.line, quantity: 1 }] })))
  expect(answers.filter((a) => a.status === 201)).toHaveLength(4)
  expect(answers.filter((a) => a.status >= 500)).toEqual([])
  expect(await shop.order(o.id)).toMatchObject({ refunded: '400.00' })
  const again = await shop.owner.post(
    `/api/admin/order/${o.id}/refund`,
    { reason: 'x', method: 'cash', shipping: '10.00' },
    { 'idempotency-key': 'refund-once-1' },
  )
  const same = await shop.owner.post(
    `/api/admin/order/${o.id}/refund`,
    { reason: 'x', method: 'cash', shipping: '10.00' },
    { 'idempotency-key': 'refund-once-1' },
  )
  expect(same.body).toEqual(again.body)
  expect(await shop.order(o.id)).toMatchObject({ refunded: '410.00' })
})

test('a refund above the limit waits for approval by somebody else', async () => {
  fine(await shop.owner.put('/api/admin/settings/order', { refund_limit: '50.00' }))
  const o = await paid(1)
  const clerk = await shop.it.staff(['get order', 'get refund', 'refund order', 'approve refund'])
  const pendingRefund = fine(
    await clerk.post(`/api/admin/order/${o.id}/refund`, { reason: 'x', method: 'cash', lines: [{ order_line_id: o.line, quantity: 1 }] }),
  ).body
  expect(pendingRefund.status).toBe('pending')
  expect((await refund(o.id, { lines: [{ order_line_id: o.line, quantity: 1 }] })).status).toBe(422)
  const response = await clerk.put(`/api/admin/refund/${pendingRefund.id}`, { status: 'approved' })
  expect(response.body.messages).toEqual({ status: ['This refund must be approved by another person.'] })
  const without = await shop.it.staff(['get refund', 'refund order'])
  expect((await without.put(`/api/admin/refund/${pendingRefund.id}`, { status: 'approved' })).status).toBe(403)
  expect(fine(await shop.owner.put(`/api/admin/refund/${pendingRefund.id}`, { status: 'approved' })).body.status).toBe('completed')
  fine(await shop.owner.put('/api/admin/settings/order', { refund_limit: '0.00' }))
})

test('resolving an order by canceling it leaves its refund pending, unless the person may refund', async () => {
  const moves = ['get order', 'resolve order']
  for (const [rights, status] of [
    [moves, 'pending'],
    [[...moves, 'refund order'], 'process'],
  ] as const) {
    const o = await paid(1)
    fine(await shop.owner.post(`/api/admin/order/${o.id}/flag`, { reason: 'x' }))
    const clerk = await shop.it.staff(rights)
    fine(await clerk.post(`/api/admin/order/${o.id}/resolve_canceled`, { reason: 'x' }))
    expect(await shop.it.kernel.db.rows(sql`select status from refund where order_id = ${o.id}`)).toEqual([{ status }])
  }
})

describe('with a limit of 50.00, one person alone cannot refund more of one order', () => {
  beforeAll(async () => {
    fine(await shop.owner.put('/api/admin/settings/order', { refund_limit: '50.00' }))
  })
  afterAll(async () => {
    fine(await shop.owner.put('/api/admin/settings/order', { refund_limit: '0.00' }))
  })
  const createClerk = () => shop.it.staff(['get order', 'get refund', 'refund order', 'approve refund', 'refund payment', 'get payment'])
  const part = (client: Client, o: { id: number; line: number }, amount: string) =>
    client.post(`/api/admin/order/${o.id}/refund`, { reason: 'x', method: 'cash', lines: [{ order_line_id: o.line, quantity: 0, amount }] })

  test('the limit is in the base currency, whatever the order was paid in', async () => {
    const o = await paid(1)
    // Ten units of the base currency are one of the order's currency.
    await shop.it.kernel.db.run(sql`update sales_order set exchange_rate = 0.1 where id = ${o.id}`)
    const clerk = await createClerk()
    expect(fine(await part(clerk, o, '5.00')).body.status).toBe('completed')
    expect(fine(await part(clerk, o, '0.01')).body.status).toBe('pending')
  })
  const findPaymentId = async (o: { id: number }) =>
    (
      await shop.it.kernel.db.one<{ id: number }>(
        sql`select id from payment where document_type = 'order' and document_id = ${o.id} order by id desc limit 1`,
      )
    )?.id
  const direct = async (client: Client, o: { id: number }, amount: string) =>
    client.post(`/api/admin/payment/${await findPaymentId(o)}/refund`, { amount, reason: 'x', at_once: true })

  test('in parts', async () => {
    const o = await paid(3)
    const clerk = await createClerk()
    expect(fine(await part(clerk, o, '45.00')).body.status).toBe('completed')
    expect(fine(await part(clerk, o, '5.00')).body.status).toBe('completed')
    const third = fine(await part(clerk, o, '0.01')).body
    expect(third.status).toBe('pending')
    // The limit is per person: another clerk has a separate limit, and an approved refund counts for its approver.
    expect(fine(await part(await createClerk(), o, '45.00')).body.status).toBe('completed')
    expect((await clerk.put(`/api/admin/refund/${third.id}`, { status: 'approved' })).status).toBe(409)
    expect(fine(await shop.owner.put(`/api/admin/refund/${third.id}`, { status: 'approved' })).body.status).toBe('completed')
    expect(await shop.order(o.id)).toMatchObject({ refunded: '95.01' })
    // Each order has its own limit.
    expect(fine(await part(clerk, await paid(1), '45.00')).body.status).toBe('completed')
  })

  test('in concurrent parts', async () => {
    const o = await paid(3)
    const clerk = await createClerk()
    const made = await Promise.all(Array.from({ length: 4 }, () => part(clerk, o, '45.00')))
    expect(made.map((m) => fine(m).body.status).sort()).toEqual(['completed', 'pending', 'pending', 'pending'])
  })

  test('at the payment itself, in full, in parts, or in addition to the order', async () => {
    const clerk = await createClerk()
    const whole = await paid(1)
    const refused = await direct(clerk, whole, '100.00')
    expect([refused.status, refused.body.messages]).toEqual([
      422,
      {
        amount: [
          'You can refund up to 50.00 of an order without approval. Request this refund from the order page so that a colleague can approve it.',
        ],
      },
    ])
    fine(await direct(clerk, whole, '30.00'))
    expect((await direct(clerk, whole, '30.00')).status).toBe(422)
    expect(fine(await part(clerk, whole, '30.00')).body.status).toBe('pending')
    fine(await direct(clerk, whole, '20.00'))
    const other = await paid(1)
    expect(fine(await part(clerk, other, '45.00')).body.status).toBe('completed')
    expect((await direct(clerk, other, '6.00')).status).toBe(422)
    fine(await direct(await createClerk(), other, '6.00'))
    expect(await shop.order(other.id)).toMatchObject({ refunded: '51.00' })
  })

  test('with the key of an existing refund of the order', async () => {
    const o = await paid(1)
    const clerk = await createClerk()
    const pendingRefund = fine(await part(clerk, o, '60.00')).body
    const forged = await clerk.post(`/api/admin/payment/${await findPaymentId(o)}/refund`, {
      amount: '40.00',
      reason: 'x',
      key: `order-${pendingRefund.id}`,
      at_once: true,
    })
    fine(forged)
    expect(fine(await shop.owner.put(`/api/admin/refund/${pendingRefund.id}`, { status: 'approved' })).body.status).toBe('completed')
    expect(await shop.order(o.id)).toMatchObject({ refunded: '100.00' })
  })

  test('by canceling the order: it is canceled, and the refund waits for somebody else', async () => {
    const o = await paid(1)
    const clerk = await shop.it.staff(['get order', 'get refund', 'refund order', 'approve refund', 'call_off order', 'call off order'])
    fine(await clerk.post(`/api/admin/order/${o.id}/call_off`, { reason: 'Sold out' }))
    expect(await shop.order(o.id)).toMatchObject({ status: 'canceled', refunded: '0.00' })
    const [waiting] = (await shop.view(o.id)).refunds
    expect(waiting).toMatchObject({ status: 'pending', amount: '140.00' })
    expect((await clerk.put(`/api/admin/refund/${waiting.id}`, { status: 'approved' })).status).toBe(409)
    expect(fine(await shop.owner.put(`/api/admin/refund/${waiting.id}`, { status: 'approved' })).body.status).not.toBe('pending')
  })
})

test('canceling a paid order restocks its units and refunds the full amount', async () => {
  const o = await paid(2)
  fine(await shop.owner.post(`/api/admin/order/${o.id}/call_off`, { reason: 'Sold out' }))
  const view = await shop.view(o.id)
  expect(view.order).toMatchObject({ status: 'canceled', cancel_reason: 'Sold out' })
  expect(view.refunds).toMatchObject([{ amount: '240.00', shipping: '40.00' }])
  const sent = await paid(2)
  fine(
    await shop.owner.post(`/api/admin/order/${sent.id}/shipment`, {
      lines: [{ order_line_id: sent.line, quantity: 1 }],
      status: 'shipped',
    }),
  )
  expect((await shop.owner.post(`/api/admin/order/${sent.id}/call_off`, { reason: 'x' })).status).toBe(409)
})

test('an order with a full refund in progress cannot be shipped', async () => {
  const expectedMessages = { status: ['A full refund of this order is in progress. Complete or reject that refund first.'] }
  const act = (id: number, move: string) => shop.owner.post(`/api/admin/order/${id}/${move}`, { reason: 'x' })
  const off = await paid(1)
  fine(await act(off.id, 'call_off'))
  fine(await act(off.id, 'flag'))
  for (const move of ['resolve_processing', 'resolve_paid']) {
    const back = await act(off.id, move)
    expect([back.status, back.body.messages]).toEqual([409, expectedMessages])
  }
  const whole = await paid(1)
  const refundInput = { shipping: '40.00', lines: [{ order_line_id: whole.line, quantity: 1 }] }
  const { body } = fine(await refund(whole.id, { ...refundInput, method: 'original' }))
  expect(body.status).not.toBe('completed')
  const lines = [{ order_line_id: whole.line, quantity: 1 }]
  const parcel = await shop.owner.post(`/api/admin/order/${whole.id}/shipment`, { lines, status: 'shipped' })
  for (const answer of [parcel, await act(whole.id, 'ship'), await act(whole.id, 'process')])
    expect([answer.status, answer.body.messages]).toEqual([409, expectedMessages])
  expect(await shop.order(whole.id)).toMatchObject({ status: 'paid', units_shipped: 0 })
  // The order view contains the flag as well, so the screen offers no shipping.
  expect((await shop.view(whole.id)).going_back).toBe(true)
  expect((await shop.view((await paid(1)).id)).going_back).toBe(false)
})

test('an order partly refunded at the payment cannot be shipped then either, and refunds at most the rest', async () => {
  const o = await paid(1)
  const { data } = fine(await shop.owner.get(`/api/admin/payment/attempts?document_type=order&document_id=${o.id}`)).body
  fine(await shop.owner.post(`/api/admin/payment/${data[0].id}/refund`, { amount: '20.00', reason: 'x', at_once: true }))
  const lines = [{ order_line_id: o.line, quantity: 1 }]
  expect((await refund(o.id, { shipping: '40.00', lines })).body.messages).toEqual({ lines: ['You can refund at most 120.00.'] })
  fine(await refund(o.id, { shipping: '20.00', lines, method: 'original' }))
  expect((await refund(o.id, { shipping: '20.00', lines: [] })).body.messages).toEqual({ lines: ['You can refund at most 0.00.'] })
  expect(await shop.view(o.id)).toMatchObject({ going_back: true, left: { amount: '0.00', shipping: '20.00' } })
  expect((await shop.owner.post(`/api/admin/order/${o.id}/ship`)).status).toBe(409)
})

test('a refund that is partly paid or in progress cannot be canceled', async () => {
  const o = await shop.buy(await shop.stock(5))
  for (const amount of ['60.00', '80.00']) fine(await shop.owner.post(`/api/admin/order/${o.id}/payment`, { amount }))
  expect((await shop.view(o.id)).left).toEqual({ amount: '140.00', shipping: '40.00' })
  fine(await shop.owner.post(`/api/admin/order/${o.id}/call_off`, { reason: 'x' }))
  const parts = await shop.it.kernel.db.rows<{ id: number }>(sql`select r.id from payment_refund r join payment p on p.id = r.payment_id
    where p.document_type = 'order' and p.document_id = ${o.id} order by r.id`)
  expect(parts).toHaveLength(2)
  const [refundView] = (await shop.view(o.id)).refunds
  // One part failed at its provider; the other is still to be sent.
  await shop.it.kernel.db.run(sql`update payment_refund set status = 'abnormal' where id = ${parts[1]?.id ?? 0}`)
  await shop.it.kernel.db.run(sql`update refund set status = 'abnormal' where id = ${refundView.id}`)
  const drop = () => shop.owner.put(`/api/admin/refund/${refundView.id}`, { status: 'canceled' })
  expect((await drop()).status).toBe(409)
  fine(await shop.owner.post(`/api/admin/payment/refund/${parts[0]?.id}/sent`))
  expect((await drop()).body.messages.status[0]).toMatch(/^HKD 80\.00 of this refund/)
  fine(await shop.owner.put(`/api/admin/refund/${refundView.id}`, { status: 'process' }))
  const again = await shop.it.kernel.db.one<{ id: number }>(sql`select r.id from payment_refund r join payment p on p.id = r.payment_id
    where p.document_type = 'order' and p.document_id = ${o.id} and r.status = 'pending'`)
  fine(await shop.owner.post(`/api/admin/payment/refund/${again?.id}/sent`))
  expect((await shop.view(o.id)).refunds).toMatchObject([{ status: 'completed', amount: '140.00' }])
})

test('units refunded before shipping need not be shipped', async () => {
  const o = await paid(3)
  fine(await shop.owner.post(`/api/admin/order/${o.id}/shipment`, { lines: [{ order_line_id: o.line, quantity: 2 }], status: 'shipped' }))
  fine(await refund(o.id, { lines: [{ order_line_id: o.line, quantity: 1, cancel: 1 }] }))
  expect(await shop.order(o.id)).toMatchObject({ status: 'shipped', units_total: 2, units_shipped: 2 })
})

test('all refund invariants hold after the tests above', async () => {
  const { checks } = await import('../checks.ts')
  for (const [name, check] of Object.entries(checks)) expect(await check(shop.it.kernel), name).toEqual([])
})
