import { beforeEach, expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { boss, claims, claimTables, clerk, hire, type Person } from './claim-fixture.ts'

const shop = suite(['approvals', 'desk'], { extra: [claims], tables: claimTables })

let kim: Person
beforeEach(async () => {
  await shop.it.kernel.db.run(sql`delete from approval_rule`)
  await shop.it.kernel.db.run(sql`update approval set status = 'canceled' where status = 'pending'`)
  kim = await hire(shop.it, clerk)
})

const claimed = async (title: string) => {
  const { body } = await kim.call.post('/api/admin/claim', { title, cost: '10.00' })
  await kim.call.post(`/api/admin/claim/${body.id}/submit`)
  return (await shop.owner.get(`/api/admin/approvals/of/claim/${body.id}`)).body.data[0]
}

test('approvers are not reminded of requests they cannot see', async () => {
  const blind = await hire(
    shop.it,
    boss.filter((right) => right !== 'see all claim'),
  )
  const seeing = await hire(shop.it, boss)
  for (const { role } of [blind, seeing]) await shop.owner.post('/api/admin/approval_rule', { kind: 'claim', role_id: role })
  const request = await claimed('Secret journey')
  expect((await blind.call.get('/api/admin/approvals')).body.total).toBe(0)
  expect(
    (await blind.call.post(`/api/admin/approvals/${request.id}/decide`, { verdict: 'approve', step: request.steps[0].id })).status,
  ).toBe(404)
  await shop.it.kernel.db.run(sql`update approval_step set since = now() - interval '9 days' where status = 'pending'`)
  await shop.it.clock('approvals/remind')
  const mailed = await shop.it.kernel.db.rows<{ id: number; text_body: string }>(
    sql`select a.id, m.text_body from mail m join account a on a.email = m.recipient order by a.id`,
  )
  // If the role of the step cannot see the record, staff with a super role get the reminder.
  expect(mailed.map(({ id }) => id)).not.toContain(blind.id)
  expect(mailed).toMatchObject([{ text_body: expect.stringContaining('Secret journey') }])
})
