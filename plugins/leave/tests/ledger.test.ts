import { beforeAll, describe, expect, test } from 'vitest'
import { sql, systemCtx } from 'stoa'
import { readAbsences } from 'stoa/plugins/hr'
import { suite, toFormData } from 'stoa/testing'
import { checks } from '../checks.ts'
import { createLeaveFixture } from './fixture.ts'

const shop = suite(['leave', 'notes', 'calendar', 'sheets'])
const leave = createLeaveFixture(shop)
const { take } = leave
beforeAll(() => leave.enable())

/** Today in the time zone of the test shop. */
const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Hong_Kong' }).format(new Date())
const year = Number(today().slice(0, 4))
const last = year - 1
const work = { work_weekdays: [1, 2, 3, 4, 5, 6, 7] }

describe('accrual', () => {
  test('is written once, also when it runs twice at once and again', async () => {
    const { id } = await leave.hire({ join_date: `${last}-01-01` })
    const type = await leave.type({ accrual: 'monthly_first', accrual_table: [{ years: 1, days: '12' }], effective_from: `${year}-01-01` })
    await Promise.all([leave.accrue(), leave.accrue(), leave.accrue()])
    const rows = await leave.rows(id, type.id)
    await leave.accrue()
    expect(await leave.rows(id, type.id)).toEqual(rows)
    expect(rows).toHaveLength(Number(today().slice(5, 7)))
    expect(await leave.balance(id, type.id, today())).toBe(rows.length)
  })

  test('stops at the highest balance', async () => {
    const { id } = await leave.hire({ join_date: `${last}-01-01` })
    const type = await leave.type({
      accrual: 'monthly_first',
      accrual_table: [{ years: 1, days: '24' }],
      effective_from: `${last}-01-01`,
      balance_max: '5',
    })
    await leave.accrue()
    expect(await leave.balance(id, type.id, today())).toBe(5)
    await leave.post('hr_leave/balance/adjust', { employee_id: id, type_id: type.id, days: '-4', valid_from: today(), reason: 'Used' }, 200)
    await leave.accrue()
    expect(await leave.balance(id, type.id, today())).toBe(1)
  })

  test('of a leaver is corrected when the last day becomes known, once', async () => {
    const { id } = await leave.hire({ join_date: `${last}-01-01` })
    const type = await leave.type({ accrual_table: [{ years: 1, days: '12' }], effective_from: `${year}-01-01`, rounding: '0.5' })
    await leave.accrue()
    expect(await leave.balance(id, type.id, today())).toBe(12)
    const { body } = await shop.owner.get(`/api/admin/hr_employee/${id}`)
    await shop.owner.put(`/api/admin/hr_employee/${id}`, { last_day: `${year}-06-30`, version: body.version })
    await leave.accrue()
    await leave.accrue()
    expect((await leave.rows(id, type.id)).map(({ days }) => days)).toEqual([12, -6])
  })

  test('carries days over to the next leave year up to the limit, and lets the rest expire', async () => {
    const employee = await leave.hire()
    const type = await leave.type({ carry_over_max: '5', carry_over_expire_days: 366 })
    await leave.grant(employee.id, type.id, '8', `${last}-01-01`)
    await leave.accrue()
    await leave.accrue()
    expect(await leave.balance(employee.id, type.id, `${last}-12-31`)).toBe(8)
    expect(await leave.balance(employee.id, type.id, today())).toBe(5)
    expect((await leave.rows(employee.id, type.id)).map(({ kind, days }) => [kind, days])).toEqual([
      ['adjust', 8],
      ['carry', -5],
      ['carry', 5],
      ['expire', -3],
    ])
  })

  test('closes a period that was closed before when a leave in it is canceled', async () => {
    const employee = await leave.hire(work)
    const type = await leave.type({ carry_over_max: null })
    await leave.grant(employee.id, type.id, '10', `${last}-01-01`)
    const made = await take(employee, type.id, `${last}-05-04`, `${last}-05-05`)
    await leave.accrue()
    expect(await leave.balance(employee.id, type.id, today())).toBe(8)
    await shop.owner.post(`/api/admin/hr_leave/${made.id}/cancel`, { reason: 'Worked' })
    await leave.accrue()
    expect(await leave.balance(employee.id, type.id, today())).toBe(10)
  })
})

