import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite, toFormData } from 'stoa/testing'
import type { Answer } from '../../support/app.ts'
import { createCompany, listRows, type Person, PLUGINS, readRows } from './company.ts'

/** Nobody decides about rows of their own, whatever the rights are: an employee whose account has the rights of an owner. */
const shop = suite(PLUGINS)
let company: Awaited<ReturnType<typeof createCompany>>
let own: Person
let ids: Map<string, number[]>
beforeAll(async () => {
  company = await createCompany(shop)
  own = company.member
  const { db } = shop.it.kernel
  await db.run(sql`update role set superuser = true where id = (select role_id from account where id = ${own.accountId})`)
  const overtime = sql`update hr_attendance set overtime_min = 60, locked_by = null where employee_id = ${own.id}`
  await db.run(overtime)
  ids = await listRows(shop, own.id)
}, 120_000)

const at = (resource: string, index: number): number => ids.get(resource)?.at(index) ?? 0
const admin = '/api/admin'

/** Own rows without those that any read or refused call may touch. */
const stored = () => readRows(shop, own.id)

async function expectRefused(what: string, call: () => Promise<Answer>, before: unknown): Promise<void> {
  const { status, raw } = await call()
  expect([403, 409, 422], `${what} ${status} ${raw.body.slice(0, 300)}`).toContain(status)
  expect(await stored(), what).toEqual(before)
}

const salaryInput = () => ({ structure_id: company.structure.id, effective_from: '2029-01-01', base_amount: '99000.00', allowances: [] })

/** Changes of own rows, each as method, path and body. */
const changes = (): [string, 'post' | 'put' | 'delete', string, object?][] => [
  ['adds a salary', 'post', 'admin_salary', { ...salaryInput(), employee_id: own.id }],
  ['changes a salary', 'put', `admin_salary/${at('admin_salary', -1)}`, { base_amount: '99000.00' }],
  ['changes the note of a salary', 'put', `admin_salary/${at('admin_salary', -1)}`, { note: 'More' }],
  ['moves a salary to somebody else', 'put', `admin_salary/${at('admin_salary', -1)}`, { employee_id: company.manager.id }],
  ['approves a salary', 'post', `admin_salary/${at('admin_salary', -1)}/approve`, {}],
  ['disables a salary', 'post', `admin_salary/${at('admin_salary', -1)}/disable`, {}],
  ['deletes a salary', 'delete', `admin_salary/${at('admin_salary', -1)}`],
  ['takes over the salary of another', 'put', 'admin_salary/OTHER', { employee_id: own.id }],
  ['adds a pay item', 'post', 'hr_pay_item', { employee_id: own.id, date: '2026-12-01', code: 'bonus', title: 'Bonus', amount: '5.00' }],
  ['changes a pay item', 'put', `hr_pay_item/${at('hr_pay_item', 0)}`, { amount: '9.00' }],
  ['moves a pay item to somebody else', 'put', `hr_pay_item/${at('hr_pay_item', 0)}`, { employee_id: company.manager.id }],
  ['cancels a pay item', 'post', `hr_pay_item/${at('hr_pay_item', 0)}/cancel`, {}],
  ['deletes a pay item', 'delete', `hr_pay_item/${at('hr_pay_item', 0)}`],
  [
    'adds pay before this system',
    'post',
    'hr_pay_opening',
    { employee_id: own.id, start_date: '2024-10-01', end_date: '2024-10-31', reference: 'own' },
  ],
  ['changes pay before this system', 'put', `hr_pay_opening/${at('hr_pay_opening', 0)}`, { gross: '9.00' }],
  [
    'moves pay before this system to somebody else',
    'put',
    `hr_pay_opening/${at('hr_pay_opening', 0)}`,
    { employee_id: company.manager.id },
  ],
  ['deletes pay before this system', 'delete', `hr_pay_opening/${at('hr_pay_opening', 0)}`],
  [
    'adds days to a leave balance',
    'post',
    'hr_leave/balance/adjust',
    { employee_id: own.id, type_id: company.type.id, days: '5', reason: 'Test' },
  ],
  ['approves a leave', 'post', `hr_leave/${at('hr_leave', -1)}/approve`, {}],
  ['rejects a leave', 'post', `hr_leave/${at('hr_leave', -1)}/reject`, { note: 'Test' }],
  ['endorses a leave', 'post', `hr_leave/${at('hr_leave', -1)}/endorse`, {}],
  ['cancels a leave that has begun', 'post', `hr_leave/${at('hr_leave', 0)}/cancel`, { reason: 'Test' }],
  ['approves days given back', 'post', `hr_leave_adjustment/${at('hr_leave_adjustment', 0)}/approve`, {}],
  ['rejects days given back', 'post', `hr_leave_adjustment/${at('hr_leave_adjustment', 0)}/reject`, {}],
  ['approves a claim', 'post', `hr_reimbursement/${at('hr_reimbursement', 0)}/approve`, { note: '', total: null }],
  ['rejects a claim', 'post', `hr_reimbursement/${at('hr_reimbursement', 0)}/reject`, { note: 'Test' }],
  ['changes how a claim is paid', 'post', `hr_reimbursement/${at('hr_reimbursement', 0)}/change_payment`, { paid_by: 'payroll' }],
  ['sets approved amounts', 'post', `hr_reimbursement/${at('hr_reimbursement', 0)}/amounts`, { version: 1, amounts: [] }],
  [
    'changes an exchange rate',
    'post',
    `hr_reimbursement/${at('hr_reimbursement', 0)}/rate`,
    { version: 1, item_id: at('hr_reimbursement_item', 0), rate: '2', reason: 'Test' },
  ],
  ['approves an appeal', 'post', `hr_appeal/${at('hr_appeal', 0)}/approve`, {}],
  ['rejects an appeal', 'post', `hr_appeal/${at('hr_appeal', 0)}/reject`, {}],
  ['corrects a day', 'post', `hr_attendance/${at('hr_attendance', -1)}/correct`, { accept: true, reason: 'Test' }],
  ['approves overtime', 'post', `hr_attendance/${at('hr_attendance', -1)}/approve_overtime`, { minutes: 60 }],
  ['voids a punch', 'post', `hr_punch/${at('hr_punch', 0)}/void`, { reason: 'Test' }],
]

