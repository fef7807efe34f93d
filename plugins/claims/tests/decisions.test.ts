import { beforeAll, describe, expect, test } from 'vitest'
import { suite } from 'stoa/testing'
import type { Client } from '../../../tests/support/app.ts'
import { createClaimsFixture, FINANCE, MANAGER, pdf } from './claims-fixture.ts'

const shop = suite(['claims', 'notes', 'approvals', 'desk', 'sheets'])
const claims = createClaimsFixture(shop)
let manager: { id: number; client: Client; accountId: number }
let employee: { id: number; client: Client; accountId: number }
let finance: Client
let category: { id: number }
beforeAll(async () => {
  await claims.enable()
  manager = await claims.hire({}, MANAGER)
  employee = await claims.hire({ manager_id: manager.id })
  finance = await shop.it.staff(FINANCE)
  category = await claims.category()
})

const expense = (amount = '100') => ({ category_id: category.id, amount })
const view = async (client: Client, id: number) => (await client.get(`/api/admin/hr_reimbursement/${id}/view`)).body

describe('a claim', () => {
  test('is approved by the manager, then by finance, and paid', async () => {
    const id = await claims.submitted(employee.client, [expense()])
    expect(await view(manager.client, id)).toMatchObject({ may_endorse: true, may_approve: false, may_pay: false, status: 'pending' })
    const first = await claims.act(finance, id, 'approve')
    expect(first.body.messages.status).toEqual(['The manager has to approve this claim first.'])
    expect((await claims.act(manager.client, id, 'endorse')).body.status).toBe('processing')
    expect((await claims.act(manager.client, id, 'reject', { note: 'No' })).body.messages).toHaveProperty('status')
    expect((await claims.act(finance, id, 'approve', { note: 'Fine' })).body).toMatchObject({
      status: 'approved',
      total_approved: '100.00',
    })
    const paid = await claims.act(finance, id, 'pay', { paid_at: '2026-01-31', payment_ref: 'FPS 1' })
    expect(paid.body).toMatchObject({ status: 'paid', paid_by: 'direct', payment_ref: 'FPS 1' })
    expect(await claims.read(employee.client, id)).toMatchObject({ status: 'paid', paid_at: '2026-01-31', decision_note: 'Fine' })
    const history = (await finance.get(`/api/admin/hr_reimbursement/${id}/history`)).body.data
    expect(history.map((line: any) => line.to_status)).toEqual(['pending', 'processing', 'approved', 'paid'])
  })

  test('of the own is decided by nobody, whatever the rights are', async () => {
    const all = [...FINANCE, ...MANAGER]
    const boss = await claims.hire({ manager_id: manager.id }, all)
    const id = await claims.submitted(boss.client, [expense()])
    for (const [action, body] of [
      ['endorse', {}],
      ['approve', {}],
      ['reject', { note: 'x' }],
      ['change_payment', { paid_by: 'payroll' }],
    ] as const)
      expect((await claims.act(boss.client, id, action, body)).status, action).toBe(422)
    await claims.act(manager.client, id, 'endorse')
    await claims.act(finance, id, 'approve')
    expect((await claims.act(boss.client, id, 'pay', { paid_at: '2026-01-31' })).body.messages).toHaveProperty('status')
  })

  test('takes two persons in two steps, and one where the settings say so', async () => {
    const both = await shop.it.staff([...FINANCE, ...MANAGER])
    const id = await claims.submitted(employee.client, [expense()])
    await claims.act(both, id, 'endorse')
    expect((await claims.act(both, id, 'approve')).body.messages.status[0]).toContain('somebody else')
    await claims.set({ approval: 'one_step' })
    const single = await claims.submitted(employee.client, [expense('60')])
    expect((await claims.act(both, single, 'endorse')).body.messages).toHaveProperty('status')
    expect((await claims.act(both, single, 'approve')).body.status).toBe('approved')
    await claims.set({ approval: 'manager_finance' })
  })

  test('of an employee without a manager goes straight to finance', async () => {
    const alone = await claims.hire()
    const id = await claims.submitted(alone.client, [expense()])
    expect(await claims.read(alone.client, id)).toMatchObject({ status: 'processing' })
    expect((await claims.act(finance, id, 'approve')).body.status).toBe('approved')
  })
})

