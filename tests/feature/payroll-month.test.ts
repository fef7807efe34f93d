import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, getWeekday, listDates, sql } from 'stoa'
import { suite, toFormData } from 'stoa/testing'
import type { Client } from '../support/app.ts'

const shop = suite(['payroll', 'claims', 'leave', 'attendance', 'notes', 'people', 'sheets', 'calendar'])

/** The figures of the document, by the heading above each table and the name in its first column. */
const documented = readTables(readFileSync(join(import.meta.dirname, '../../docs/guide/payroll-month.md'), 'utf8'))

function readTables(text: string): Map<string, Map<string, string[]>> {
  const tables = new Map<string, Map<string, string[]>>()
  let heading = ''
  for (const line of text.split('\n')) {
    if (line.startsWith('#')) heading = line.replace(/^#+ /, '')
    if (!line.startsWith('|') || /^\|[-| ]*\|$/.test(line)) continue
    const [name = '', ...cells] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    tables.set(heading, (tables.get(heading) ?? new Map<string, string[]>()).set(name, cells))
  }
  return tables
}

interface Person {
  id: number
  client: Client
}

async function post(path: string, body: object = {}, client: Client = shop.owner): Promise<any> {
  const answer = await client.post(`/api/admin/${path}`, body)
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body
}

async function put(path: string, body: object): Promise<void> {
  const answer = await shop.owner.put(`/api/admin/${path}`, body)
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(200)
}

const zone = 'Asia/Hong_Kong'
let calendar: number
let structure: number

async function hire(staff_no: string, values: object): Promise<Person> {
  const client = await shop.it.staff([])
  const account = await shop.it.kernel.db.one<{ id: number }>(sql`select max(id) as id from account`)
  const input = { staff_no, name: staff_no, account_id: account?.id, time_zone: zone, holiday_calendar_id: calendar, ...values }
  return { id: (await post('hr_employee', input)).id, client }
}

async function pay(employee_id: number, effective_from: string, base_amount: string): Promise<void> {
  const salary = {
    employee_id,
    structure_id: structure,
    effective_from,
    pay_type: 'monthly',
    frequency: 'monthly',
    base_amount,
    allowances: [],
  }
  await post(`admin_salary/${(await post('admin_salary', salary)).id}/approve`)
}

/** Leave that somebody in the office enters, and approves. */
async function grantLeave(employee_id: number, type_id: number, span: object): Promise<number> {
  const { id } = await post('hr_leave/request', { employee_id, type_id, reason: 'Test', ...span })
  await post(`hr_leave/${id}/approve`)
  return id
}

async function importPunches(lines: readonly string[]): Promise<void> {
  const file = new File([['staff_no,time,direction', ...lines].join('\n')], 'terminal.csv')
  const answer = await shop.owner.post('/api/admin/hr_punch/import_file', toFormData({ file }))
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  expect(answer.body.errors ?? []).toEqual([])
}

const recalculate = (from = '2026-11-01', to = '2026-11-30') => post('hr_attendance/recalculate', { from, to })

const findDay = async (employee_id: number, work_date: string): Promise<any> =>
  (await shop.owner.get(`/api/admin/hr_attendance?employee_id=${employee_id}&work_date=${work_date}`)).body.data[0]

async function runPayroll(start_date: string): Promise<number> {
  const { id } = await post('hr_payroll', { start_date })
  await post(`hr_payroll/${id}/compute`)
  await shop.it.jobs()
  expect((await shop.owner.get(`/api/admin/hr_payroll/${id}`)).body.status).toBe('pending')
  return id
}

/** Lines and net of a payslip, as the document shows them. */
async function readPayslip(payroll: number, employee: number): Promise<Map<string, string>> {
  const { data } = (await shop.owner.get(`/api/admin/hr_payroll/${payroll}/review`)).body
  const { payslip_id } = data.find((row: { employee_id: number }) => row.employee_id === employee)
  const payslip = (await shop.owner.get(`/api/admin/hr_payslip/${payslip_id}/view`)).body
  const lines = payslip.lines.map((line: { name: string; amount: string }) => [line.name.replace(/^EC\S+ /, ''), line.amount])
  return new Map([...lines, ['Net pay', payslip.net]])
}

/** Compares a payslip with its table in the document. */
function expectDocumented(heading: string, payslip: ReadonlyMap<string, string>): void {
  const table = documented.get(heading)
  expect(table, `the document has no table below "${heading}"`).toBeDefined()
  const rows = [...(table ?? [])].filter(([name]) => name !== 'Line')
  expect(Object.fromEntries(rows.map(([name, cells]) => [name, cells.at(-1)?.replaceAll(',', '').replace('−', '-')]))).toEqual(
    Object.fromEntries(payslip),
  )
}

const workDays = (from: string, to: string): string[] => listDates(from, to).filter((date) => getWeekday(date) <= 5)

describe('the month of the guide', () => {
  let clerk: Person
  let guard: Person
  let leaver: Person
  let november: number
  const types = { annual: 0, sick: 0, unpaid: 0 }

  beforeAll(async () => {
    await put('settings/employee', { enabled: true, work_weekdays: [1, 2, 3, 4, 5] })
    await put('settings/attendance', { appeal_window_days: 3_660 })
    await put('settings/claims', { approval: 'one_step', claim_window_days: 3_660, paid_by: 'payroll' })
    calendar = (await post('hr_holiday_calendar', { code: 'shop', title: 'Shop' })).id
    structure = (await post('hr_pay_structure/sample', { code: 'hong_kong' })).id
    clerk = await hire('W-01', { join_date: '2024-03-01', birth_date: '1992-08-20', tracks_time: false })
    guard = await hire('W-02', { join_date: '2026-11-16', birth_date: '2001-01-15' })
    leaver = await hire('W-03', { join_date: '2023-05-02', birth_date: '1988-12-01', last_day: '2026-11-20' })
    await pay(clerk.id, '2024-03-01', '30000.00')
    await pay(guard.id, '2026-11-16', '21000.00')
    await pay(leaver.id, '2023-05-02', '24000.00')
    for (const [code, paid_fraction] of [
      ['annual', '1'],
      ['sick', '0.8'],
      ['unpaid', '0'],
    ] as const) {
      const type = { code, title: code, paid_fraction, needs_balance: code !== 'unpaid', effective_from: '2020-01-01', accrual_table: [] }
      types[code] = (await post('hr_leave_type', type)).id
    }
    for (const [type_id, days] of [
      [types.annual, '7'],
      [types.sick, '104'],
    ] as const)
      await post('hr_leave/balance/adjust', {
        employee_id: clerk.id,
        type_id,
        days,
        valid_from: '2026-03-01',
        valid_to: '2027-02-28',
        reason: 'Test',
      })
  })

  test('has pay of the months before', async () => {
    for (let month = 0; month < 12; month++) {
      const start = new Date(Date.UTC(2025, 10 + month, 1)).toISOString().slice(0, 10)
      const end = new Date(Date.UTC(2025, 11 + month, 0)).toISOString().slice(0, 10)
      const amounts = { gross: '31500.00', net: '30000.00', wages: '31500.00', relevant_income: '31500.00' }
      const days = String(Number(end.slice(8)))
      await post('hr_pay_opening', {
        employee_id: clerk.id,
        start_date: start,
        end_date: end,
        currency: 'HKD',
        days,
        reference: `W-01 ${start}`,
        ...amounts,
      })
    }
  })

  test('has leave, and a holiday that is published afterwards', async () => {
    await grantLeave(clerk.id, types.annual, { start_date: '2026-11-10', end_date: '2026-11-10', start_half: 'pm' })
    await grantLeave(clerk.id, types.sick, { start_date: '2026-11-17', end_date: '2026-11-20' })
    await grantLeave(clerk.id, types.annual, { start_date: '2026-11-25', end_date: '2026-11-25' })
    const holiday = await post('hr_holiday', { calendar_id: calendar, date: '2026-11-25', title: 'Founding day', kind: 'company' })
    await post(`hr_holiday/${holiday.id}/publish`)
    await shop.it.jobs()
    const { data } = (await shop.owner.get(`/api/admin/hr_leave_adjustment?employee_id=${clerk.id}`)).body
    expect(data).toMatchObject([{ date: '2026-11-25', status: 'pending' }])
    await post(`hr_leave_adjustment/${data[0].id}/approve`)
    const balance = `/api/admin/hr_leave/balance/rows?employee_id=${clerk.id}&date=2026-11-30&type_id=`
    const days = async (type: number) => String((await shop.owner.get(balance + type)).body.days)
    const table = documented.get('Leave balances')
    expect(table?.get('Annual leave')?.at(-1)).toBe(await days(types.annual))
    expect(table?.get('Sick leave')?.at(-1)).toBe(await days(types.sick))
  })

  test('has night shifts with a forgotten punch that an appeal corrects, and overtime', async () => {
    const night = { name: 'Night', start_min: 1_320, end_min: 360, break_minutes: 60, late_out_min: 120 }
    const { id: shift_id } = await post('hr_shift', night)
    const span = { employee_id: guard.id, shift_id, start_date: '2026-11-16', weekdays: [1, 2, 3, 4, 5] }
    await post(`hr_shift_assignment/${(await post('hr_shift_assignment', span)).id}/publish`)
    const nights = workDays('2026-11-16', '2026-11-30').filter((date) => date !== '2026-11-25')
    const out = (date: string) => `W-02,${addDays(date, 1)} ${date === '2026-11-24' ? '07:30' : '06:00'},out`
    await importPunches(nights.flatMap((date) => [`W-02,${date} 22:00,in`, ...(date === '2026-11-19' ? [] : [out(date)])]))
    await recalculate()
    const forgotten = await findDay(guard.id, '2026-11-19')
    expect(forgotten).toMatchObject({ status: 'abnormal', reasons: ['missing_out'] })
    await post(`my/attendance/${forgotten.id}/appeal`, { in_time: null, out_time: '06:00', reason: 'Forgot' }, guard.client)
    const { data } = (await shop.owner.get(`/api/admin/hr_appeal?employee_id=${guard.id}`)).body
    await post(`hr_appeal/${data[0].id}/approve`)
    expect(await findDay(guard.id, '2026-11-19')).toMatchObject({ status: 'present', worked_min: 420 })
    const long = await findDay(guard.id, '2026-11-24')
    expect(long).toMatchObject({ overtime_min: 90 })
    await post(`hr_attendance/${long.id}/approve_overtime`, { minutes: 90 })
  })

  test('has an employee who leaves and misses a day', async () => {
    const days = workDays('2026-11-02', '2026-11-20').filter((date) => date !== '2026-11-12')
    await importPunches(days.flatMap((date) => [`W-03,${date} 09:00,in`, `W-03,${date} 18:00,out`]))
    await recalculate()
    expect(await findDay(leaver.id, '2026-11-12')).toMatchObject({ status: 'absent' })
  })

  test('has a claim with a photo that the payroll pays', async () => {
    const category = await post('hr_expense_category', { code: 'taxi', title: 'Taxi', mileage_rates: [] })
    const claim = await post('my/reimbursement', { title: 'Taxi' }, clerk.client)
    const receipt = new File(
      [readFileSync(join(import.meta.dirname, '../../fixtures/content/pictures/slide-gifts.webp'))],
      'receipt.webp',
      { type: 'image/webp' },
    )
    const expense = {
      expense_date: '2026-11-11',
      category_id: String(category.id),
      currency: 'HKD',
      amount: '245.50',
      description: 'Taxi',
      receipt,
    }
    const added = await clerk.client.post(`/api/admin/my/reimbursement/${claim.id}/item`, toFormData(expense))
    expect(added.status, JSON.stringify(added.body)).toBe(201)
    await post(`my/reimbursement/${claim.id}/submit`, {}, clerk.client)
    await post(`hr_reimbursement/${claim.id}/approve`)
  })

  test('pays what the guide works out', async () => {
    november = await runPayroll('2026-11-01')
    expectDocumented('Clerk, November', await readPayslip(november, clerk.id))
    expectDocumented('Guard, November', await readPayslip(november, guard.id))
    expectDocumented('Leaver, November', await readPayslip(november, leaver.id))
    for (const action of ['approve', 'send']) await post(`hr_payroll/${november}/${action}`)
    await shop.it.jobs()
    await post(`hr_payroll/${november}/pay`, { paid_on: '2026-11-30', payment_reference: 'Test' })
    const { data } = (await clerk.client.get('/api/admin/my/payroll')).body
    expect(data).toMatchObject([{ status: 'paid', net: documented.get('Clerk, November')?.get('Net pay')?.at(-1)?.replaceAll(',', '') }])
    expect((await clerk.client.get('/api/admin/my/reimbursement')).body.data).toMatchObject([{ status: 'paid' }])
  })

  test('is adjusted in the next month', async () => {
    await grantLeave(guard.id, types.unpaid, { start_date: '2026-11-27', end_date: '2026-11-27' })
    const { version } = (await shop.owner.get(`/api/admin/hr_employee/${guard.id}`)).body
    await put(`hr_employee/${guard.id}`, { tracks_time: false, version })
    await recalculate('2026-12-01', '2026-12-31')
    const december = await runPayroll('2026-12-01')
    expectDocumented('Guard, December', await readPayslip(december, guard.id))
    expectDocumented('Clerk, December', await readPayslip(december, clerk.id))
  })
})
