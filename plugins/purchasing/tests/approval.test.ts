import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import type { Client } from '../../../tests/support/app.ts'
import { draft, setting, type Setting } from './purchasing-fixture.ts'

let s: Setting
let head: Client
beforeAll(async () => {
  s = await setting(['approvals', 'desk'])
  head = await s.it.staff(['get po', 'approve po', 'get approval'])
  const { role } = (await head.get('/api/admin')).body
  // 10 × 12.80 / 0.128 = 1000.00
  const made = await s.boss.post('/api/admin/approval_rule', { kind: 'po', from_amount: '1000.00', role_id: role.id })
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
})
afterAll(() => s.it.close())

const submitted = async (quantity: number, more: object = {}) => {
  const id = await draft(s, { tea: quantity }, more)
  return { id, status: (await s.buyer.post(`/api/admin/po/${id}/submit`)).body.status as string }
}
const findRequest = async (id: number) => (await s.buyer.get(`/api/admin/approvals/of/po/${id}`)).body.data[0]
const decide = (client: Client, request: any, verdict: string, reason = '') =>
  client.post(`/api/admin/approvals/${request.id}/decide`, { verdict, step: request.steps[0].id, reason })
const mails = async () =>
  (await s.it.kernel.db.one<{ n: number }>(sql`select count(*) as n from mail where recipient = 'orders@westlake.test'`))?.n

test('an order below the approval rule is sent at once; one at or above it waits and shows for whom', async () => {
  expect((await submitted(9)).status).toBe('sent')
  const { id, status } = await submitted(10)
  expect(status).toBe('pending')
  expect(await findRequest(id)).toMatchObject({
    amount: '1000.00',
    link: `po/${id}`,
    steps: [{ status: 'pending' }],
    own: true,
    withdrawable: true,
  })
  expect((await s.buyer.get(`/api/admin/po/${id}/view`)).body.waits).toBe(true)
  expect((await head.get('/api/admin/approvals')).body.data.map((r: any) => r.link)).toContain(`po/${id}`)
})

test('a typed exchange rate cannot lower an order below the approval rule or limit', async () => {
  const { id, status } = await submitted(10, { exchange_rate: '100' })
  expect(status).toBe('pending')
  expect(await findRequest(id)).toMatchObject({ about: 'USD 128.00' })
  expect((await submitted(9, { exchange_rate: '100' })).status).toBe('sent')
  const { kernel, ctx } = s.it
  await kernel.settings.write(kernel, ctx, 'purchasing', { approval_limit: '500.00' }, 'en-US')
  const low = await submitted(5, { exchange_rate: '100' })
  await kernel.settings.write(kernel, ctx, 'purchasing', { approval_limit: '0.00' }, 'en-US')
  expect(low.status).toBe('pending')
})

test('an approved order is sent to the supplier once, and not before', async () => {
  await s.it.jobs()
  const before = await mails()
  const { id } = await submitted(10)
  await s.it.jobs()
  expect(await mails()).toBe(before)
  const request = await findRequest(id)
  const answers = await Promise.all([decide(head, request, 'approve'), decide(s.boss, request, 'approve')])
  expect(answers.map((a) => a.status).sort()).toEqual([200, 409])
  await s.it.jobs()
  expect(await mails()).toBe((before ?? 0) + 1)
  const { body } = await s.buyer.get(`/api/admin/po/${id}/view`)
  expect(body).toMatchObject({ status: 'sent', waits: false, approver: expect.stringMatching(/./) })
  expect(body.history.map((h: any) => h.to_status)).toEqual(['pending', 'approved', 'sent'])
})

test('a pending order cannot bypass its approval, one by one or in a batch', async () => {
  const { id } = await submitted(10)
  for (const verb of ['approve', 'reject']) {
    const { status, body } = await s.boss.post(`/api/admin/po/${id}/${verb}`, { reason: 'x' })
    expect([status, body.code], verb).toEqual([409, 'WRONG_STATE'])
  }
  await s.boss.post('/api/admin/po/batch/approve', { ids: [id] })
  expect((await s.boss.post(`/api/admin/po/${id}/send`)).status).toBe(409)
  expect((await s.buyer.get(`/api/admin/po/${id}`)).body.status).toBe('pending')
  const response = await decide(s.buyer, await findRequest(id), 'approve')
  expect([response.status, response.body.code]).toEqual([403, 'OWN_REQUEST'])
})

test('a rejected order stays unsent with the reason, and can be revised and submitted again', async () => {
  const { id } = await submitted(12)
  const no = await decide(head, await findRequest(id), 'reject', 'Half is enough')
  expect(no.body.status).toBe('rejected')
  const { body } = await s.buyer.get(`/api/admin/po/${id}/view`)
  expect(body).toMatchObject({
    status: 'rejected',
    history: [{ to_status: 'pending' }, { to_status: 'rejected', reason: 'Half is enough' }],
  })
  await s.buyer.post(`/api/admin/po/${id}/revise`)
  expect((await s.buyer.post(`/api/admin/po/${id}/submit`)).body.status).toBe('pending')
  expect(await findRequest(id)).toMatchObject({ status: 'pending' })
})

test('a withdrawn order is a draft again, and a canceled one needs no decision', async () => {
  const { id } = await submitted(10)
  await s.buyer.post(`/api/admin/approvals/${(await findRequest(id)).id}/withdraw`, { reason: 'One more line' })
  expect((await s.buyer.get(`/api/admin/po/${id}`)).body.status).toBe('draft')
  await s.buyer.post(`/api/admin/po/${id}/submit`)
  const request = await findRequest(id)
  await s.buyer.post(`/api/admin/po/${id}/cancel`, { reason: 'Sold out' })
  expect(await findRequest(id)).toMatchObject({ id: request.id, status: 'canceled', reason: 'Sold out' })
  expect((await decide(head, request, 'approve')).body.code).toBe('ALREADY_DECIDED')
  expect((await s.buyer.get(`/api/admin/po/${id}`)).body.status).toBe('canceled')
})

test('the author of an order cannot approve it when another member of staff submits it', async () => {
  const id = await draft(s, { tea: 10 })
  await s.boss.post(`/api/admin/po/${id}/submit`)
  const request = await findRequest(id)
  expect((await decide(s.buyer, request, 'approve')).body.code).toBe('OWN_REQUEST')
  expect((await decide(s.boss, request, 'approve')).body.code).toBe('OWN_REQUEST')
  expect((await decide(head, request, 'approve')).status).toBe(200)
})
