import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { stepsFor } from '../domain/plan.ts'
import { boss, claims, claimTables, clerk, hire, type Person } from './claim-fixture.ts'

const shop = suite(['approvals', 'desk'], { extra: [claims], tables: claimTables })

let kim: Person
let lee: Person
beforeEach(async () => {
  await shop.it.kernel.db.run(sql`delete from approval_rule`)
  await shop.it.kernel.db.run(sql`update approval set status = 'canceled' where status = 'pending'`)
  kim = await hire(shop.it, clerk)
  lee = await hire(shop.it, boss)
})

const rule = async (approver: Person, from_amount: string | null = null, step = 1) => {
  const made = await shop.owner.post('/api/admin/approval_rule', { kind: 'claim', from_amount, step, role_id: approver.role })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body
}
const claimed = async (cost: string | null, requester = kim) => {
  const { body } = await requester.call.post('/api/admin/claim', { title: 'Train', cost })
  const sent = await requester.call.post(`/api/admin/claim/${body.id}/submit`)
  expect(sent.status, JSON.stringify(sent.body)).toBe(200)
  return { id: body.id as number, status: sent.body.status as string }
}
const inbox = async ({ call }: Person, tab = 'mine') => (await call.get(`/api/admin/approvals?tab=${tab}`)).body.data as any[]
const getRequest = async (id: number) => (await shop.owner.get(`/api/admin/approvals/of/claim/${id}`)).body.data[0]
const getOpenStepId = (request: any) => request.steps.find((s: any) => s.status === 'pending')?.id
const decide = async ({ call }: Person, request: any, verdict = 'approve', reason = '') =>
  call.post(`/api/admin/approvals/${request.id}/decide`, { verdict, step: getOpenStepId(request) ?? request.steps[0].id, reason })
const claim = async (id: number) => (await shop.owner.get(`/api/admin/claim/${id}`)).body
const badge = async ({ call }: Person) => (await call.get('/api/admin/badges')).body.data.approvals

test('the dashboard lists the requests that the reader has to decide, and no others', async () => {
  await rule(lee)
  await claimed('500.00')
  const rows = async ({ call }: Person) => (await call.get('/api/admin/cards?card=approvals')).body.data[0]?.content.rows
  expect(await rows(lee)).toMatchObject([{ title: 'Train', text: expect.stringMatching(/^Claim · /), value: '500.00', type: 'money' }])
  expect(await rows(kim)).toEqual([])
})

