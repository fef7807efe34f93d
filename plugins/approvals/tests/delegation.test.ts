import { beforeEach, expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { boss, claims, claimTables, clerk, hire, type Person } from './claim-fixture.ts'

const shop = suite(['approvals', 'desk'], { extra: [claims], tables: claimTables })

let kim: Person
let lee: Person
let deputy: Person
beforeEach(async () => {
  await shop.it.kernel.db.run(sql`delete from approval_rule`)
  await shop.it.kernel.db.run(sql`update approval set status = 'canceled' where status = 'pending'`)
  kim = await hire(shop.it, clerk)
  lee = await hire(shop.it, boss)
  deputy = await hire(shop.it, boss)
  await shop.owner.post('/api/admin/approval_rule', { kind: 'claim', role_id: lee.role })
})

const day = async (plus: number) =>
  (await shop.it.kernel.db.one<{ d: string }>(sql`select ((select business_day()) + ${plus}::int)::text as d`))?.d ?? ''
const away = async (giver: Person, to: Person, from = 0, until = 3) =>
  giver.call.post('/api/admin/approval_delegation', {
    deputy_id: to.id,
    starts_on: await day(from),
    ends_on: await day(until),
    reason: 'Holiday',
  })
const claimed = async (requester = kim) => {
  const { body } = await requester.call.post('/api/admin/claim', { title: 'Train', cost: '10.00' })
  await requester.call.post(`/api/admin/claim/${body.id}/submit`)
  return (await shop.owner.get(`/api/admin/approvals/of/claim/${body.id}`)).body.data[0]
}
const decide = ({ call }: Person, request: any) =>
  call.post(`/api/admin/approvals/${request.id}/decide`, { verdict: 'approve', step: request.steps[0].id })
const waits = async ({ call }: Person) => (await call.get('/api/admin/approvals')).body

test('a deputy decides during an absence, and the record says so', async () => {
  const request = await claimed()
  expect((await decide(deputy, request)).status).toBe(404)
  const delegation = await away(lee, deputy)
  expect(delegation.status, JSON.stringify(delegation.body)).toBe(201)
  const inbox = await waits(deputy)
  expect(inbox).toMatchObject({
    total: 1,
    data: [{ decidable: true, stands_for: expect.any(String) }],
    stands_for: [{ until: await day(3) }],
  })
  const done = await decide(deputy, request)
  expect(done.body, JSON.stringify(done.body)).toMatchObject({
    status: 'approved',
    steps: [{ who: expect.any(String), stood_for: inbox.data[0].stands_for }],
  })
  const audit = await shop.owner.get(`/api/admin/audit_log?resource=approval_delegation&row_id=${delegation.body.id}`)
  expect(audit.body.data).toMatchObject([{ verb: 'create' }])
  expect((await lee.call.get('/api/admin/approvals?tab=decided')).body.data).toMatchObject([{ id: request.id }])
})

test('a delegation applies on its days only, and ends when it is withdrawn', async () => {
  const request = await claimed()
  await away(lee, deputy, 1, 3)
  expect((await waits(deputy)).total).toBe(0)
  const { body } = await away(lee, deputy)
  expect((await waits(deputy)).total).toBe(1)
  expect((await deputy.call.post(`/api/admin/approval_delegation/${body.id}/revoke`)).status).toBe(403)
  expect((await kim.call.post(`/api/admin/approval_delegation/${body.id}/revoke`)).status).toBe(403)
  expect((await lee.call.post(`/api/admin/approval_delegation/${body.id}/revoke`)).status).toBe(200)
  expect((await lee.call.post(`/api/admin/approval_delegation/${body.id}/revoke`)).status).toBe(409)
  expect((await waits(deputy)).total).toBe(0)
  expect((await decide(deputy, request)).status).toBe(404)
  expect((await lee.call.delete(`/api/admin/approval_delegation/${body.id}`)).status).toBe(404)
})

test('a delegation requires both people to have the permission', async () => {
  const lacks = await away(lee, kim)
  expect([lacks.status, Object.keys(lacks.body.messages)]).toEqual([422, ['deputy_id']])
  const nothing = await hire(shop.it, ['get approval delegation', 'create approval delegation'])
  expect((await away(nothing, deputy)).status).toBe(422)
  await away(lee, deputy)
  const request = await claimed()
  await shop.it.kernel.db.run(sql`update role set permission_list = array_remove(permission_list, 'approve claim') where id = ${lee.role}`)
  expect((await decide(deputy, request)).status).toBe(404)
  await shop.it.kernel.db.run(sql`update role set permission_list = permission_list || '{approve claim}' where id = ${lee.role}`)
  await shop.it.kernel.db.run(
    sql`update role set permission_list = array_remove(permission_list, 'approve claim') where id = ${deputy.role}`,
  )
  expect((await decide(deputy, request)).status).toBe(404)
  expect((await waits(lee)).total).toBe(1)
})

test('a reversed period, a past period, oneself and nobody as deputy are rejected by field', async () => {
  const field = async (...args: Parameters<typeof away>) => Object.keys((await away(...args)).body.messages)
  expect(await field(lee, deputy, 3, 1)).toEqual(['ends_on'])
  expect(await field(lee, deputy, -5, -1)).toEqual(['ends_on'])
  expect(await field(lee, lee)).toEqual(['deputy_id'])
  expect(await field(lee, { ...deputy, id: 999_999 })).toEqual(['deputy_id'])
})

test('staff cannot delegate on behalf of somebody else', async () => {
  const rejected = await deputy.call.post('/api/admin/approval_delegation', {
    giver_id: lee.id,
    deputy_id: deputy.id,
    starts_on: await day(0),
    ends_on: await day(1),
  })
  expect(rejected.status).toBe(422)
  const delegation = await deputy.call.post('/api/admin/approval_delegation', {
    giver_id: lee.id,
    deputy_id: lee.id,
    starts_on: await day(0),
    ends_on: await day(1),
  })
  expect(delegation.body.giver_id).toBe(deputy.id)
})

test('a delegation is not transitive: in a ring of delegations each deputy decides for one person only', async () => {
  const third = await hire(shop.it, boss)
  await away(lee, deputy)
  await away(deputy, third)
  await away(third, lee)
  const request = await claimed()
  expect((await waits(third)).total).toBe(0)
  expect((await decide(third, request)).status).toBe(404)
  expect((await decide(deputy, request)).status).toBe(200)
})

test("a requester's own request cannot be decided through their delegation", async () => {
  const asks = await hire(shop.it, [...new Set([...boss, ...clerk])])
  await shop.owner.post('/api/admin/approval_rule', { kind: 'claim', role_id: asks.role, step: 1 })
  await shop.it.kernel.db.run(sql`delete from approval_rule where role_id = ${lee.role}`)
  // The requester's deputy cannot decide the requester's claim.
  await away(asks, deputy)
  const claim = await claimed(asks)
  expect((await decide(deputy, claim)).status).not.toBe(200)
  expect((await waits(deputy)).total).toBe(0)
  // The requester cannot decide it as the deputy of the approver.
  await shop.owner.post('/api/admin/approval_rule', { kind: 'claim', role_id: lee.role, step: 1 })
  await shop.it.kernel.db.run(sql`delete from approval_rule where role_id = ${asks.role}`)
  await away(lee, asks)
  const two = await claimed(asks)
  expect((await decide(asks, two)).body.code).toBe('OWN_REQUEST')
  expect((await waits(asks)).total).toBe(0)
})

test('a disabled account delegates to nobody', async () => {
  await away(lee, deputy)
  await claimed()
  await shop.it.kernel.db.run(sql`update account set enabled = false where id = ${lee.id}`)
  expect((await waits(deputy)).total).toBe(0)
})

test('the list of possible deputies contains only those who can decide', async () => {
  const { body } = await lee.call.get('/api/admin/approvals/deputies')
  const ids = body.data.map((entry: any) => entry.id)
  expect(ids).toContain(deputy.id)
  expect(ids).not.toContain(lee.id)
  expect(ids).not.toContain(kim.id)
})

test('a delegation is visible to both people and to staff with the permission to see all', async () => {
  const { body } = await away(lee, deputy)
  const other = await hire(shop.it, boss)
  for (const [person, status] of [
    [lee, 200],
    [deputy, 200],
    [other, 404],
  ] as const)
    expect((await person.call.get(`/api/admin/approval_delegation/${body.id}`)).status).toBe(status)
  const auditor = await shop.it.staff('approvals.auditor')
  expect((await auditor.get(`/api/admin/approval_delegation/${body.id}`)).status).toBe(200)
})

test('approvers are reminded after some days, in their language, once a day however often the job runs', async () => {
  const request = await claimed()
  await claimed()
  await away(lee, deputy)
  await shop.it.kernel.db.run(sql`update account set language = 'zh-HK' where id = ${deputy.id}`)
  const emails = await shop.it.kernel.db.rows<{ email: string }>(
    sql`select email from account where id in (${lee.id}, ${deputy.id}) order by id`,
  )
  const mails = () => shop.it.kernel.db.rows<{ recipient: string; subject: string }>(sql`select recipient, subject from mail order by id`)
  const before = (await mails()).length
  await shop.it.clock('approvals/remind')
  expect(await mails()).toHaveLength(before)
  const age = sql`update approval_step set since = now() - interval '2 days' where status = 'pending'`
  await shop.it.kernel.db.run(age)
  await Promise.all([1, 2, 3].map(() => shop.it.clock('approvals/remind')))
  await shop.it.clock('approvals/remind')
  expect((await mails()).slice(before)).toEqual([
    { recipient: emails[0]?.email, subject: '2 requests need your approval' },
    { recipient: emails[1]?.email, subject: '有 2 項申請待你批核' },
  ])
  await shop.it.kernel.db.run(sql`update approval_step set reminded_on = reminded_on - 1 where approval_id = ${request.id}`)
  await shop.it.clock('approvals/remind')
  expect((await mails()).slice(before + 2).map((mail) => mail.subject)).toEqual(['1 request needs your approval', '有 1 項申請待你批核'])
  await shop.owner.put('/api/admin/settings/approvals', { remind_after_days: 0 })
  await shop.it.kernel.db.run(sql`update approval_step set reminded_on = null`)
  await shop.it.clock('approvals/remind')
  expect(await mails()).toHaveLength(before + 4)
  await shop.owner.put('/api/admin/settings/approvals', { remind_after_days: 2 })
})
