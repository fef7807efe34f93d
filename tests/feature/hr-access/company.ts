import { expect } from 'vitest'
import { id as name, sql, type Sql } from 'stoa'
import type { suite } from 'stoa/testing'
import type { Client } from '../../support/app.ts'
import { createPayrollFixture } from '../../../plugins/payroll/tests/fixture.ts'

type Shop = ReturnType<typeof suite>

/** Plugins of the shop. */
export const PLUGINS = ['payroll', 'claims', 'leave', 'attendance', 'notes', 'people', 'sheets', 'calendar', 'approvals', 'staff', 'desk']

/** Plugins whose routes the tests cover. */
export const HR_PLUGINS: ReadonlySet<string> = new Set(['hr', 'attendance', 'leave', 'claims', 'payroll'])

/** A word in every text of the rows of the employee outside the team. */
export const SECRET = 'Quillwort'

/** Digits of the pay and the claim of that employee. */
export const SECRET_AMOUNT = /77[,.]?123/

/** Digits of the pay of the employee in the team, and of nothing else. */
export const MEMBER_PAY = /78[,.]?456/

/** Resources whose rows belong to an employee, with the column that names the employee. */
export const EMPLOYEE_COLUMN: Readonly<Record<string, string>> = {
  hr_employee: 'id',
  hr_shift_assignment: 'employee_id',
  hr_punch: 'employee_id',
  hr_attendance: 'employee_id',
  hr_appeal: 'employee_id',
  hr_leave: 'employee_id',
  hr_leave_ledger: 'employee_id',
  hr_leave_opening: 'employee_id',
  hr_leave_adjustment: 'employee_id',
  admin_salary: 'employee_id',
  hr_payslip: 'employee_id',
  hr_pay_item: 'employee_id',
  hr_pay_opening: 'employee_id',
  hr_reimbursement: 'employee_id',
  hr_reimbursement_item: 'employee_id',
}

/** Texts that code reads, which therefore keep their value. */
const CODES = new Set([
  ...['currency', 'frequency', 'time_zone', 'document_path', 'receipt_path', 'receipt_sha256'],
  ...['locked_by', 'payroll_ref', 'claimed_by'],
])

export interface Person {
  id: number
  client: Client
  accountId: number
}

/** All permissions, except the one to see all employees and the one to see in the calendar who is away. */
export const listManagerRights = ({ it }: Shop): string[] =>
  [...it.kernel.registry.permissions.keys()].filter((right) => right !== 'see all hr employee' && right !== 'see hr absence')

/**
 * A company with a manager, an employee in the team and one outside it. Both employees have rows of every kind: attendance of November
 * 2026, leave, a claim, and a payslip of October 2026.
 */
export async function createCompany(shop: Shop) {
  const pay = createPayrollFixture(shop)
  const { post } = pay
  const set = async (group: string, values: object) => {
    const answer = await shop.owner.put(`/api/admin/settings/${group}`, values)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  }
  await set('employee', { enabled: true, work_weekdays: [1, 2, 3, 4, 5] })
  await set('attendance', { appeal_window_days: 3_660 })
  await set('claims', { approval: 'one_step', claim_window_days: 3_660, receipt_required_over: null })
  const department = await post('hr_department', { code: 'floor', title: 'Floor' })
  const calendar = await post('hr_holiday_calendar', { code: 'shop', title: 'Shop' })
  const structure = await pay.structure()
  const common = { department_id: department.id, holiday_calendar_id: calendar.id, time_zone: 'Asia/Hong_Kong' }
  const manager: Person = await pay.hire({ name: 'Manager', ...common }, listManagerRights(shop))
  const member: Person = await pay.hire({ name: 'Member', manager_id: manager.id, ...common })
  const person = await shop.it.kernel.db.one<{ id: number }>(sql`
    insert into person (first_name, email) values ('Somebody', 'outside@shop.test') returning id`)
  const outsider: Person = await pay.hire({ name: SECRET, person_id: person?.id, ...common })
  const type = await post('hr_leave_type', {
    code: 'annual',
    title: 'Annual leave',
    effective_from: '2020-01-01',
    needs_balance: true,
    accrual_table: [],
  })
  const category = await post('hr_expense_category', { code: 'taxi', title: 'Taxi', mileage_rates: [] })
  const shift = await post('hr_shift', { name: 'Day', start_min: 540, end_min: 1_080, break_minutes: 60 })
  for (const { id, client } of [member, outsider]) {
    const amount = id === outsider.id ? '77123.00' : '78456.00'
    await addRows({ post, client, id, amount, type: type.id, category: category.id, shift: shift.id, structure: structure.id })
  }
  await post('hr_attendance/recalculate', { from: '2026-11-16', to: '2026-11-27' }, 200)
  for (const { id, client } of [member, outsider]) {
    const { data } = (await shop.owner.get(`/api/admin/hr_attendance?employee_id=${id}&sort=work_date`)).body
    const appeal = await client.post(`/api/admin/my/attendance/${data[0].id}/appeal`, {
      in_time: '09:00',
      out_time: '18:00',
      reason: 'Forgot',
    })
    expect(appeal.status, JSON.stringify(appeal.body)).toBe(201)
  }
  for (const { id } of [member, outsider])
    await shop.it.kernel.db.run(sql`
      insert into hr_leave_opening (employee_id, type_id, days, valid_from, reference) values (${id}, ${type.id}, 1, '2026-01-01', ${`old ${id}`})`)
  const holiday = await post('hr_holiday', { calendar_id: calendar.id, date: '2026-11-25', title: 'Founding day', kind: 'company' })
  await post(`hr_holiday/${holiday.id}/publish`, {}, 200)
  await shop.it.jobs()
  await pay.pay(manager.id, structure.id)
  const payroll = await pay.payroll('2026-10-01')
  expect(payroll.status).toBe('pending')
  for (const action of ['approve', 'send']) await pay.move(payroll.id, action)
  await shop.it.jobs()
  await markRows(shop, outsider.id)
  return {
    pay,
    manager,
    member,
    outsider,
    personId: person?.id ?? 0,
    payrollId: payroll.id,
    departmentId: department.id,
    structure,
    type,
    category,
    shift,
  }
}