describe('approval rules', () => {
  test('the subject type of a rule and of a request is a select field with a label for each option', async () => {
    const { resources } = (await shop.owner.get('/api/admin/manifest')).body
    for (const name of ['approval_rule', 'approval']) {
      const kind = resources[name].columns.find((column: any) => column.name === 'kind')
      expect(kind).toMatchObject({ widget: 'pick', options: [{ value: 'claim', label: 'Claim' }] })
    }
    const form = (await shop.owner.get('/api/admin/manifest/approval_rule')).body
    expect(form.groups.flatMap((group: any) => group.fields).find((field: any) => field.name === 'kind').options).toHaveLength(1)
  })
  test('no request is created where no rule matches', async () => {
    expect((await claimed('500.00')).status).toBe('approved')
    const off = await rule(lee)
    await shop.owner.put(`/api/admin/approval_rule/${off.id}`, { enabled: false, version: off.version })
    await rule(lee, '500.01')
    expect((await claimed('500.00')).status).toBe('approved')
    expect((await claimed(null)).status).toBe('approved')
    expect((await claimed('500.01')).status).toBe('pending')
  })

  test('a rule without an amount always applies, also to subjects without an amount', async () => {
    await rule(lee)
    expect((await claimed(null)).status).toBe('pending')
    expect((await claimed('0.01')).status).toBe('pending')
  })

  test('reject an unknown subject type and an unknown role', async () => {
    const strange = await shop.owner.post('/api/admin/approval_rule', { kind: 'rocket', role_id: lee.role })
    expect([strange.status, Object.keys(strange.body.messages)]).toEqual([422, ['kind']])
    const unknownRole = await shop.owner.post('/api/admin/approval_rule', { kind: 'claim', role_id: 999_999 })
    expect([unknownRole.status, Object.keys(unknownRole.body.messages)]).toEqual([422, ['role_id']])
    expect((await shop.owner.post('/api/admin/approval_rule', { kind: 'claim', role_id: lee.role, from_amount: '-1' })).status).toBe(422)
    expect((await lee.call.post('/api/admin/approval_rule', { kind: 'claim', role_id: lee.role })).status).toBe(403)
  })

  test('reject a role that lacks the permission to approve, because the request could never be decided', async () => {
    const cannot = await shop.owner.post('/api/admin/approval_rule', { kind: 'claim', role_id: kim.role })
    expect([cannot.status, cannot.body.messages.role_id?.[0]]).toEqual([422, expect.stringContaining('lacks the permission')])
    const made = await rule(lee)
    expect((await shop.owner.put(`/api/admin/approval_rule/${made.id}`, { role_id: kim.role, version: made.version })).status).toBe(422)
    expect((await shop.owner.put(`/api/admin/approval_rule/${made.id}`, { step: 2, version: made.version })).status).toBe(200)
  })

  test('changing a rule does not change the steps of a pending request', async () => {
    const first = await rule(lee)
    const { id } = await claimed('10.00')
    await shop.owner.delete(`/api/admin/approval_rule/${first.id}`)
    await rule(await hire(shop.it, boss), null, 2)
    const request = await getRequest(id)
    expect(request.steps).toMatchObject([{ status: 'pending' }])
    expect((await decide(lee, request)).status).toBe(200)
    expect(await claim(id)).toMatchObject({ status: 'approved', paid_times: 1 })
  })

  test('create the steps in order, with each role at most once per step', () => {
    const toRule = (step: number, from: number | null, role_id: number) => ({ step, from, role_id, role: `r${role_id}` })
    const rules = [toRule(2, null, 1), toRule(1, 100, 2), toRule(1, null, 2), toRule(1, 500, 3), toRule(3, null, 1)]
    expect(stepsFor(rules, 100).map((s) => s.role_id)).toEqual([2, 1, 1])
    expect(stepsFor(rules, 500).map((s) => s.role_id)).toEqual([2, 3, 1, 1])
    expect(stepsFor(rules, null).map((s) => s.role_id)).toEqual([2, 1, 1])
    expect(stepsFor([], 100)).toEqual([])
  })
})