test('a leave across the expiry of carried days splits there', async () => {
  const employee = await leave.hire(work)
  const type = await leave.type()
  await leave.grant(employee.id, type.id, '10', `${year}-01-01`)
  await leave.grant(employee.id, type.id, '3', `${year}-01-01`, `${year}-03-31`)
  await take(employee, type.id, `${year}-03-31`, `${year}-04-01`)
  expect((await leave.rows(employee.id, type.id)).slice(2).map(({ days, valid_to }) => [days, valid_to])).toEqual([
    [-1, `${year}-03-31`],
    [-1, `${year}-12-31`],
  ])
})

test('a preview shows the lowest balance within the leave, because days may expire in it', async () => {
  const employee = await leave.hire(work)
  const type = await leave.type()
  await leave.grant(employee.id, type.id, '10', `${year}-01-01`)
  await leave.grant(employee.id, type.id, '3', `${year}-01-01`, `${year}-03-31`)
  const query = `type_id=${type.id}&start_date=${year}-03-31&end_date=${year}-04-01`
  const { body } = await employee.client.get(`/api/admin/my/leave/preview?${query}`)
  expect(body).toMatchObject({ days: 2, balance_before: 13, balance_after: 9, problems: [] })
})

test('rows of the ledger cannot be changed or reversed twice', async () => {
  const { id } = await leave.hire()
  const type = await leave.type()
  await leave.grant(id, type.id, '3', `${year}-01-01`)
  await expect(shop.it.kernel.db.run(sql`update hr_leave_ledger set days = 30 where employee_id = ${id}`)).rejects.toThrow(/append-only/)
  for (const verb of ['post', 'put'] as const)
    expect((await shop.owner[verb]('/api/admin/hr_leave_ledger', { days: '5' })).status).toBeGreaterThanOrEqual(400)
})

describe('an adjustment', () => {
  const adjust = (body: object) => shop.owner.post('/api/admin/hr_leave/balance/adjust', body)
  test.each<[string, object, string]>([
    ['without a reason', { reason: '' }, 'reason'],
    ['of no days', { days: '0' }, 'days'],
    ['of less than a thousandth', { days: '0.0001' }, 'days'],
    ['below the balance', { days: '-1' }, 'days'],
    ['that pays out added days', { days: '1', kind: 'encash' }, 'days'],
    ['that ends before it starts', { valid_to: '2020-01-01' }, 'valid_to'],
    ['of nobody', { employee_id: 999_999 }, 'employee_id'],
    ['of no type', { type_id: 999_999 }, 'type_id'],
  ])('%s is refused at its field', async (_, more, field) => {
    const { id } = await leave.hire()
    const type = await leave.type()
    const refused = await adjust({ employee_id: id, type_id: type.id, days: '1', reason: 'Test', ...more })
    expect([refused.status, Object.keys(refused.body.messages)]).toEqual([422, [field]])
  })
  test('needs its permission', async () => {
    const { id } = await leave.hire()
    const type = await leave.type()
    const viewer = await shop.it.staff('leave.viewer')
    expect(
      (await viewer.post('/api/admin/hr_leave/balance/adjust', { employee_id: id, type_id: type.id, days: '1', reason: 'x' })).status,
    ).toBe(403)
  })
})

test('nobody changes the own balance: not by an adjustment, and not by a sheet', async () => {
  const type = await leave.type({ code: 'own_type' })
  const { id, client } = await leave.hire({ staff_no: 'OWN-1' }, [
    'adjust hr leave balance',
    'get hr leave opening',
    'import hr leave opening',
    'get hr leave type',
    'get hr employee',
    'see all hr employee',
  ])
  const body = { employee_id: id, type_id: type.id, days: '5', reason: 'For me' }
  const adjusted = await client.post('/api/admin/hr_leave/balance/adjust', body)
  expect([adjusted.status, Object.keys(adjusted.body.messages)]).toEqual([422, ['employee_id']])
  const csv = `reference,employee,type,days,valid_from\nown-1,OWN-1,own_type,5,${year}-01-01`
  const sent = await client.post(
    '/api/admin/hr_leave_opening/import',
    toFormData({ file: new File([csv], 'own.csv', { type: 'text/csv' }) }),
  )
  expect(JSON.stringify(sent.body)).toContain('own leave balance')
  expect(await leave.rows(id, type.id)).toEqual([])
})