interface RowsOf {
  post: ReturnType<typeof createPayrollFixture>['post']
  client: Client
  id: number
  amount: string
  type: number
  category: number
  shift: number
  structure: number
}

/** Rows of an employee, except those that code computes. */
async function addRows({ post, client, id, amount, type, category, shift, structure }: RowsOf): Promise<void> {
  const own = async (path: string, body: object, status = 201) => {
    const answer = await client.post(`/api/admin/my/${path}`, body)
    expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(status)
    return answer.body
  }
  const salary = { employee_id: id, structure_id: structure, base_amount: amount, allowances: [] }
  const made = await post('admin_salary', { ...salary, effective_from: '2020-01-01' })
  await post(`admin_salary/${made.id}/approve`, {}, 200)
  await post('admin_salary', { ...salary, effective_from: '2027-01-01' })
  await post('hr_pay_item', { employee_id: id, date: '2026-11-01', code: 'bonus', title: 'Bonus', amount, note: 'Note' })
  await post('hr_pay_opening', {
    employee_id: id,
    start_date: '2025-10-01',
    end_date: '2025-10-31',
    gross: amount,
    net: amount,
    reference: `old ${id}`,
  })
  const grant = { employee_id: id, type_id: type, days: '9', valid_from: '2026-01-01', valid_to: '2026-12-31', reason: 'Start' }
  await post('hr_leave/balance/adjust', grant, 200)
  const asked = await post('hr_leave/request', {
    employee_id: id,
    type_id: type,
    start_date: '2026-11-25',
    end_date: '2026-11-25',
    reason: 'Test',
  })
  await post(`hr_leave/${asked.id}/approve`, {}, 200)
  await own('leave', { type_id: type, start_date: '2026-12-14', end_date: '2026-12-14', reason: 'Test' })
  const span = { employee_id: id, shift_id: shift, start_date: '2026-11-02', end_date: '2026-12-31', weekdays: [1, 2, 3, 4, 5] }
  const assignment = await post('hr_shift_assignment', span)
  await post(`hr_shift_assignment/${assignment.id}/publish`, {}, 200)
  await post('hr_shift_assignment', { ...span, start_date: '2027-01-04', end_date: '2027-01-08' })
  await own('punch', {})
  const claim = await own('reimbursement', { title: 'Trip' })
  const expense = {
    expense_date: '2026-11-11',
    category_id: category,
    currency: 'HKD',
    amount: amount === '77123.00' ? amount : '120.00',
    description: 'Taxi',
  }
  await own(`reimbursement/${claim.id}/item`, expense)
  await own(`reimbursement/${claim.id}/submit`, {}, 200)
}

/** Rows `t` of an employee. */
const ofEmployee = (resource: string, employeeId: number): Sql => sql`t.${name(EMPLOYEE_COLUMN[resource] ?? '')} = ${employeeId}`

/** Writes the word into every text of the rows of an employee, and into the audit log about them. */
async function markRows({ it }: Shop, employeeId: number): Promise<void> {
  for (const resource of Object.keys(EMPLOYEE_COLUMN)) {
    const { table, fields } = it.kernel.registry.resource(resource)
    const texts = fields.filter((field) => field.column && ['text', 'area'].includes(field.meta.kind) && !CODES.has(field.name))
    await it.kernel.transaction(async (tx) => {
      await tx.run(sql`alter table ${name(table)} disable trigger user`)
      for (const { column } of texts)
        await tx.run(
          sql`update ${name(table)} t set ${name(column ?? '')} = ${`${SECRET} `}::text || t.id where ${ofEmployee(resource, employeeId)}`,
        )
      await tx.run(sql`alter table ${name(table)} enable trigger user`)
      await tx.run(sql`update audit_log set changes = jsonb_build_array(jsonb_build_object('field', ${SECRET}::text))
        where resource = ${resource} and row_id in (select t.id from ${name(table)} t where ${ofEmployee(resource, employeeId)})`)
    })
  }
}

/** Ids of the rows of an employee by resource. */
export async function listRows({ it }: Shop, employeeId: number): Promise<Map<string, number[]>> {
  const ids = new Map<string, number[]>()
  for (const resource of Object.keys(EMPLOYEE_COLUMN)) {
    const { table } = it.kernel.registry.resource(resource)
    const rows = await it.kernel.db.rows<{ id: number }>(
      sql`select t.id from ${name(table)} t where ${ofEmployee(resource, employeeId)} order by t.id`,
    )
    ids.set(
      resource,
      rows.map(({ id }) => id),
    )
  }
  return ids
}

/** The stored rows of an employee, to compare. */
export async function readRows({ it }: Shop, employeeId: number): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {}
  for (const resource of Object.keys(EMPLOYEE_COLUMN)) {
    const { table } = it.kernel.registry.resource(resource)
    rows[resource] = await it.kernel.db.rows(sql`select t.* from ${name(table)} t where ${ofEmployee(resource, employeeId)} order by t.id`)
  }
  return rows
}