describe('deciding', () => {
  test('the last approval performs the transition once, and every step records who decided and when', async () => {
    const mo = await hire(shop.it, boss)
    await rule(lee)
    await rule(mo, '100.00', 2)
    const { id } = await claimed('100.00')
    expect([await badge(lee), await badge(mo), await badge(kim)]).toEqual([1, 0, 0])
    const request = await getRequest(id)
    expect(request).toMatchObject({ title: 'Train', amount: '100.00', steps: [{ status: 'pending' }, { status: 'to_do' }] })
    expect((await decide(mo, request)).status).toBe(403)
    const first = await decide(lee, request, 'approve', 'Fine')
    expect(first.body, JSON.stringify(first.body)).toMatchObject({
      status: 'pending',
      steps: [{ status: 'approved', reason: 'Fine' }, { status: 'pending' }],
    })
    expect(await claim(id)).toMatchObject({ status: 'pending', paid_times: 0 })
    expect([await badge(lee), await badge(mo)]).toEqual([0, 1])
    const last = await decide(mo, first.body)
    expect(last.body).toMatchObject({
      status: 'approved',
      steps: [{ who: expect.any(String), decided_at: expect.any(String) }, { status: 'approved' }],
    })
    expect(await claim(id)).toMatchObject({ status: 'approved', paid_times: 1 })
    expect((await decide(mo, last.body)).status).toBe(409)
    expect(await claim(id)).toMatchObject({ paid_times: 1 })
    expect(await inbox(lee, 'decided')).toMatchObject([{ id: request.id }])
    expect(await inbox(kim, 'asked')).toMatchObject([{ id: request.id, status: 'approved' }])
  })

  test('a rejection requires a reason, ends all steps and rejects the subject', async () => {
    await rule(lee)
    await rule(lee, null, 2)
    const { id } = await claimed('10.00')
    const request = await getRequest(id)
    const bare = await decide(lee, request, 'reject', '  ')
    expect([bare.status, Object.keys(bare.body.messages)]).toEqual([422, ['reason']])
    const no = await decide(lee, request, 'reject', 'No receipt')
    expect(no.body).toMatchObject({ status: 'rejected', reason: 'No receipt', steps: [{ status: 'rejected' }, { status: 'canceled' }] })
    expect(await claim(id)).toMatchObject({ status: 'rejected', paid_times: 0 })
  })

  test('of two concurrent decisions one succeeds, and the other is told who decided', async () => {
    const mo = await hire(shop.it, [...boss])
    await shop.it.kernel.db.run(sql`update account set role_id = ${lee.role} where id = ${mo.id}`)
    await rule(lee)
    await rule(lee, null, 2)
    for (const verdicts of [
      ['approve', 'approve'],
      ['approve', 'reject'],
      ['reject', 'reject'],
    ]) {
      const { id } = await claimed('10.00')
      const request = await getRequest(id)
      const answers = await Promise.all([decide(lee, request, verdicts[0], 'x'), decide(mo, request, verdicts[1], 'x')])
      expect(answers.map((a) => a.status).sort()).toEqual([200, 409])
      const lost = answers.find((a) => a.status === 409)
      expect(lost?.body).toMatchObject({ code: 'ALREADY_DECIDED', messages: [expect.stringMatching(/Already decided by .*: the step is/)] })
      const now = await getRequest(id)
      expect(now.steps.filter((s: any) => s.decided_at)).toHaveLength(1)
    }
  })

  test('deciding requires the role of the step and the approve permission, both at the time of the decision', async () => {
    const onlyRole = await hire(shop.it, ['get claim', 'see all claim', 'get approval', 'approve claim'])
    const onlyRight = await hire(shop.it, boss)
    await rule(onlyRole)
    const takeRight = () =>
      shop.it.kernel.db.run(
        sql`update role set permission_list = array_remove(permission_list, 'approve claim') where id = ${onlyRole.role}`,
      )
    await takeRight()
    const { id } = await claimed('10.00')
    const request = await getRequest(id)
    expect((await decide(onlyRole, request)).status).toBe(404)
    expect((await decide(onlyRight, request)).status).toBe(404)
    expect(await inbox(onlyRole)).toEqual([])
    await shop.it.kernel.db.run(sql`update role set permission_list = permission_list || '{approve claim}' where id = ${onlyRole.role}`)
    expect(await inbox(onlyRole)).toMatchObject([{ id: request.id, decidable: true }])
    await takeRight()
    expect((await decide(onlyRole, request)).status).toBe(404)
    expect(await claim(id)).toMatchObject({ status: 'pending' })
  })

  test("requests for rows outside a staff member's scope are neither listed nor decidable", async () => {
    const blind = await hire(
      shop.it,
      boss.filter((right) => right !== 'see all claim'),
    )
    await rule(blind)
    const { id } = await claimed('10.00')
    expect(await inbox(blind)).toEqual([])
    expect(await badge(blind)).toBe(0)
    expect((await decide(blind, await getRequest(id))).status).toBe(404)
    expect((await blind.call.get(`/api/admin/approvals/of/claim/${id}`)).status).toBe(404)
    expect((await shop.owner.get('/api/admin/approvals/of/rocket/1')).status).toBe(404)
    expect((await shop.owner.post('/api/admin/approvals/999999/decide', { verdict: 'approve', step: 1 })).status).toBe(404)
    const other = await shop.it.staff(['get approval'])
    expect((await other.get(`/api/admin/approvals/of/claim/${id}`)).status).toBe(403)
    expect((await other.get('/api/admin/approval')).body.data).toEqual([])
  })

  test('deciding one request does not decide a step of another', async () => {
    await rule(lee)
    const [first, two] = [await getRequest((await claimed('1.00')).id), await getRequest((await claimed('2.00')).id)]
    const mixed = await lee.call.post(`/api/admin/approvals/${first.id}/decide`, { verdict: 'approve', step: getOpenStepId(two) })
    expect(mixed.status).toBe(409)
    expect(await inbox(lee)).toHaveLength(2)
  })
})

