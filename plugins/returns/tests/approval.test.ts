import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import type { Client } from '../../../tests/support/app.ts'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'

let shop: Shop
let clerk: Client
let head: Client
beforeAll(async () => {
  shop = await openShop({}, ['approvals', 'desk'])
  clerk = await shop.it.staff([
    'get order',
    'get refund',
    'refund order',
    'approve refund',
    'refund payment',
    'get payment',
    'call_off order',
    'call off order',
  ])
  head = await shop.it.staff(['get order', 'get refund', 'approve refund', 'get approval'])
  const { role } = (await head.get('/api/admin')).body
  fine(await shop.owner.post('/api/admin/approval_rule', { kind: 'refund', from_amount: '50.00', role_id: role.id }))
})
afterAll(() => shop.it.close())

const paid = async () => {
  const order = await shop.buy(await shop.stock(20), 1)
  fine(await shop.owner.post(`/api/admin/order/${order.id}/payment`, { reference: `A-${order.id}` }))
  return { ...order, line: (await shop.order(order.id)).lines[0].id as number }
}
const refund = (o: { id: number; line: number }, amount: string, headers?: Record<string, string>) =>
  clerk.post(`/api/admin/order/${o.id}/refund`, { lines: [{ order_line_id: o.line, amount }], reason: 'Broken', method: 'cash' }, headers)
const findRequest = async (id: number) => (await clerk.get(`/api/admin/approvals/of/refund/${id}`)).body.data[0]
const decide = (client: Client, request: any, verdict: string, reason = '') =>
  client.post(`/api/admin/approvals/${request.id}/decide`, { verdict, step: request.steps[0].id, reason })
const readRefunded = async (o: { id: number }) => (await shop.order(o.id)).refunded

test('a refund below the rule is paid at once, and one at its amount or above waits and sends nothing', async () => {
  const o = await paid()
  expect(fine(await refund(o, '49.99')).body.status).toBe('completed')
  const other = await paid()
  const pendingRefund = fine(await refund(other, '50.00')).body
  expect(pendingRefund.status).toBe('pending')
  await shop.it.jobs()
  expect(await readRefunded(other)).toBe('0.00')
  expect(
    await shop.it.kernel.db.rows(
      sql`select 1 from payment_refund r join payment p on p.id = r.payment_id where p.document_id = ${other.id}`,
    ),
  ).toEqual([])
  expect((await shop.view(other.id)).refunds).toMatchObject([{ status: 'pending', waits: true }])
  expect(await findRequest(pendingRefund.id)).toMatchObject({ amount: '50.00', link: `order/${other.id}`, own: true })
})

test('approvers see the customer and the reason, and no name without the permission to read orders', async () => {
  const o = await paid()
  const pendingRefund = fine(await refund(o, '60.00')).body
  expect((await findRequest(pendingRefund.id)).about).toBe('May Chan · Broken')
  const { data } = fine(await head.get('/api/admin/approvals?tab=mine')).body
  expect(data.find(({ link }: { link: string }) => link === `order/${o.id}`).about).toBe('May Chan · Broken')
  const stranger = await shop.it.staff(['get refund', 'get approval'])
  const approvalView = fine(await stranger.get(`/api/admin/approvals/of/refund/${pendingRefund.id}`)).body.data[0]
  expect(approvalView.about).toBe('Broken')
  expect(approvalView.title).not.toContain('May')
})

test('two concurrent approvals pay the refund once', async () => {
  const o = await paid()
  const pendingRefund = fine(await refund(o, '60.00')).body
  const request = await findRequest(pendingRefund.id)
  const answers = await Promise.all([
    decide(head, request, 'approve'),
    decide(shop.owner, request, 'approve'),
    decide(head, request, 'approve'),
  ])
  expect(answers.map((a) => a.status).sort()).toEqual([200, 409, 409])
  expect(await readRefunded(o)).toBe('60.00')
  expect((await shop.view(o.id)).refunds).toMatchObject([{ status: 'completed', waits: false }])
})

test('a rejected refund is not paid, shows the reason, and releases its amount', async () => {
  const o = await paid()
  const pendingRefund = fine(await refund(o, '60.00')).body
  expect((await shop.view(o.id)).left.amount).toBe('80.00')
  fine(await decide(head, await findRequest(pendingRefund.id), 'reject', 'No photo'))
  const view = await shop.view(o.id)
  expect(view.refunds).toMatchObject([{ status: 'rejected' }])
  expect([await readRefunded(o), view.left.amount]).toEqual(['0.00', '140.00'])
  const history = await shop.it.kernel.db.rows<{ reason: string }>(
    sql`select reason from status_history where document_type = 'refund' and document_id = ${pendingRefund.id} order by id`,
  )
  expect(history.at(-1)).toEqual({ reason: 'No photo' })
})

test('a refund withdrawn by its requester is canceled and releases its amount', async () => {
  const o = await paid()
  const pendingRefund = fine(await refund(o, '60.00')).body
  fine(await clerk.post(`/api/admin/approvals/${(await findRequest(pendingRefund.id)).id}/withdraw`, {}))
  const view = await shop.view(o.id)
  expect(view).toMatchObject({ refunds: [{ status: 'canceled' }], left: { amount: '140.00' } })
})

