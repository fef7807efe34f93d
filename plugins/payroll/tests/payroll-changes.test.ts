import { beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { createPayrollFixture } from './fixture.ts'

const shop = suite(['payroll', 'leave', 'notes', 'people'])
const pay = createPayrollFixture(shop)
const toLines = (payslip: any) => payslip.lines.map(({ name, amount }: any) => [name, amount])
let structure = 0
beforeAll(async () => {
  await pay.enable()
  structure = (await pay.structure()).id
})

test('who joins, leaves or gets another salary within a month is paid by days', async () => {
  const joiner = await pay.hire({ join_date: '2025-03-17' })
  const leaver = await pay.hire({ last_day: '2025-03-10', enabled: false })
  const raised = await pay.hire()
  const gone = await pay.hire({ enabled: false })
  await pay.pay(joiner.id, structure, { effective_from: '2025-03-17' })
  await pay.pay(leaver.id, structure)
  await pay.pay(raised.id, structure)
  await pay.pay(raised.id, structure, { effective_from: '2025-03-16', base_amount: '62000.00' })
  await pay.pay(gone.id, structure)
  const { id } = await pay.payroll('2025-03-01')
  const { data } = await pay.review(id)
  const nets = new Map(data.map(({ employee_id, net }: any) => [employee_id, net]))
  expect(nets.get(joiner.id)).toBe('15000.00')
  expect(nets.get(leaver.id)).toBe('10000.00')
  expect(nets.get(raised.id)).toBe('47000.00')
  expect(nets.has(gone.id)).toBe(false)
  await pay.move(id, 'cancel', { reason: 'Test' })
})

test('computing again changes nothing while nothing has changed, and replaces lines when something has', async () => {
  const { id: employee } = await pay.hire({ join_date: '2025-04-01' })
  await pay.pay(employee, structure, { effective_from: '2025-04-01' })
  const { id } = await pay.payroll('2025-04-01')
  const before = await pay.snapshot(id)
  await pay.compute(id)
  expect(await pay.snapshot(id)).toEqual(before)
  await pay.post('hr_pay_item', { employee_id: employee, date: '2025-04-20', code: 'bonus', title: 'Spring bonus', amount: '500.00' })
  await pay.compute(id)
  const payslip = await pay.payslip(id, employee)
  expect(toLines(payslip)).toContainEqual(['Spring bonus', '500.00'])
  expect(before).toHaveLength((await pay.snapshot(id)).length)
  await pay.move(id, 'cancel', { reason: 'Test' })
})

test('an employee without a salary is a problem that blocks the approval until a salary is there or the employee is excluded', async () => {
  const { id: employee } = await pay.hire({ join_date: '2025-05-01' })
  const payroll = await pay.payroll('2025-05-01')
  expect(payroll.status).toBe('abnormal')
  const { data } = await pay.review(payroll.id)
  expect(data[0]).toMatchObject({ employee_id: employee, problems: [expect.stringContaining('no approved salary')] })
  expect((await shop.owner.post(`/api/admin/hr_payroll/${payroll.id}/approve`, {})).status).toBe(409)
  const draft = await pay.move(payroll.id, 'revise')
  await shop.owner.put(`/api/admin/hr_payroll/${payroll.id}`, { excluded: [employee], version: draft.version })
  expect((await pay.compute(payroll.id)).status).toBe('pending')
  expect((await pay.review(payroll.id)).data.some(({ employee_id }: any) => employee_id === employee)).toBe(false)
  await pay.move(payroll.id, 'cancel', { reason: 'Test' })
  await shop.it.kernel.db.run(sql`update hr_employee set enabled = false where id = ${employee}`)
})

test('approving uses an item once and locks attendance; canceling frees both exactly, and the payslips stay canceled', async () => {
  const { id: employee } = await pay.hire({ join_date: '2025-06-01' })
  await pay.pay(employee, structure, { effective_from: '2025-06-01' })
  const item = await pay.post('hr_pay_item', { employee_id: employee, date: '2025-06-02', code: 'bonus', title: 'Bonus', amount: '300.00' })
  const { kernel } = shop.it
  const readItem = async () => (await shop.owner.get(`/api/admin/hr_pay_item/${item.id}`)).body
  const before = await readItem()
  await kernel.db.run(sql`insert into hr_attendance (employee_id, work_date, status, day_kind, window_start, window_end)
    values (${employee}, '2025-06-03', 'present', 'work', '2025-06-03', '2025-06-04')`)
  const readLock = () =>
    kernel.db.one<{ locked_by: string | null }>(sql`select locked_by from hr_attendance where employee_id = ${employee}`)
  const { id } = await pay.payroll('2025-06-01')
  expect((await readItem()).status).toBe('pending')
  await pay.move(id, 'approve')
  expect(await readItem()).toMatchObject({ status: 'approved', claimed_by: `payroll/${id}` })
  expect(await readLock()).toEqual({ locked_by: `payroll/${id}` })
  expect((await shop.owner.put(`/api/admin/hr_pay_item/${item.id}`, { amount: '1.00', version: 2 })).status).toBe(422)
  await pay.move(id, 'cancel', { reason: 'Wrong period' })
  expect(await readItem()).toMatchObject({ status: before.status, claimed_by: null })
  expect(await readLock()).toEqual({ locked_by: null })
  const second = await pay.payroll('2025-06-01')
  expect(toLines(await pay.payslip(second.id, employee))).toEqual([
    ['Base salary', '31000.00'],
    ['Bonus', '300.00'],
  ])
  await pay.move(second.id, 'approve')
})

test('a change after the approval leaves the payslip as it is, and the next payroll adjusts it once', async () => {
  const { id: employee } = await pay.hire({ join_date: '2025-07-01' })
  await pay.pay(employee, structure, { effective_from: '2025-07-01' })
  const july = await pay.payroll('2025-07-01')
  await pay.move(july.id, 'approve')
  const before = await pay.snapshot(july.id)
  const type = await pay.post('hr_leave_type', {
    code: 'unpaid_test',
    title: 'No-pay leave',
    paid_fraction: '0',
    needs_balance: false,
    effective_from: '2020-01-01',
    accrual_table: [],
  })
  const leave = await pay.post('hr_leave/request', {
    employee_id: employee,
    type_id: type.id,
    start_date: '2025-07-14',
    end_date: '2025-07-14',
  })
  await pay.post(`hr_leave/${leave.id}/approve`, {}, 200)
  expect(await pay.snapshot(july.id)).toEqual(before)
  const august = await pay.payroll('2025-08-01')
  const payslip = await pay.payslip(august.id, employee)
  expect(toLines(payslip)).toEqual([
    ['Base salary', '31000.00'],
    ['Adjustment: Base salary', '-1000.00'],
  ])
  expect(payslip.lines[1].explanation.days).toMatchObject([{ date: '2025-07-14', ref: `leave/${leave.id}` }])
  const refused = await shop.owner.post(`/api/admin/hr_payroll/${july.id}/cancel`, { reason: 'Late' })
  expect(refused.status).toBe(200)
  expect((await shop.owner.post(`/api/admin/hr_payroll/${august.id}/approve`, {})).body.messages.status[0]).toContain(
    'Calculate this payroll again',
  )
  const again = await pay.compute(august.id)
  expect(toLines(await pay.payslip(again.id, employee))).toEqual([['Base salary', '31000.00']])
})

test('a payroll that a later one adjusts is not canceled before it', async () => {
  const { id: employee } = await pay.hire({ join_date: '2025-09-01' })
  await pay.pay(employee, structure, { effective_from: '2025-09-01' })
  const first = await pay.payroll('2025-09-01')
  await pay.move(first.id, 'approve')
  await pay.pay(employee, structure, { effective_from: '2025-09-16', base_amount: '61000.00' })
  const next = await pay.payroll('2025-10-01')
  expect(toLines(await pay.payslip(next.id, employee))).toContainEqual(['Adjustment: Base salary', '15000.00'])
  await pay.move(next.id, 'approve')
  const refused = await shop.owner.post(`/api/admin/hr_payroll/${first.id}/cancel`, { reason: 'Late' })
  expect(refused.status).toBe(422)
  expect(refused.body.messages.status[0]).toContain(next.number)
  const last = await pay.payroll('2025-11-01')
  expect(toLines(await pay.payslip(last.id, employee))).toEqual([['Base salary', '61000.00']])
})
