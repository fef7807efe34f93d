import { beforeAll, describe, expect, test } from 'vitest'
import { sql, systemCtx } from 'stoa'
import { readWorkDays } from 'stoa/plugins/hr'
import { suite } from 'stoa/testing'
import { createTeam } from './team.ts'

const shop = suite(['attendance', 'leave', 'notes'])
const team = createTeam(shop)
const at = '/api/admin/hr_shift_assignment/roster'
/** A Monday far enough ahead that nothing else happens in its week. */
const MONDAY = '2027-03-01'
const TUESDAY = '2027-03-02'
const NEXT = '2027-03-08'
let early: number
let noon: number
let night: number
let dawn: number

interface Change {
  employee_id: number
  date: string
  shift_ids: number[]
  published_ids?: number[]
  before?: number[]
}

const change = (...changes: Change[]) => shop.owner.post(at, { changes })
const read = async (employee: number, week = MONDAY, client = shop.owner) => {
  const { body: record } = await shop.owner.get(`/api/admin/hr_employee/${employee}`)
  const { status, body } = await client.get(`${at}?week=${week}&q=${record.staff_no}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return { week: body, row: body.rows.find(({ id }: { id: number }) => id === employee) }
}
const cellsOf = async (employee: number, week = MONDAY): Promise<string[]> =>
  (await read(employee, week)).row.cells.map(({ shifts }: { shifts: { shift_id: number; is_published: boolean }[] }) =>
    shifts.map(({ shift_id, is_published }) => `${shift_id}${is_published ? '+' : '-'}`).join(),
  )

beforeAll(async () => {
  early = await team.addShift({ name: 'Early', start_min: 480, end_min: 720 })
  noon = await team.addShift({ name: 'Noon', start_min: 660, end_min: 900, break_minutes: 30 })
  night = await team.addShift({ name: 'Night', start_min: 1_320, end_min: 360 })
  dawn = await team.addShift({ name: 'Dawn', start_min: 300, end_min: 420 })
})

describe('the roster of a week', () => {
  test('shows drafts and published shifts with hours, totals and coverage', async () => {
    const employee = await team.hire()
    await team.assign(employee, early, { start_date: MONDAY, end_date: '2027-03-05' }, true)
    expect((await change({ employee_id: employee, date: '2027-03-06', shift_ids: [noon], before: [] })).body).toEqual({
      applied: true,
      conflicts: [],
    })
    const { week, row } = await read(employee)
    expect(await cellsOf(employee)).toEqual([...Array.from({ length: 5 }, () => `${early}+`), `${noon}-`, ''])
    expect(row.minutes).toBe(5 * 240 + 210)
    expect(week.days[5]).toEqual({ date: '2027-03-06', minutes: 210, people: 1 })
    expect(week.shifts.find(({ id }: { id: number }) => id === noon).counts).toEqual([0, 0, 0, 0, 0, 1, 0])
    expect(week.drafts).toBe(1)
    await change({ employee_id: employee, date: '2027-03-06', shift_ids: [] })
  })

  test('sums holidays, absences, drafts and clock changes over all employees as its rows do', async () => {
    const { body: calendar } = await shop.owner.post('/api/admin/hr_holiday_calendar', { code: 'mixed', title: 'Mixed' })
    for (const [date, half_day] of [
      ['2027-03-10', 'none'],
      ['2027-03-11', 'am'],
    ]) {
      const holiday = await shop.owner.post('/api/admin/hr_holiday', {
        calendar_id: calendar.id,
        date,
        title: `Holiday ${half_day}`,
        half_day,
      })
      await shop.owner.post(`/api/admin/hr_holiday/${holiday.body.id}/publish`)
    }
    const always = await team.addShift({ name: 'Always', start_min: 480, end_min: 720, works_holidays: true })
    const holiday_calendar_id = calendar.id
    const first = await team.hire({ name: 'Mixed 1', time_zone: 'America/New_York', holiday_calendar_id })
    await team.assign(first, early, { start_date: NEXT, weekdays: [1, 2, 3, 4, 5] })
    await team.assign(first, night, { start_date: NEXT, weekdays: [6] }, true)
    const second = await team.hire({ name: 'Mixed 2', holiday_calendar_id })
    await team.assign(second, always, { start_date: MONDAY, end_date: '2027-03-12', weekdays: [1, 2, 3, 4, 5] }, true)
    const third = await team.hire({ name: 'Mixed 3' })
    await team.assign(third, early, { start_date: NEXT, end_date: '2027-03-09' }, true)
    const type = await shop.owner.post('/api/admin/hr_leave_type', {
      code: 'mixed',
      title: 'Mixed',
      needs_balance: false,
      effective_from: '2020-01-01',
      accrual_table: [],
    })
    const span = { employee_id: third, type_id: type.body.id, start_date: '2027-03-09', end_date: '2027-03-09' }
    const leave = await shop.owner.post('/api/admin/hr_leave/request', span)
    expect((await shop.owner.post(`/api/admin/hr_leave/${leave.body.id}/approve`)).status).toBe(200)
    const { body: week } = await shop.owner.get(`${at}?week=${NEXT}&q=mixed`)
    expect(week).toMatchObject({ total: 3, drafts: 1 })
    expect(week.rows.map(({ id, minutes }: { id: number; minutes: number }) => [id, minutes])).toEqual([
      // The night of the 13th is an hour shorter in New York.
      [first, 4 * 240 + 420],
      [second, 5 * 240],
      [third, 240],
    ])
    expect(week.days.map(({ minutes, people }: { minutes: number; people: number }) => [minutes, people])).toEqual([
      [720, 3],
      [480, 2],
      [240, 1],
      [480, 2],
      [480, 2],
      [420, 1],
      [0, 0],
    ])
    const countsOf = (shift: number) => week.shifts.find(({ id }: { id: number }) => id === shift).counts
    expect([early, always, night].map(countsOf)).toEqual([
      [2, 1, 0, 1, 1, 0, 0],
      [1, 1, 1, 1, 1, 0, 0],
      [0, 0, 0, 0, 0, 1, 0],
    ])
    expect(week.rows[0].cells[2]).toEqual({
      date: '2027-03-10',
      is_employed: true,
      shifts: [{ shift_id: early, is_published: false, is_single: false }],
      holiday: 'Holiday none',
      away: null,
    })
    expect(week.rows.map(({ cells }: { cells: { holiday: string | null }[] }) => cells[3]?.holiday)).toEqual([
      'Holiday am',
      'Holiday am',
      null,
    ])
    expect(week.rows[2].cells[1]).toMatchObject({ shifts: [{ shift_id: early }], away: { is_whole_day: true, kind: 'Mixed' } })
    expect((await shop.owner.get(`${at}?week=${NEXT}&q=mixed&page=2`)).body).toMatchObject({ total: 3, rows: [] })
  })

  test('is that of a Monday', async () => {
    expect((await shop.owner.get(`${at}?week=${TUESDAY}`)).body.messages).toEqual({ week: ['Choose the Monday of the week.'] })
    expect((await shop.owner.get(`${at}?week=soon`)).status).toBe(422)
  })

  test('takes a day out of a longer assignment as a rest day, and the other days keep their shift', async () => {
    const employee = await team.hire()
    const id = await team.assign(employee, early, { start_date: MONDAY, weekdays: [1, 2, 3, 4, 5] }, true)
    await change({ employee_id: employee, date: TUESDAY, shift_ids: [], before: [early] })
    expect(await cellsOf(employee)).toEqual([`${early}+`, '', `${early}+`, `${early}+`, `${early}+`, '', ''])
    const { kernel } = shop.it
    const span = { employees: [employee], from: MONDAY, to: '2027-03-03' }
    const days = await readWorkDays(kernel.db, systemCtx(kernel, 'hr'), span)
    expect(days.map(({ kind, minutes }) => [kind, minutes])).toEqual([
      ['work', 240],
      ['rest', 0],
      ['work', 240],
    ])
    const audit = await kernel.db.rows(
      sql`select 1 from audit_log where resource = 'hr_shift_assignment' and row_id = ${id} and verb = 'update'`,
    )
    expect(audit).toHaveLength(1)
    // The undo restores the assignment itself.
    await change({ employee_id: employee, date: TUESDAY, shift_ids: [early], published_ids: [early], before: [] })
    expect(await cellsOf(employee)).toEqual([...Array.from({ length: 5 }, () => `${early}+`), '', ''])
  })

  test('swaps the shifts of two longer assignments on one day', async () => {
    const employee = await team.hire()
    await team.assign(employee, noon, { start_date: MONDAY, weekdays: [1, 3] }, true)
    await team.assign(employee, early, { start_date: MONDAY, weekdays: [2, 4] }, true)
    await change({ employee_id: employee, date: MONDAY, shift_ids: [early] })
    await change({ employee_id: employee, date: MONDAY, shift_ids: [noon] })
    expect(await cellsOf(employee)).toEqual([`${noon}+`, `${early}+`, `${noon}+`, `${early}+`, '', '', ''])
  })
})

describe('a refused change', () => {
  test('of several writes none, and names employee, day and reason', async () => {
    const employee = await team.hire()
    await team.assign(employee, night, { start_date: MONDAY, end_date: MONDAY })
    const { body } = await change(
      { employee_id: employee, date: TUESDAY, shift_ids: [dawn] },
      { employee_id: employee, date: '2027-03-04', shift_ids: [early] },
    )
    expect(body).toMatchObject({
      applied: false,
      conflicts: [{ employee_id: employee, date: TUESDAY, reason: `The employee has the shift “Night” at this time on ${MONDAY}.` }],
    })
    expect(await cellsOf(employee)).toEqual([`${night}-`, '', '', '', '', '', ''])
  })

  test('is one after the last day of employment', async () => {
    const employee = await team.hire({ last_day: TUESDAY })
    const { body } = await change({ employee_id: employee, date: '2027-03-03', shift_ids: [early] })
    expect(body.conflicts[0].reason).toBe('The employee is not employed on this day.')
  })

  test('is one on a day of approved leave, whose kind is shown only with the right', async () => {
    const employee = await team.hire()
    const type = await shop.owner.post('/api/admin/hr_leave_type', {
      code: 'family',
      title: 'Family leave',
      needs_balance: false,
      effective_from: '2020-01-01',
      accrual_table: [],
    })
    const input = { employee_id: employee, type_id: type.body.id, start_date: TUESDAY, end_date: TUESDAY }
    const leave = await shop.owner.post('/api/admin/hr_leave/request', input)
    const approved = await shop.owner.post(`/api/admin/hr_leave/${leave.body.id}/approve`)
    expect(approved.status, JSON.stringify(approved.body)).toBe(200)
    const { body } = await change({ employee_id: employee, date: TUESDAY, shift_ids: [early] })
    expect(body.conflicts[0].reason).toBe('The employee has approved leave on this day.')
    expect((await read(employee)).row.cells[1].away).toEqual({ is_whole_day: true, kind: 'Family leave' })
    const planner = await shop.it.staff(['get hr shift assignment', 'get hr shift', 'get hr employee', 'see all hr employee'])
    expect((await read(employee, MONDAY, planner)).row.cells[1].away).toEqual({ is_whole_day: true, kind: null })
  })

  test('is one that was made on an old view', async () => {
    const employee = await team.hire()
    await change({ employee_id: employee, date: MONDAY, shift_ids: [early], before: [] })
    const { body } = await change({ employee_id: employee, date: MONDAY, shift_ids: [noon], before: [] })
    expect(body.applied).toBe(false)
    expect(await cellsOf(employee)).toEqual([`${early}-`, '', '', '', '', '', ''])
  })

  test('is one of two concurrent changes', async () => {
    for (let round = 0; round < 5; round++) {
      const employee = await team.hire()
      const results = await Promise.all([
        change({ employee_id: employee, date: MONDAY, shift_ids: [night] }),
        change({ employee_id: employee, date: TUESDAY, shift_ids: [dawn] }),
      ])
      expect(results.map(({ body }) => body.applied).toSorted()).toEqual([false, true])
    }
  })
})

describe('rights', () => {
  const rights = ['get hr shift assignment', 'get hr shift', 'get hr employee', 'create hr shift assignment']
  const writer = [...rights, 'update hr shift assignment', 'cancel hr shift assignment']

  test('a manager plans the employees below, and neither others nor the own days', async () => {
    const manager = await shop.it.staff(writer)
    const own = await team.linkLast(await team.hire())
    const below = await team.hire({ manager_id: own })
    const other = await team.hire()
    const { body } = await manager.get(`${at}?week=${MONDAY}`)
    expect(body.rows.map(({ id }: { id: number }) => id)).toEqual([below])
    expect(body.total).toBe(1)
    const days = (employee_id: number) => ({ changes: [{ employee_id, date: MONDAY, shift_ids: [early] }] })
    expect((await manager.post(at, days(below))).body.applied).toBe(true)
    for (const employee of [other, own]) {
      const refused = await manager.post(at, days(employee))
      expect(refused.status).toBe(422)
      expect(Object.keys(refused.body.messages)).toEqual(['changes.0.employee_id'])
    }
    const wide = await shop.it.staff([...writer, 'see all hr employee'])
    const planner = await team.linkLast(await team.hire())
    expect((await wide.post(at, days(planner))).body.applied).toBe(true)
  })

  test('publishing needs its own right, also within a change', async () => {
    const planner = await shop.it.staff([...writer, 'see all hr employee'])
    const employee = await team.hire()
    const day = { employee_id: employee, date: MONDAY, shift_ids: [early], published_ids: [early] }
    expect((await planner.post(at, { changes: [day] })).body.applied).toBe(true)
    expect(await cellsOf(employee)).toEqual([`${early}-`, '', '', '', '', '', ''])
    expect((await planner.post(`${at}/publish`, { week: MONDAY })).status).toBe(403)
    const reader = await shop.it.staff(rights)
    expect((await reader.post(at, { changes: [day] })).status).toBe(403)
  })
})

describe('copying a week', () => {
  test('writes drafts, leaves equal days, and is refused as a whole when days have other shifts', async () => {
    const q = 'Copied'
    const one = await team.hire({ name: `${q} one` })
    const two = await team.hire({ name: `${q} two` })
    for (const employee_id of [one, two])
      await change({ employee_id, date: MONDAY, shift_ids: [early] }, { employee_id, date: TUESDAY, shift_ids: [noon] })
    await change({ employee_id: two, date: NEXT, shift_ids: [night] })
    const input = { from: MONDAY, to: NEXT, q }
    const refused = await shop.owner.post(`${at}/copy`, input)
    expect(refused.body).toMatchObject({ applied: false, copied: [], conflicts: [{ employee_id: two, date: NEXT, employee: `${q} two` }] })
    expect(await cellsOf(one, NEXT)).toEqual(['', '', '', '', '', '', ''])
    const made = await shop.owner.post(`${at}/copy`, { ...input, keep_others: true })
    expect(made.body).toMatchObject({ applied: true, conflicts: [{ employee_id: two }] })
    expect(made.body.copied).toHaveLength(3)
    expect(await cellsOf(one, NEXT)).toEqual([`${early}-`, `${noon}-`, '', '', '', '', ''])
    expect(await cellsOf(two, NEXT)).toEqual([`${night}-`, `${noon}-`, '', '', '', '', ''])
    const again = await shop.owner.post(`${at}/copy`, { ...input, keep_others: true })
    expect(again.body.copied).toEqual([])
  })

  test('a hundred employees at once is quick enough', async () => {
    const q = 'Crowd'
    const ids: number[] = []
    for (let n = 0; n < 100; n++) ids.push(await team.hire({ name: `${q} ${n}` }))
    await change(...ids.flatMap((employee_id) => [MONDAY, TUESDAY].map((date) => ({ employee_id, date, shift_ids: [early] }))))
    const start = Date.now()
    const { body } = await shop.owner.post(`${at}/copy`, { from: MONDAY, to: NEXT, q })
    expect(body.copied).toHaveLength(200)
    expect(Date.now() - start).toBeLessThan(5_000)
    const page = await shop.owner.get(`${at}?week=${NEXT}&q=${q}&page=2`)
    expect(page.body).toMatchObject({ total: 100, page: 2, page_size: 50, drafts: 200 })
    expect(page.body.rows).toHaveLength(50)
    expect(page.body.days[0]).toEqual({ date: NEXT, minutes: 24_000, people: 100 })
  }, 60_000)
})

test('publishing a week makes its drafts visible once, and each employee gets one notice', async () => {
  const q = 'Published'
  const employee = await team.hire({ name: q })
  const staff = await shop.it.staff([])
  await team.linkLast(employee)
  await change({ employee_id: employee, date: MONDAY, shift_ids: [early] }, { employee_id: employee, date: NEXT, shift_ids: [early] })
  const results = await Promise.all([0, 1].map(() => shop.owner.post(`${at}/publish`, { week: MONDAY, q })))
  expect(results.map(({ body }) => body.assignments).toSorted()).toEqual([0, 1])
  expect(await cellsOf(employee)).toEqual([`${early}+`, '', '', '', '', '', ''])
  expect(await cellsOf(employee, NEXT)).toEqual([`${early}-`, '', '', '', '', '', ''])
  const notices = () => staff.get('/api/admin/notice').then(({ body }) => body.data.map(({ text }: { text: string }) => text))
  expect(await notices()).toHaveLength(1)
  await change({ employee_id: employee, date: MONDAY, shift_ids: [] })
  expect((await notices())[0]).toContain('changed your shift on 2027-03-01')
})