describe('an owner, as an employee, changes nothing of the own pay, leave, claims and attendance', () => {
  test('by any request', async () => {
    const before = await stored()
    const others = await listRows(shop, company.outsider.id)
    for (const [what, method, path, body] of changes()) {
      const url = `${admin}/${path.replace('OTHER', String(others.get('admin_salary')?.at(-1)))}`
      const isRow = method === 'put'
      const version = isRow ? (await shop.owner.get(url)).body.version : undefined
      await expectRefused(what, () => own.client[method](url, isRow ? { ...body, version } : body), before)
    }
  })

  test('by a posted form', async () => {
    const before = await stored()
    for (const [what, method, path, body] of changes().filter(([, , , input]) => input !== undefined)) {
      if (path.includes('OTHER')) continue
      const url = `${admin}/${path}`
      const version = method === 'put' ? String((await shop.owner.get(url)).body.version) : ''
      const input: Record<string, unknown> = { ...body, ...(method === 'put' ? { _method: 'PUT', version } : {}) }
      const texts = Object.entries(input)
        .filter(([, value]) => value !== null && !Array.isArray(value))
        .map(([field, value]): [string, string] => [field, value === true ? '1' : String(value)])
      const answer = await own.client.post(url, toFormData(Object.fromEntries(texts)))
      expect([403, 409, 415, 422], `${what} ${answer.raw.body.slice(0, 200)}`).toContain(answer.status)
      expect(await stored(), what).toEqual(before)
    }
  })

  test('by a batch', async () => {
    const before = await stored()
    for (const [resource, action, body] of [
      ['admin_salary', 'approve', {}],
      ['admin_salary', 'disable', {}],
      ['hr_pay_item', 'cancel', {}],
      ['hr_leave', 'approve', {}],
      ['hr_leave', 'reject', { note: 'Test' }],
      ['hr_leave', 'endorse', {}],
      ['hr_leave_adjustment', 'approve', {}],
      ['hr_leave_adjustment', 'reject', {}],
      ['hr_reimbursement', 'approve', {}],
      ['hr_reimbursement', 'reject', { note: 'Test' }],
      ['hr_reimbursement', 'change_payment', { paid_by: 'payroll' }],
      ['hr_appeal', 'approve', {}],
      ['hr_appeal', 'reject', {}],
    ] as const) {
      await own.client.post(`${admin}/${resource}/batch/${action}`, { ids: ids.get(resource), ...body })
      await shop.it.jobs()
      expect(await stored(), `${resource} ${action}`).toEqual(before)
    }
    await own.client.put(`${admin}/admin_salary/batch`, { ids: ids.get('admin_salary'), key: 'structure_id', value: company.structure.id })
    for (const resource of ['admin_salary', 'hr_pay_item'])
      await own.client.delete(`${admin}/${resource}/batch`, { ids: ids.get(resource) })
    await shop.it.jobs()
    expect(await stored()).toEqual(before)
  })

  test('by an import', async () => {
    const before = await stored()
    const number = (await shop.owner.get(`${admin}/hr_employee/${own.id}`)).body.staff_no
    const sheets: [string, string][] = [
      ['admin_salary', `employee_id,effective_from,structure_id,base_amount\n${number},2029-01-01,plain_1,99000.00`],
      ['hr_pay_item', `employee_id,date,code,title,amount,reference\n${number},2026-12-01,bonus,Bonus,5.00,own-1`],
      ['hr_pay_opening', `employee_id,start_date,end_date,reference\n${number},2024-10-01,2024-10-31,own-2`],
      ['hr_leave_opening', `employee_id,type_id,days,valid_from,reference\n${number},annual,5,2026-01-01,own-3`],
    ]
    for (const [resource, csv] of sheets) {
      await own.client.post(`${admin}/${resource}/import`, toFormData({ file: new File([csv], 'rows.csv', { type: 'text/csv' }) }))
      await shop.it.jobs()
      expect(await stored(), resource).toEqual(before)
    }
  })

  test('by a direct payment of an approved claim', async () => {
    const claim = at('hr_reimbursement', 0)
    expect((await shop.owner.post(`${admin}/hr_reimbursement/${claim}/approve`, {})).status).toBe(200)
    const before = await stored()
    await expectRefused('pays', () => own.client.post(`${admin}/hr_reimbursement/${claim}/pay`, { paid_at: '2026-11-30' }), before)
  })

  test('with two people required, by approving a payroll that they created', async () => {
    await company.pay.settings({ four_eyes: true })
    const made = await own.client.post(`${admin}/hr_payroll`, { start_date: '2026-09-01' })
    expect(made.status, made.raw.body).toBe(201)
    await company.pay.compute(made.body.id)
    const refused = await own.client.post(`${admin}/hr_payroll/${made.body.id}/approve`, {})
    expect([refused.status, Object.keys(refused.body.messages ?? {})]).toEqual([422, ['status']])
    await own.client.post(`${admin}/hr_payroll/batch/approve`, { ids: [made.body.id] })
    await shop.it.jobs()
    expect((await shop.owner.get(`${admin}/hr_payroll/${made.body.id}`)).body.status).toBe('pending')
  })
})