describe('approved amounts', () => {
  const set = async (client: Client, id: number, values: Record<string, unknown>[], version?: number) => {
    const shown = await view(client, id)
    const amounts = values.map((value, n) => ({ id: shown.items[n]?.id, ...value }))
    return client.post(`/api/admin/hr_reimbursement/${id}/amounts`, { version: version ?? shown.version, amounts })
  }

  test('are set for each expense, and only up to what is claimed', async () => {
    const id = await claims.submitted(employee.client, [expense('100'), expense('40')])
    expect((await set(manager.client, id, [{ approved_amount: '100.01' }])).body.messages).toHaveProperty('amounts')
    const lowered = await set(manager.client, id, [{ approved_amount: '70', note: 'Without drinks' }])
    expect(lowered.body).toMatchObject({
      total_claimed: '140.00',
      total_approved: '110.00',
      items: [{ approved_amount: '70.00', approval_note: 'Without drinks' }, {}],
    })
    expect((await claims.act(manager.client, id, 'endorse', { total: '140.00' })).body.messages).toHaveProperty('total')
    expect((await claims.act(manager.client, id, 'endorse', { total: '110.00' })).status).toBe(200)
    expect((await set(manager.client, id, [{ approved_amount: '60' }])).body.messages).toHaveProperty('status')
    expect((await set(finance, id, [{ approved_amount: '60' }])).body.total_approved).toBe('100.00')
    expect((await claims.act(finance, id, 'approve')).body.total_approved).toBe('100.00')
    expect((await set(finance, id, [{ approved_amount: '50' }])).status).toBe(409)
    expect((await claims.read(employee.client, id)).items[0]).toMatchObject({ approved_amount: '60.00' })
  })

  test('of nothing in total cannot be approved, only rejected', async () => {
    const id = await claims.submitted(employee.client, [expense()])
    await set(manager.client, id, [{ approved_amount: '0' }])
    expect((await claims.act(manager.client, id, 'endorse')).body.messages.status).toEqual([
      'Nothing is approved. Reject the claim instead.',
    ])
    expect((await claims.act(manager.client, id, 'reject', { note: 'Private' })).body.status).toBe('rejected')
  })

  test('that somebody else changed meanwhile are refused as stale', async () => {
    const id = await claims.submitted(employee.client, [expense()])
    const { version } = await view(manager.client, id)
    const results = await Promise.all(['80', '90'].map((approved_amount) => set(manager.client, id, [{ approved_amount }], version)))
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})

describe('at the same time', () => {
  test('two approvals decide once', async () => {
    const id = await claims.submitted(employee.client, [expense()])
    await claims.act(manager.client, id, 'endorse')
    const results = await Promise.all([finance, shop.owner, finance].map((client) => claims.act(client, id, 'approve')))
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })

  test('an approval and a withdrawal exclude each other', async () => {
    const id = await claims.submitted(employee.client, [expense()])
    const [endorsed, canceled] = await Promise.all([
      claims.act(manager.client, id, 'endorse'),
      employee.client.post(`/api/admin/my/reimbursement/${id}/cancel`),
    ])
    expect([endorsed.status, canceled.status].toSorted()).toEqual([200, 409])
    expect((await claims.read(employee.client, id)).status).toBe(endorsed.status === 200 ? 'processing' : 'canceled')
  })

  test('a submission and a new expense exclude each other', async () => {
    const id = await claims.draft(employee.client, [expense()])
    const [sent, added] = await Promise.all([claims.submit(employee.client, id), claims.add(employee.client, id, expense('9'))])
    const claim = await claims.read(employee.client, id)
    expect(sent.status).toBe(200)
    expect(claim.total_claimed).toBe(added.status === 201 ? '109.00' : '100.00')
    expect(claim.total_approved).toBe(claim.total_claimed)
  })
})

describe('the approval inbox', () => {
  test('decides claims above an amount before finance', async () => {
    const head = await shop.it.staff(['see all hr employee', 'get hr reimbursement', 'approve hr reimbursement', 'get approval'])
    const { role } = (await head.get('/api/admin')).body
    const rule = await claims.post('approval_rule', { kind: 'reimbursement', from_amount: '5000.00', role_id: role.id })
    const id = await claims.submitted(employee.client, [expense('6000')])
    expect(await view(finance, id)).toMatchObject({ waits_in_inbox: true, may_approve: false })
    await claims.act(manager.client, id, 'endorse')
    expect((await claims.act(finance, id, 'approve')).status).toBe(409)
    const [request] = (await head.get('/api/admin/approvals')).body.data
    expect(request).toMatchObject({ amount: '6000.00', link: `reimbursement/view/${id}`, about: expect.stringContaining('HKD 6,000.00') })
    const step = request.steps[0].id
    expect((await head.post(`/api/admin/approvals/${request.id}/decide`, { verdict: 'approve', step, reason: '' })).status).toBe(200)
    expect((await claims.act(finance, id, 'approve')).body.status).toBe('approved')

    const second = await claims.submitted(employee.client, [expense('7000')])
    const [other] = (await head.get('/api/admin/approvals')).body.data
    await head.post(`/api/admin/approvals/${other.id}/decide`, { verdict: 'reject', step: other.steps[0].id, reason: 'Too much' })
    expect(await claims.read(employee.client, second)).toMatchObject({ status: 'rejected', decision_note: 'Too much' })
    await shop.owner.delete(`/api/admin/approval_rule/${rule.id}`)
  })
})

describe('access', () => {
  test('a manager sees submitted claims of the own team only, in no way others or drafts', async () => {
    const stranger = await claims.hire({}, ['get hr reimbursement', 'get hr reimbursement item', 'export hr reimbursement'])
    const other = await claims.hire({ manager_id: stranger.id })
    const draft = await claims.draft(employee.client, [expense('11')])
    const foreign = await claims.submitted(employee.client, [expense('12')])
    const mine = await claims.submitted(other.client, [expense('13')])
    await claims.addWithReceipt(employee.client, draft, { category_id: String(category.id), amount: '4' }, pdf('x'))
    const list = await stranger.client.get('/api/admin/hr_reimbursement?limit=100')
    expect(list.body.data.map((row: { id: number }) => row.id)).toEqual([mine])
    const items = await stranger.client.get('/api/admin/hr_reimbursement_item?limit=100')
    expect(items.body.data.map((row: { amount: string }) => row.amount)).toEqual(['13.00'])
    for (const id of [draft, foreign])
      for (const path of ['', '/view', '/history', '/pdf'])
        expect((await stranger.client.get(`/api/admin/hr_reimbursement/${id}${path}`)).status, `${id}${path}`).toBe(404)
    const { number } = await claims.read(employee.client, foreign)
    const { number: own } = await claims.read(other.client, mine)
    const sheet = JSON.stringify((await stranger.client.get('/api/admin/hr_reimbursement/export?format=csv')).body)
    expect(sheet).not.toContain(number)
    expect(sheet).toContain(own)
    expect((await manager.client.get(`/api/admin/hr_reimbursement/${draft}/view`)).status).toBe(404)
    expect((await finance.get(`/api/admin/hr_reimbursement/${draft}/view`)).status).toBe(404)
    expect((await finance.get(`/api/admin/hr_reimbursement/${foreign}/view`)).status).toBe(200)
  })

  test('an employee reads and changes no claim of somebody else', async () => {
    const other = await claims.hire()
    const id = await claims.draft(employee.client, [expense()])
    const item = (await claims.read(employee.client, id)).items[0].id
    const base = `/api/admin/my/reimbursement/${id}`
    expect((await other.client.get(base)).status).toBe(404)
    for (const action of ['submit', 'cancel', 'reopen']) expect((await other.client.post(`${base}/${action}`)).status, action).toBe(404)
    expect((await claims.add(other.client, id, expense())).status).toBe(404)
    const mine = await claims.draft(other.client, [])
    const values = { expense_date: '2026-01-01', currency: 'HKD', ...expense() }
    for (const claim of [id, mine]) {
      expect((await other.client.put(`/api/admin/my/reimbursement/${claim}/item/${item}`, values)).status).toBe(404)
      expect((await other.client.delete(`/api/admin/my/reimbursement/${claim}/item/${item}`)).status).toBe(404)
    }
    for (const path of [
      'hr_reimbursement',
      `hr_reimbursement/${id}`,
      `hr_reimbursement/${id}/view`,
      'hr_reimbursement_item',
      `hr_reimbursement_item/${item}/file/receipt`,
    ])
      expect((await other.client.get(`/api/admin/${path}`)).status, path).toBe(403)
  })
})

test('a claim is printed in each language', async () => {
  const id = await claims.submitted(employee.client, [expense()])
  for (const language of ['en-US', 'zh-HK', 'zh-CN']) {
    const answer = await finance.get(`/api/admin/hr_reimbursement/${id}/pdf?language=${language}`)
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
  }
})

test('the manager and the employee get notices', async () => {
  const id = await claims.submitted(employee.client, [expense('77')])
  await claims.act(manager.client, id, 'reject', { note: 'No' })
  const texts = async (client: Client) => JSON.stringify((await client.get('/api/admin/notice')).body)
  const { number } = await claims.read(employee.client, id)
  expect(await texts(manager.client)).toContain(`claims HKD 77.00 (${number})`)
  expect(await texts(employee.client)).toContain(`Your expense claim ${number} is rejected`)
})