describe('your own request', () => {
  test('cannot be decided by its requester, whatever role they have', async () => {
    const both = await hire(shop.it, [...new Set([...boss, ...clerk])])
    await rule(both)
    const { id } = await claimed('10.00', both)
    const ownDecision = await decide(both, await getRequest(id))
    expect([ownDecision.status, ownDecision.body.code]).toEqual([403, 'OWN_REQUEST'])
    expect(await badge(both)).toBe(0)
    const owner = await hire(shop.it, 'owner')
    const ownerClaim = await claimed('10.00', owner)
    const refused = await decide(owner, await getRequest(ownerClaim.id))
    expect([refused.status, refused.body.code]).toEqual([403, 'OWN_REQUEST'])
    expect(await claim(ownerClaim.id)).toMatchObject({ status: 'pending', paid_times: 0 })
  })

  test('cannot be decided by the owner of the subject when somebody else submitted it', async () => {
    const both = await hire(shop.it, [...new Set([...boss, ...clerk])])
    await rule(both)
    const { body } = await both.call.post('/api/admin/claim', { title: 'Taxi', cost: '5.00' })
    await shop.owner.post(`/api/admin/claim/${body.id}/submit`)
    expect((await decide(both, await getRequest(body.id))).body.code).toBe('OWN_REQUEST')
  })

  test('can be withdrawn by its requester only, while it is pending', async () => {
    await rule(lee)
    const { id } = await claimed('10.00')
    const request = await getRequest(id)
    expect((await lee.call.post(`/api/admin/approvals/${request.id}/withdraw`, {})).status).toBe(403)
    const back = await kim.call.post(`/api/admin/approvals/${request.id}/withdraw`, { reason: 'Wrong sum' })
    expect(back.body).toMatchObject({ status: 'canceled', reason: 'Wrong sum', steps: [{ status: 'canceled' }] })
    expect(await claim(id)).toMatchObject({ status: 'draft' })
    expect((await kim.call.post(`/api/admin/approvals/${request.id}/withdraw`, {})).status).toBe(409)
    expect((await decide(lee, request)).status).toBe(409)
    await kim.call.post(`/api/admin/claim/${id}/submit`)
    expect((await getRequest(id)).id).toBeGreaterThan(request.id)
  })
})

describe('a request is canceled', () => {
  test('when its subject is canceled, also by staff who are not involved', async () => {
    await rule(lee)
    const { id } = await claimed('10.00')
    const request = await getRequest(id)
    const other = await hire(shop.it, ['get claim', 'see all claim', 'update claim'])
    expect((await other.call.post(`/api/admin/claim/${id}/cancel`)).status).toBe(200)
    expect(await getRequest(id)).toMatchObject({ status: 'canceled', reason: 'Canceled' })
    expect(await badge(lee)).toBe(0)
    const late = await decide(lee, request)
    expect([late.status, late.body.code]).toEqual([409, 'ALREADY_DECIDED'])
  })

  test('when the amount changes: nothing is approved, and approval can be requested again', async () => {
    await rule(lee)
    const { id } = await claimed('10.00')
    const request = await getRequest(id)
    const { version } = await claim(id)
    await kim.call.put(`/api/admin/claim/${id}`, { cost: '9000.00', version })
    const late = await decide(lee, request)
    expect([late.status, late.body.code]).toEqual([409, 'REQUEST_FALLEN'])
    expect(await getRequest(id)).toMatchObject({ status: 'canceled' })
    expect(await claim(id)).toMatchObject({ status: 'draft', paid_times: 0 })
  })

  test('when its subject changed status otherwise or was deleted', async () => {
    await rule(lee)
    for (const end of [
      (id: number) => sql`update claim set status = 'approved' where id = ${id}`,
      (id: number) => sql`delete from claim where id = ${id}`,
    ]) {
      const { id } = await claimed('10.00')
      const [request] = await inbox(lee)
      await shop.it.kernel.db.run(end(id))
      expect((await decide({ ...lee, call: shop.owner }, request)).body.code).toBe('REQUEST_FALLEN')
      expect(await inbox(lee)).toEqual([])
    }
  })
})

test('repeated calls for one subject create one request', async () => {
  await rule(lee)
  const { id } = await claimed('10.00')
  const { kernel, ctx } = shop.it
  const { APPROVALS } = await import('../index.ts')
  await Promise.all([1, 2, 3].map(() => kernel.transaction((tx) => kernel.get(APPROVALS).request(tx, ctx, 'claim', id))))
  expect((await shop.owner.get(`/api/admin/approvals/of/claim/${id}`)).body.data).toHaveLength(1)
})

test('decisions are recorded in the audit log', async () => {
  await rule(lee)
  const { id } = await claimed('10.00')
  const request = await getRequest(id)
  await decide(lee, request)
  const { body } = await shop.owner.get(`/api/admin/audit_log?resource=approval&row_id=${request.id}&limit=20`)
  expect(body.data.map((line: any) => line.verb).sort()).toEqual(['approve', 'create', 'status'])
})
