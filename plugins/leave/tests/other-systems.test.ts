import exceljs from 'exceljs'
import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'stoa'
import { importRecords } from 'stoa/plugins/sheets'
import { suite, toFormData } from 'stoa/testing'
import { createLeaveFixture } from './fixture.ts'

/** Employees and leave balances from files in the shape of exports of Frappe HR and Odoo. */
const shop = suite(['leave', 'sheets'])
const leave = createLeaveFixture(shop)

type Answer = Awaited<ReturnType<typeof importRecords>>

const put = (resource: string, bytes: string | Buffer, { dryRun = false, name = 'export.csv' } = {}): Promise<Answer> =>
  importRecords(shop.it.ctx, resource, { name, bytes: Buffer.from(bytes as string) }, { limit: 1_000, dryRun, speak: 'en-US' })
const employees = (text: string | Buffer, o = {}) => put('hr_employee', text, o)
const balances = (text: string | Buffer, o = {}) => put('hr_leave_opening', text, o)

/** Leave years of earlier years have ended, so the test uses the current one. */
const year = Number(new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Hong_Kong' }).format(new Date()).slice(0, 4))

const none = { create: 0, change: 0, unchanged: 0, error: 0 }
const byRow = (list: { row: number; column: string; value: string }[] = []) => list.map(({ row, column, value }) => [row, column, value])

const employee = (staffNo: string) =>
  shop.it.kernel.db.one<{ id: number } & Record<string, unknown>>(sql`
    select e.id, e.name, e.position, e.employment_type, to_char(e.join_date, 'YYYY-MM-DD') as joined, to_char(e.last_day, 'YYYY-MM-DD') as left_on,
      to_char(e.birth_date, 'YYYY-MM-DD') as born, e.gender, e.enabled, m.staff_no as manager, d.title->>'en-US' as department,
      p.title->>'en-US' as parent_department, d.code
    from hr_employee e left join hr_employee m on m.id = e.manager_id left join hr_department d on d.id = e.department_id
      left join hr_department p on p.id = d.parent_id where e.staff_no = ${staffNo}`)

const ledger = (staffNo: string) =>
  shop.it.kernel.db.rows(sql`
    select t.code, l.kind, l.days::float8 as days, to_char(l.valid_from, 'YYYY-MM-DD') as valid_from, to_char(l.valid_to, 'YYYY-MM-DD') as valid_to
    from hr_leave_ledger l join hr_employee e on e.id = l.employee_id join hr_leave_type t on t.id = l.type_id
    where e.staff_no = ${staffNo} order by l.id`)

/** A rehearsal changes nothing and says the same as the import; a second import changes nothing. */
async function importTwice(run: (o?: { dryRun: boolean }) => Promise<Answer>): Promise<Answer> {
  const rehearsal = await run({ dryRun: true })
  const done = await run()
  expect({ ...done, dry_run: true, data: [] }).toEqual({ ...rehearsal, data: [] })
  const { create, change, unchanged, error } = done.summary
  expect((await run()).summary).toEqual({ ...none, unchanged: create + change + unchanged, error })
  return done
}

/** A byte order mark, quoted commas, days first, and a manager who stands below his people. */
const frappe = `\uFEFFID,First Name,Middle Name,Last Name,Full Name,Company,Status,Gender,Date of Birth,Date of Joining,Relieving Date,Department,Designation,Reports to,Employment Type,Company Email,Bank Name,Bank A/C No.,Salutation
HR-EMP-00002,大文,,陳,陳大文,Harbour Trading,Active,Male,03-04-1990,01-02-2021,,Sales - HT,"Manager, shops",HR-EMP-00009,Full-time,man@harbour.test,Hang Lung Bank,024-111-222,Mr
HR-EMP-00003,Mei,Ling,Wong,,Harbour Trading,Left,Female,28-11-1985,05-06-2019,31-03-2024,Sales - HT,Clerk,HR-EMP-00002,Part-time,,,,
HR-EMP-00004,Kim,,Lau,Kim Lau,Harbour Trading,Suspended,Prefer not to say,01-01-1991,02-03-2022,,Research - Tea - HT,Taster,HR-EMP-00002,Intern,,,,
HR-EMP-00005,Jo,,Ho,Jo Ho,Harbour Trading,Active,Non-Conforming,01-01-1992,02-03-2023,,,Helper,HR-EMP-09999,Freelance,,,,
HR-EMP-00006,Ann,,Yip,Ann Yip,Harbour Trading,Active,Female,01-01-1993,02-03-2023,,,Pair,HR-EMP-00007,Full-time,,,,
HR-EMP-00007,Bea,,Yip,Bea Yip,Harbour Trading,Active,Female,01-01-1994,02-03-2023,,,Pair,HR-EMP-00006,Full-time,,,,
HR-EMP-00009,Siu Ling,,Cheung,張小玲,Harbour Trading,Active,Female,01-05-1980,01-01-2015,,All Departments,Owner,,Full-time,,,,
`

describe('employees of Frappe HR', () => {
  let answer: Answer
  beforeAll(async () => {
    answer = await importTwice((o) => employees(frappe, o))
  })

  test('are created with errors by row, also below a manager who stands later in the file', async () => {
    expect(answer.summary).toEqual({ ...none, create: 4, error: 3 })
    expect(answer.data.map(({ row }) => row)).toEqual([2, 3, 4, 5, 6, 7, 8])
    expect(byRow(answer.errors)).toEqual([
      [5, 'Reports to', 'HR-EMP-09999'],
      [6, 'Reports to', 'HR-EMP-00007'],
      [7, 'Reports to', 'HR-EMP-00006'],
    ])
    expect(answer.errors[0]?.error).toContain('does not exist')
    for (const { error } of answer.errors.slice(1)) expect(error).toContain('in a cycle')
    expect(await employee('HR-EMP-00002')).toMatchObject({
      name: '陳大文',
      position: 'Manager, shops',
      employment_type: 'full_time',
      joined: '2021-02-01',
      // Other dates of the file show that the day comes first.
      born: '1990-04-03',
      gender: 'male',
      enabled: true,
      manager: 'HR-EMP-00009',
      department: 'Sales',
      code: 'sales',
    })
    expect(await employee('HR-EMP-00003')).toMatchObject({
      name: 'Mei Ling Wong',
      employment_type: 'part_time',
      enabled: false,
      left_on: '2024-03-31',
      manager: 'HR-EMP-00002',
    })
    expect(await employee('HR-EMP-00004')).toMatchObject({
      enabled: false,
      gender: null,
      department: 'Research - Tea',
      employment_type: 'contract',
    })
    expect(await employee('HR-EMP-00009')).toMatchObject({ department: 'All Departments', manager: null })
  })

  test('are changed by a later export, whose changes the rehearsal shows by cell', async () => {
    const later = `${frappe.split('\n')[0]}\nHR-EMP-00004,Kim,,Lau,Kim Lau,Harbour Trading,Active,,01-01-1991,22-03-2022,,,Head taster,HR-EMP-00009,Full-time,,,,\n`
    const rehearsal = await employees(later, { dryRun: true })
    expect(rehearsal.data).toMatchObject([{ row: 2, action: 'change' }])
    expect(rehearsal.data[0]?.changes.map(({ field }) => field).toSorted()).toEqual([
      'employment_type',
      'enabled',
      'join_date',
      'manager_id',
      'position',
    ])
    expect(await employee('HR-EMP-00004')).toMatchObject({ position: 'Taster' })
  })

  test('cannot become a manager of their own manager', async () => {
    const csv = 'ID,Date of Joining,Reports to\nHR-EMP-00009,2015-01-01,HR-EMP-00003\n'
    const refused = await employees(csv)
    expect(byRow(refused.errors)).toEqual([[2, 'Reports to', 'HR-EMP-00003']])
  })

  test('have their bank details imported only by people with the right', async () => {
    const sealed = () =>
      shop.it.kernel.db.one<{ bank: string | null }>(sql`select bank_account as bank from hr_employee where staff_no = 'HR-EMP-00003'`)
    const csv = 'ID,Date of Joining,Bank A/C No.\nHR-EMP-00003,2019-06-05,024-333-444\n'
    const columns = async (rights: string[]) => {
      const client = await shop.it.staff(rights)
      const send = (path: string) => client.post(`/api/admin/${path}`, toFormData({ file: new File([csv], 'bank.csv') }))
      const { body } = await send('sheet/hr_employee/columns')
      const sent = await send('hr_employee/import')
      expect([sent.status, sent.body.errors], JSON.stringify(sent.body)).toEqual([200, []])
      return [body.mapping, ...body.columns.map(({ field }: { field: string | null }) => field)]
    }
    const rights = ['get hr employee', 'see all hr employee', 'update hr employee', 'create hr employee', 'import hr employee']
    expect(await columns(rights)).toEqual(['frappe-employees', 'staff_no', 'join_date', null])
    expect(await sealed()).toEqual({ bank: null })
    expect(await columns([...rights, 'see hr bank detail'])).toEqual(['frappe-employees', 'staff_no', 'join_date', 'bank_account'])
    expect((await sealed())?.bank).toMatch(/./)
  })
})

const odoo = `"External ID","Employee Name","Work Email","Department","Job Position","Manager","Badge ID","Employee Type","First Contract Date","Birthday","Gender","Active","Timezone"
"__export__.hr_employee_7_aa11","林志明","ming@odoo.test","Management / 銷售部","Consultant","Marc Demo","","Employee","2022-05-01","1988-02-03","Male","True","Asia/Hong_Kong"
"hr.employee_mark","Marc Demo","","Management","Chief, all","","B-100","Employee","2018-01-01","","Female","True",""
"__export__.hr_employee_8_bb22","Toni Temp","","Shop / Sales","","林志明","B-101","Freelancer","2023-01-01","","Other","False",""
"__export__.hr_employee_9_cc33","Nobody Start","","","","","B-102","Employee","","","","True",""
`

test('Odoo employees are found by badge or external id, with departments by path and managers by name', async () => {
  const answer = await importTwice((o) => employees(odoo, o))
  expect(answer.summary).toEqual({ ...none, create: 3, error: 1 })
  expect(answer.errors).toMatchObject([{ row: 5, column: 'First Contract Date' }])
  expect(await employee('__export__.hr_employee_7_aa11')).toMatchObject({
    name: '林志明',
    position: 'Consultant',
    manager: 'B-100',
    department: '銷售部',
    parent_department: 'Management',
    joined: '2022-05-01',
  })
  expect(await employee('B-101')).toMatchObject({ employment_type: 'contract', enabled: false, gender: 'other', parent_department: 'Shop' })
  const technical = `id,name,parent_id/id,barcode,contract_date_start,active,sex\nhr.employee_new,New Hire,hr.employee_chief,B-103,2026-01-05,True,female\nhr.employee_chief,New Chief,hr.employee_mark,B-104,2026-01-04,True,female\n`
  expect((await importTwice((o) => employees(technical, o))).summary).toEqual({ ...none, create: 2 })
  expect(await employee('B-103')).toMatchObject({ manager: 'B-104', gender: 'female', joined: '2026-01-05' })
  expect(await employee('B-104')).toMatchObject({ manager: 'B-100' })
})

describe('leave balances', () => {
  beforeAll(async () => {
    await leave.type({ code: 'annual', title: 'Annual leave' })
    await leave.type({ code: 'sick', title: 'Sick Time Off' })
    await leave.type({ code: 'unpaid', title: 'No-pay leave', needs_balance: false })
  })

  test('of Frappe HR become grants: several of one type are several, unapproved and empty ones are left out', async () => {
    const header =
      'ID,Employee,Employee Name,Leave Type,From Date,To Date,New Leaves Allocated,Total Leaves Allocated,Document Status,Description'
    const csv = [
      header,
      `HR-LAL-2026-00001,HR-EMP-00002,陳大文,Annual Leave,${year}-01-01,${year}-12-31,12,14.5,Submitted,"Old days, kept"`,
      `HR-LAL-2026-00002,HR-EMP-00002,陳大文,Annual Leave,${year}-01-01,${year}-12-31,2,2,Submitted,`,
      `HR-LAL-2026-00003,HR-EMP-00003,Mei Ling Wong,Annual Leave,${year}-01-01,${year}-12-31,5,5,Draft,`,
      `HR-LAL-2026-00004,HR-EMP-00003,Mei Ling Wong,Privilege Leave,${year}-01-01,${year}-12-31,5,5,Submitted,`,
      `HR-LAL-2026-00005,HR-EMP-00003,Mei Ling Wong,Annual Leave,${year}-01-01,${year}-12-31,0,0.0,Submitted,`,
      `HR-LAL-2026-00006,HR-EMP-00003,Mei Ling Wong,No-pay leave,${year}-01-01,${year}-12-31,5,5,Submitted,`,
      `HR-LAL-2026-00007,HR-EMP-00003,Mei Ling Wong,Annual Leave,${year}-01-01,${year}-12-31,-1.5,-1.5,Submitted,`,
      `HR-LAL-2025-00001,HR-EMP-00003,Mei Ling Wong,Annual Leave,${year - 1}-01-01,${year - 1}-12-31,9,9,Submitted,`,
    ].join('\n')
    const answer = await importTwice((o) => balances(csv, o))
    expect(answer.summary).toEqual({ ...none, create: 3, error: 2 })
    expect(answer.lines).toEqual({ read: 8, left_out: 3 })
    expect(byRow(answer.warnings)).toEqual([
      [4, 'Document Status', 'Draft'],
      [6, 'Total Leaves Allocated', '0.0'],
      [9, 'To Date', `${year - 1}-12-31`],
    ])
    expect(byRow(answer.errors)).toEqual([
      [5, 'Leave Type', 'Privilege Leave'],
      [7, 'Leave Type', 'No-pay leave'],
    ])
    const period = { code: 'annual', valid_from: `${year}-01-01`, valid_to: `${year}-12-31` }
    expect(await ledger('HR-EMP-00002')).toEqual([
      { ...period, kind: 'grant', days: 14.5 },
      { ...period, kind: 'grant', days: 2 },
    ])
    expect(await ledger('HR-EMP-00003')).toEqual([{ ...period, kind: 'adjust', days: -1.5 }])
    const changed = await balances(csv.replace(',12,14.5,', ',12,13,'))
    expect(changed.errors.filter(({ row }) => row === 2)).toMatchObject([{ column: 'Total Leaves Allocated' }])
  })

  test('of the balance report of Frappe HR need a first day, and heading lines name the type', async () => {
    const csv =
      'Leave Type,Employee,Employee Name,Opening Balance,Closing Balance\nSick Time Off,,,,\n,HR-EMP-00002,陳大文,1,3.5\n,HR-EMP-00004,Kim Lau,0,0\n,HR-EMP-00009,張小玲,0,1\n'
    const send = async (constants: object, dryRun: boolean) =>
      (
        await shop.owner.post(
          '/api/admin/hr_leave_opening/import',
          toFormData({
            file: new File([csv], 'balance.csv'),
            mapping: 'frappe-leave-balances',
            constants: JSON.stringify(constants),
            dry_run: String(dryRun),
          }),
        )
      ).body
    expect((await send({}, true)).errors.map(({ row }: { row: number }) => row)).toEqual([3, 5])
    const today = { valid_from: `${year}-12-01` }
    expect((await send(today, false)).summary).toEqual({ ...none, create: 2 })
    expect((await send(today, false)).summary).toEqual({ ...none, unchanged: 2 })
    expect(await ledger('HR-EMP-00009')).toEqual([
      { code: 'sick', kind: 'grant', days: 1, valid_from: `${year}-12-01`, valid_to: `${year}-12-31` },
    ])
  })

  test('of Odoo are what is left, from a workbook with dates, by external id or name', async () => {
    const start = new Date(`${year}-01-01`)
    const rows = [
      ['hr_leave.alloc_1', 'hr.employee_mark', 'Marc Demo', 'Annual leave', 20, 7.5, start, new Date(`${year}-12-31`), 'Approved'],
      ['hr_leave.alloc_2', '', '林志明', 'Sick Time Off', 10, null, start, null, 'Approved'],
      ['hr_leave.alloc_3', '', '林志明', 'Annual leave', 10, null, start, null, 'To Approve'],
      ['hr_leave.alloc_4', '', 'Toni Temp', 'Annual leave', 6, 6, start, null, 'Approved'],
      ['hr_leave.alloc_5', '', 'Nobody', 'Annual leave', 6, null, start, null, 'Approved'],
    ]
    const header = [
      'External ID',
      'Employee/External ID',
      'Employee',
      'Time Off Type',
      'Number of Days',
      'Time off Taken',
      'Start Date',
      'End Date',
      'Status',
    ]
    const book = new exceljs.Workbook()
    book.addWorksheet('Allocations').addRows([header, ...rows])
    const bytes = Buffer.from(await book.xlsx.writeBuffer())
    const answer = await importTwice((o) => balances(bytes, { name: 'allocations.xlsx', ...o }))
    expect(answer.summary).toEqual({ ...none, create: 2, error: 1 })
    expect(byRow(answer.warnings)).toEqual([
      [4, 'Status', 'To Approve'],
      [5, 'Number of Days', '0'],
    ])
    expect(byRow(answer.errors)).toEqual([[6, 'Employee', 'Nobody']])
    expect(await ledger('B-100')).toEqual([
      { code: 'annual', kind: 'grant', days: 12.5, valid_from: `${year}-01-01`, valid_to: `${year}-12-31` },
    ])
    expect(await ledger('__export__.hr_employee_7_aa11')).toMatchObject([{ code: 'sick', days: 10, valid_to: '2999-12-31' }])
  })

  test('of a plain sheet need no reference: equal lines are two grants, and a second import adds nothing', async () => {
    const csv = `employee,type,days,valid_from\nB-101,annual,3,${year}-02-01\nB-101,annual,0.5,${year}-02-01\n林志明,annual,4,01/02/2026\n`
    const unclear = await balances(csv.replaceAll(`${year}-02-01`, '01/02/2026'), { dryRun: true })
    expect(unclear.summary).toEqual({ ...none, error: 3 })
    const clear = csv.replace('01/02/2026', `${year}-02-01`)
    expect((await importTwice((o) => balances(clear, o))).summary).toEqual({ ...none, create: 3 })
    expect((await ledger('B-101')).map((row) => (row as { days: number }).days)).toEqual([3, 0.5])
  })
})

test('the preview shows the records in the order of the file', async () => {
  const { body } = await shop.owner.post('/api/admin/sheet/hr_employee/preview', toFormData({ file: new File([frappe], 'export.csv') }))
  expect(body.data.map(({ row }: { row: number }) => row)).toEqual([2, 3, 4, 5, 6])
})

test('the mapping step proposes fields for the headers of both systems, as labels and as technical names', async () => {
  const describeSheet = async (resource: string, header: string) => {
    const file = new File([`${header}\n`], 'export.csv')
    const { body } = await shop.owner.post(`/api/admin/sheet/${resource}/columns`, toFormData({ file }))
    return [body.mapping, Object.fromEntries(body.columns.map(({ column, field }: { column: string; field: string }) => [column, field]))]
  }
  expect(await describeSheet('hr_employee', 'Employee Number,Employee Name,Date of Joining,Reports to,Holiday List')).toEqual([
    'frappe-employees',
    {
      'Employee Number': 'staff_no',
      'Employee Name': 'name',
      'Date of Joining': 'join_date',
      'Reports to': 'manager',
      'Holiday List': null,
    },
  ])
  expect(await describeSheet('hr_employee', 'id,name,work_email,department_id,job_title,parent_id,identification_id')).toEqual([
    'odoo-employees',
    {
      id: 'staff_no',
      name: 'name',
      work_email: null,
      department_id: 'department',
      job_title: 'position',
      parent_id: 'manager',
      identification_id: 'identity_number',
    },
  ])
  expect(await describeSheet('hr_leave_opening', 'employee_id/id,holiday_status_id,number_of_days,date_from,date_to,state')).toEqual([
    'odoo-leave-allocations',
    {
      'employee_id/id': 'employee',
      holiday_status_id: 'type',
      number_of_days: 'days',
      date_from: 'valid_from',
      date_to: 'valid_to',
      state: null,
    },
  ])
  expect(await describeSheet('hr_leave_opening', 'Employee,Leave Type,From Date,To Date,New Leaves Allocated')).toEqual([
    'frappe-leave-allocations',
    { Employee: 'employee', 'Leave Type': 'type', 'From Date': 'valid_from', 'To Date': 'valid_to', 'New Leaves Allocated': 'days' },
  ])
})