test('opening balances are imported from a sheet once, with errors by row', async () => {
  const { id } = await leave.hire({ staff_no: 'OPEN-1' })
  const type = await leave.type({ code: 'opening_type' })
  const csv = [
    'reference,employee,type,days,valid_from',
    `o-1,OPEN-1,opening_type,6.5,${year}-01-01`,
    `o-2,NOBODY,opening_type,1,${year}-01-01`,
    `o-3,OPEN-1,opening_type,0,${year}-02-01`,
  ].join('\n')
  const send = async () => {
    const file = new File([csv], 'opening.csv', { type: 'text/csv' })
    const sent = await shop.owner.post('/api/admin/hr_leave_opening/import', toFormData({ file }))
    await shop.it.jobs()
    return sent
  }
  const sent = await send()
  expect(sent.status, JSON.stringify(sent.body)).toBeLessThan(300)
  await send()
  expect((await leave.rows(id, type.id)).map(({ days }) => days)).toEqual([6.5])
})

test('approved leave is an absence with its part, and the calendar shows colleagues only that somebody is away', async () => {
  const employee = await leave.hire({ ...work, name: 'Quiet Person' })
  const type = await leave.type({ needs_balance: false, title: 'Secret operation', paid_fraction: '0.8' })
  const made = await employee.client.post('/api/admin/my/leave', {
    type_id: type.id,
    start_date: `${year}-06-01`,
    end_date: `${year}-06-02`,
    start_half: 'pm',
  })
  await shop.owner.post(`/api/admin/hr_leave/${made.body.id}/approve`)
  const { kernel } = shop.it
  const absences = await readAbsences(kernel.db, systemCtx(kernel, 'test'), {
    employees: [employee.id],
    from: `${year}-06-01`,
    to: `${year}-06-01`,
  })
  expect(absences).toEqual([
    { employee_id: employee.id, date: `${year}-06-01`, part: 'pm', fraction: 0.5, paid_fraction: 0.8, ref: `leave/${made.body.id}` },
  ])
  const path = `/api/admin/calendar?from=${year}-06-01&to=${year}-06-08`
  const read = async (rights: string[]) => JSON.stringify((await (await shop.it.staff(rights)).get(path)).body)
  const colleague = await read(['get calendar', 'see hr absence'])
  expect(colleague).toContain('Quiet Person')
  expect(colleague).not.toContain('Secret')
  expect(colleague).not.toContain('leave/view')
  expect(await read(['get calendar', 'see hr absence', 'see hr leave kind'])).toContain('Secret operation')
  expect(await read(['get calendar'])).not.toContain('Quiet Person')
})

test('all invariants hold after these tests', async () => {
  for (const [name, check] of Object.entries(checks)) expect([name, await check(shop.it.kernel)]).toEqual([name, []])
})

test('balances are listed for the employees in the row scope only', async () => {
  const boss = await leave.hire({ name: 'Boss' }, ['get hr leave ledger'])
  const report = await leave.hire({ name: 'Report', manager_id: boss.id })
  const other = await leave.hire({ name: 'Other' })
  const type = await leave.type()
  await leave.grant(report.id, type.id, '4', `${year}-01-01`)
  await leave.grant(other.id, type.id, '4', `${year}-01-01`)
  const read = async (query: string) => (await boss.client.get(`/api/admin/hr_leave/balance?type_id=${type.id}${query}`)).body.data
  expect(await read('')).toMatchObject([{ employee: 'Report', days: 4, taken: 0, pending: 0 }])
  expect(await read(`&employee_id=${report.id}`)).toHaveLength(1)
  expect(await read(`&employee_id=${other.id}`)).toEqual([])
})
