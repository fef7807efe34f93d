import { beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { createPayrollFixture } from './fixture.ts'

const shop = suite(['payroll', 'notes', 'people'])
const pay = createPayrollFixture(shop)
const salaryRights = ['get admin salary', 'create admin salary', 'update admin salary', 'destroy admin salary', 'approve admin salary']
let structure = 0
beforeAll(async () => {
  await pay.enable()
  structure = (await pay.structure()).id
})

const countReads = async (rowId: number) =>
  (
    await shop.it.kernel.db.one<{ n: number }>(
      sql`select count(*)::int as n from audit_log where resource = 'admin_salary' and verb = 'get' and row_id = ${rowId}`,
    )
  )?.n

test('nobody creates, changes, approves or deletes their own salary, whatever their rights', async () => {
  const { id, client } = await pay.hire({}, [...salaryRights, 'see all hr employee', 'destroy account', 'disable admin salary'])
  const input = { employee_id: id, structure_id: structure, effective_from: '2025-01-01', base_amount: '99000.00', allowances: [] }
  const own = await client.post('/api/admin/admin_salary', input)
  expect(own.status).toBe(422)
  expect(Object.keys(own.body.messages)).toEqual(['employee_id'])
  const made = await pay.post('admin_salary', input)
  expect((await client.put(`/api/admin/admin_salary/${made.id}`, { base_amount: '1.00', version: made.version })).status).toBe(422)
  for (const action of ['approve', 'disable'])
    expect((await client.post(`/api/admin/admin_salary/${made.id}/${action}`, {})).status).toBe(422)
  expect((await client.delete(`/api/admin/admin_salary/${made.id}`)).status).toBe(422)
  const item = { employee_id: id, date: '2025-01-01', code: 'bonus', title: 'Bonus', amount: '5.00' }
  const other = await shop.it.staff(['create hr pay item', 'see all hr employee'])
  expect((await other.post('/api/admin/hr_pay_item', item)).status).toBe(201)
})

test('a manager sees no salary without the right, and with it only those of the team', async () => {
  const { id: managerId, client: manager } = await pay.hire({}, ['get hr employee', 'get admin salary'])
  const member = await pay.hire({ manager_id: managerId })
  const stranger = await pay.hire()
  const [inTeam, outside] = [await pay.pay(member.id, structure), await pay.pay(stranger.id, structure)]
  const ids = (await manager.get('/api/admin/admin_salary?limit=100')).body.data.map((row: any) => row.id)
  expect(ids).toContain(inTeam.id)
  expect(ids).not.toContain(outside.id)
  expect((await manager.get(`/api/admin/admin_salary/${outside.id}`)).status).toBe(404)
  const plain = await shop.it.staff(['get hr employee', 'see all hr employee'])
  for (const path of ['admin_salary', `admin_salary/${inTeam.id}`, 'hr_payroll', 'hr_payslip', 'hr_pay_item', 'hr_pay_opening'])
    expect((await plain.get(`/api/admin/${path}`)).status, path).toBe(403)
  const blind = await shop.it.staff(['get hr payroll', 'get hr payslip'])
  expect((await blind.get('/api/admin/hr_payroll')).body.data).toEqual([])
})

test('who opens a salary is in the audit log, and a list has no amounts', async () => {
  const { id } = await pay.hire()
  const salary = await pay.pay(id, structure)
  const reader = await shop.it.staff(['get admin salary', 'see all hr employee'])
  const before = (await countReads(salary.id)) ?? 0
  await reader.get(`/api/admin/admin_salary/${salary.id}`)
  expect(await countReads(salary.id)).toBe(before + 1)
  const { data } = (await reader.get('/api/admin/admin_salary?fields=*&limit=100')).body
  expect(data.every((row: any) => row.base_amount === undefined)).toBe(true)
})

test('deleting a salary needs the right to delete accounts, and changing many the right to change one', async () => {
  const { id } = await pay.hire()
  const made = await pay.post('admin_salary', {
    employee_id: id,
    structure_id: structure,
    effective_from: '2025-01-01',
    base_amount: '1.00',
    allowances: [],
  })
  const some = await shop.it.staff([
    'destroy admin salary',
    'batch destroy admin salary',
    'batch update admin salary',
    'see all hr employee',
  ])
  expect((await some.delete(`/api/admin/admin_salary/${made.id}`)).status).toBe(403)
  expect((await some.delete('/api/admin/admin_salary/batch', { ids: [made.id] })).status).toBe(403)
  expect((await some.put('/api/admin/admin_salary/batch', { ids: [made.id], key: 'structure_id', value: structure })).status).toBe(403)
  const both = await shop.it.staff(['destroy admin salary', 'destroy account', 'see all hr employee'])
  expect((await both.delete(`/api/admin/admin_salary/${made.id}`)).status).toBe(200)
})

test('an approved salary does not change, and one that a payslip used is not deleted', async () => {
  const { id } = await pay.hire({ join_date: '2025-01-01' })
  const salary = await pay.pay(id, structure, { effective_from: '2025-01-01' })
  const change = await shop.owner.put(`/api/admin/admin_salary/${salary.id}`, { base_amount: '1.00', version: salary.version })
  expect(change.status).toBe(422)
  expect(change.body.messages.base_amount[0]).toContain('does not change')
  await pay.payroll('2025-01-01')
  expect((await shop.owner.delete(`/api/admin/admin_salary/${salary.id}`)).status).toBe(422)
})

test('a monthly salary has a monthly frequency, and an employee one salary from a date', async () => {
  const { id } = await pay.hire()
  const input = { employee_id: id, structure_id: structure, effective_from: '2025-01-01', base_amount: '1.00', allowances: [] }
  const weekly = await shop.owner.post('/api/admin/admin_salary', { ...input, frequency: 'weekly' })
  expect([weekly.status, Object.keys(weekly.body.messages)]).toEqual([422, ['frequency']])
  await pay.post('admin_salary', input)
  expect((await shop.owner.post('/api/admin/admin_salary', input)).status).toBe(422)
})

test('an employee sees only own payslips, and nobody without a record sees any', async () => {
  const first = await pay.hire({ join_date: '2025-02-01' })
  const second = await pay.hire({ join_date: '2025-02-01' })
  for (const { id } of [first, second]) await pay.pay(id, structure, { effective_from: '2025-02-01' })
  const { id } = await pay.payroll('2025-02-01')
  if ((await pay.review(id)).totals.problems > 0) {
    await pay.move(id, 'revise')
    const blocked = (await pay.review(id)).data.filter((row: any) => row.problems.length > 0).map((row: any) => row.employee_id)
    const { version } = (await shop.owner.get(`/api/admin/hr_payroll/${id}`)).body
    await shop.owner.put(`/api/admin/hr_payroll/${id}`, { excluded: blocked, version })
    await pay.compute(id)
  }
  const payslip = await pay.payslip(id, first.id)
  await pay.move(id, 'approve')
  await pay.move(id, 'send')
  expect((await first.client.get(`/api/admin/my/payroll/${payslip.id}`)).status).toBe(200)
  for (const path of [`my/payroll/${payslip.id}`, `my/payroll/${payslip.id}/pdf`])
    expect((await second.client.get(`/api/admin/${path}`)).status, path).toBe(404)
  expect((await second.client.get(`/api/admin/hr_payslip/${payslip.id}/view`)).status).toBe(403)
  const without = await shop.it.staff([])
  expect((await without.get('/api/admin/my/payroll')).status).toBe(403)
  await shop.owner.put('/api/admin/settings/employee', { enabled: false })
  expect((await first.client.get('/api/admin/my/payroll')).status).toBe(403)
  await pay.enable()
})

test('two approvals at once approve once, and an approval beside a cancellation leaves one of both', async () => {
  await shop.it.kernel.db.run(sql`update hr_employee set enabled = false`)
  const { id: employee } = await pay.hire({ join_date: '2026-01-01' })
  await pay.pay(employee, structure, { effective_from: '2026-01-01' })
  const { id } = await pay.payroll('2026-01-01')
  const answers = await Promise.all(Array.from({ length: 6 }, () => shop.owner.post(`/api/admin/hr_payroll/${id}/approve`, {})))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const { id: other } = await pay.payroll('2026-02-01')
  await Promise.all([
    shop.owner.post(`/api/admin/hr_payroll/${other}/approve`, {}),
    shop.owner.post(`/api/admin/hr_payroll/${other}/cancel`, { reason: 'Test' }),
  ])
  const { status } = (await shop.owner.get(`/api/admin/hr_payroll/${other}`)).body
  const payslips = await shop.it.kernel.db.rows<{ status: string }>(sql`select status from hr_payslip where payroll_id = ${other}`)
  expect(status).toBe('canceled')
  expect(payslips.map((row) => row.status)).toEqual(['canceled'])
  const { id: third } = await pay.post('hr_payroll', { start_date: '2026-03-01' })
  const starts = await Promise.all(Array.from({ length: 4 }, () => shop.owner.post(`/api/admin/hr_payroll/${third}/compute`, {})))
  expect(starts.filter((answer) => answer.status === 200)).toHaveLength(1)
})

test('with two people required, the creator does not approve', async () => {
  await pay.settings({ four_eyes: true })
  const { id } = await pay.hire({ join_date: '2026-04-01' })
  const made = await pay.post('admin_salary', {
    employee_id: id,
    structure_id: structure,
    effective_from: '2026-04-01',
    base_amount: '1.00',
    allowances: [],
  })
  expect((await shop.owner.post(`/api/admin/admin_salary/${made.id}/approve`, {})).status).toBe(422)
  const other = await shop.it.staff(['approve admin salary', 'see all hr employee', 'get admin salary'])
  expect((await other.post(`/api/admin/admin_salary/${made.id}/approve`, {})).status).toBe(200)
  await pay.settings({ four_eyes: false })
})