test('a pending approval cannot be bypassed manually, in parts, at the payment, or by canceling the order', async () => {
  const o = await paid()
  const pendingRefund = fine(await refund(o, '60.00')).body
  for (const status of ['approved', 'rejected', 'process', 'canceled'])
    expect((await shop.owner.put(`/api/admin/refund/${pendingRefund.id}`, { status })).status, status).toBe(409)
  const response = await decide(clerk, await findRequest(pendingRefund.id), 'approve')
  expect([response.status, response.body.code]).toEqual([403, 'OWN_REQUEST'])

  const parts = await paid()
  expect(fine(await refund(parts, '30.00')).body.status).toBe('completed')
  expect(fine(await refund(parts, '30.00')).body.status).toBe('pending')
  expect(await readRefunded(parts)).toBe('30.00')

  const direct = await paid()
  const payment = await shop.it.kernel.db.one<{ id: number }>(
    sql`select id from payment where document_type = 'order' and document_id = ${direct.id}`,
  )
  const there = await clerk.post(`/api/admin/payment/${payment?.id}/refund`, { amount: '60.00', reason: 'x', at_once: true })
  expect([there.status, Object.keys(there.body.messages)]).toEqual([422, ['amount']])
  expect(await readRefunded(direct)).toBe('0.00')

  const off = await paid()
  fine(await clerk.post(`/api/admin/order/${off.id}/call_off`, { reason: 'Sold out' }))
  expect(await shop.order(off.id)).toMatchObject({ status: 'canceled', refunded: '0.00' })
  const [waiting] = (await shop.view(off.id)).refunds
  expect(waiting).toMatchObject({ status: 'pending', waits: true, amount: '140.00' })
})

test('a repeated call creates one approval request', async () => {
  const o = await paid()
  const key = { 'idempotency-key': `approval-${o.id}` }
  const [first, second] = [await refund(o, '60.00', key), await refund(o, '60.00', key)]
  expect(second.body).toEqual(first.body)
  expect((await clerk.get(`/api/admin/approvals/of/refund/${first.body.id}`)).body.data).toHaveLength(1)
  expect((await shop.view(o.id)).refunds).toHaveLength(1)
})

test('amounts approved by others before do not count towards the next refund', async () => {
  const o = await paid()
  fine(await decide(head, await findRequest(fine(await refund(o, '60.00')).body.id), 'approve'))
  expect(fine(await refund(o, '20.00')).body.status).toBe('completed')
})

test('amounts are compared in the base currency', async () => {
  const o = await paid()
  // One unit of the base currency is two of the order's currency.
  await shop.it.kernel.db.run(sql`update sales_order set exchange_rate = 2 where id = ${o.id}`)
  const small = fine(await refund(o, '60.00')).body
  expect(small.status).toBe('completed')
  const large = fine(await refund(o, '40.00')).body
  expect(large.status).toBe('pending')
  expect(await findRequest(large.id)).toMatchObject({ amount: '20.00' })
})

test('a rule with a larger amount counts earlier refunds approved by other roles, or still pending', async () => {
  const boss = await shop.it.staff(['get order', 'approve refund', 'get approval'])
  const { role } = (await boss.get('/api/admin')).body
  const rule = fine(
    await shop.owner.post('/api/admin/approval_rule', { kind: 'refund', from_amount: '100.00', step: 2, role_id: role.id }),
  ).body
  const o = await paid()
  const first = fine(await refund(o, '30.00')).body
  expect(first.status).toBe('completed')
  const second = fine(await refund(o, '35.00')).body
  expect((await findRequest(second.id)).steps).toHaveLength(1)
  const third = fine(await refund(o, '35.00')).body
  expect((await findRequest(third.id)).steps.map((step: { role: string }) => step.role)).toHaveLength(2)
  fine(await decide(head, await findRequest(second.id), 'approve'))
  fine(await clerk.post(`/api/admin/approvals/${(await findRequest(third.id)).id}/withdraw`, {}))
  expect(fine(await refund(o, '15.00')).body.status).toBe('completed')
  expect((await findRequest(fine(await refund(o, '20.00')).body.id)).steps).toMatchObject([
    { role: expect.any(String) },
    { role: role.name },
  ])
  fine(await shop.owner.delete(`/api/admin/approval_rule/${rule.id}`))
})

test('refunds count across orders that are linked by exchanges', async () => {
  const order = await shop.buy(await shop.stock(20, '40.00'), 3)
  fine(await shop.owner.post(`/api/admin/order/${order.id}/payment`, { reference: `X-${order.id}` }))
  fine(await shop.owner.post(`/api/admin/order/${order.id}/ship`, {}))
  const line = (await shop.order(order.id)).lines[0].id as number
  const exchange = async () => {
    const { id } = fine(
      await shop.owner.post(`/api/admin/order/${order.id}/return`, {
        kind: 'exchange',
        lines: [{ order_line_id: line, quantity: 1 }],
        replacements: [{ stock_id: await shop.stock(3, '40.00'), quantity: 1 }],
      }),
    ).body
    const lines = [{ order_line_id: line, received: 1, resaleable: 1 }]
    const other = fine(await shop.owner.put(`/api/admin/return/${id}`, { lines })).body.replacement_order_id as number
    return { id: other, line: (await shop.order(other)).lines[0].id as number }
  }
  const [a, b] = [await exchange(), await exchange()]
  const answers = await Promise.all([refund(a, '40.00'), refund(b, '40.00')])
  expect(answers.map((answer) => fine(answer).body.status).sort()).toEqual(['completed', 'pending'])
  expect(fine(await refund({ id: order.id, line }, '40.00')).body.status).toBe('pending')
  const payment = await shop.it.kernel.db.one<{ id: number }>(
    sql`select id from payment where document_type = 'order' and document_id = ${order.id}`,
  )
  const there = await clerk.post(`/api/admin/payment/${payment?.id}/refund`, { amount: '20.00', reason: 'x', at_once: true })
  expect(there.status).toBe(422)
})
