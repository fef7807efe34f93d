import { beforeAll, describe, expect, test } from 'vitest'
import { contribute, definePlugin, sql, systemCtx } from 'stoa'
import { ABSENCE_SOURCES, type Absence } from 'stoa/plugins/hr'
import { suite, toFormData } from 'stoa/testing'
import { lockAttendance, readAttendance, unlockAttendance } from '../index.ts'
import { computeOpenDays } from '../services/recalculate.ts'
import { createTeam } from './team.ts'

const absences: Absence[] = []
const leave = definePlugin({
  id: 'testleave',
  requires: ['hr'],
  contributions: [
    contribute(ABSENCE_SOURCES, 'test', {
      query: (_ctx, { employees }) => sql`
        select x.* from jsonb_to_recordset(${JSON.stringify(absences)}::jsonb)
          as x(employee_id bigint, date text, part text, fraction float8, paid_fraction float8, ref text) where x.employee_id = any(${employees})`,
    }),
  ],
})
const shop = suite(['attendance', 'notes', 'sheets'], { extra: [leave] })
const team = createTeam(shop)
const DAY = '2026-11-24'
let office: number
let night: number

beforeAll(async () => {
  office = await team.addShift({ name: 'Office', start_min: 540, end_min: 1_080, break_start_min: 780, break_minutes: 60 })
  night = await team.addShift({ name: 'Night', start_min: 1_320, end_min: 360 })
})

/** An employee with a published shift from the day on. */
async function employ(shift = office, input: Record<string, unknown> = {}): Promise<{ id: number; staff: string }> {
  const id = await team.hire(input)
  await team.assign(id, shift, { start_date: '2026-11-23', end_date: '2026-11-27' }, true)
  const row = await shop.owner.get(`/api/admin/hr_employee/${id}`)
  return { id, staff: row.body.staff_no }
}

async function bring(lines: readonly string[], more: Record<string, string> = {}) {
  const file = new File([lines.join('\n')], 'log.dat')
  const answer = await shop.owner.post('/api/admin/hr_punch/import_file', toFormData({ file, ...more }))
  await shop.it.jobs()
  return answer
}
const recalculate = (employee_id: number, from = DAY, to = DAY) =>
  shop.owner.post('/api/admin/hr_attendance/recalculate', { from, to, employee_id })
const days = async (employee: number) => (await shop.owner.get(`/api/admin/hr_attendance?employee_id=${employee}&sort=work_date`)).body.data
const dayOf = async (employee: number, date = DAY) => (await days(employee)).find((day: { work_date: string }) => day.work_date === date)

describe('the import of punches', () => {
  test('rehearses, adds, computes the days, and adds nothing the second time', async () => {
    const { id, staff } = await employ()
    const lines = [
      `${staff}\t${DAY} 09:10:00\t1`,
      `${staff}\t${DAY} 09:10:40\t1`,
      `${staff}\t${DAY} 18:00:00\t1`,
      `nobody\t${DAY} 18:00:00\t1`,
    ]
    const plan = await bring(lines, { dry_run: '1' })
    expect(plan.body).toEqual({
      format: 'dat',
      dry_run: true,
      added: 2,
      employees: 1,
      repeated: 1,
      error_count: 1,
      errors: [{ line: 4, reason: 'No employee has this staff number.' }],
    })
    expect(await days(id)).toEqual([])
    expect((await bring(lines)).body).toMatchObject({ dry_run: false, added: 2 })
    expect(await dayOf(id)).toMatchObject({ status: 'abnormal', reasons: ['late'], worked_min: 470, late_min: 10, shift_id: office })
    expect((await bring(lines)).body).toMatchObject({ added: 0, repeated: 3 })
  })

  test('reads times on the clock of the employee', async () => {
    const { id, staff } = await employ(night, { time_zone: 'America/New_York' })
    await bring([`${staff}\t${DAY} 22:00:00`, `${staff}\t2026-11-25 06:00:00`])
    expect(await dayOf(id)).toMatchObject({ status: 'present', worked_min: 480, in_time: '22:00', out_time: '06:00' })
  })

  test('twice at once adds each punch once', async () => {
    const { id, staff } = await employ()
    const lines = [`${staff}\t${DAY} 09:00:00`, `${staff}\t${DAY} 18:00:00`]
    await Promise.all([bring(lines), bring(lines), bring(lines)])
    expect((await shop.owner.get(`/api/admin/hr_punch?employee_id=${id}`)).body.data).toHaveLength(2)
  })

  test('does not reach employees outside the team', async () => {
    const { staff } = await employ()
    const client = await shop.it.staff(['get hr punch', 'import hr punch'])
    const answer = await client.post(
      '/api/admin/hr_punch/import_file',
      toFormData({ file: new File([`${staff}\t${DAY} 09:00:00`], 'a.dat') }),
    )
    expect(answer.body).toMatchObject({ added: 0, error_count: 1 })
  })

  test('of something else is refused at the file', async () => {
    const refused = await shop.owner.post('/api/admin/hr_punch/import_file', toFormData({ file: new File(['hello'], 'a.txt') }))
    expect(refused.status).toBe(422)
    expect(Object.keys(refused.body.messages)).toEqual(['file'])
    expect((await shop.owner.post('/api/admin/hr_punch/import_file', {})).status).toBe(422)
  })
})

describe('the computation', () => {
  test('is idempotent, and keeps the version of a day that did not change', async () => {
    const { id, staff } = await employ()
    await bring([`${staff}\t${DAY} 09:00:00`, `${staff}\t${DAY} 18:00:00`])
    const before = await dayOf(id)
    expect((await recalculate(id)).body).toEqual({ employees: 1, changed: 0 })
    expect(await dayOf(id)).toEqual(before)
  })

  test('at the same time in many requests stores one row for each day', async () => {
    const { id } = await employ()
    await Promise.all(Array.from({ length: 5 }, () => recalculate(id, '2026-11-23', '2026-11-27')))
    expect((await days(id)).map(({ status }: { status: string }) => status)).toEqual(Array.from({ length: 5 }, () => 'absent'))
  })

  test('marks nobody absent before the join date, after the last day, on rest days, on leave, or when disabled', async () => {
    const { id } = await employ(office, { join_date: '2026-11-24', last_day: '2026-11-26' })
    absences.push({ employee_id: id, date: '2026-11-25', part: 'full', fraction: 1, paid_fraction: 1, ref: 'leave/1' })
    await recalculate(id, '2026-11-20', '2026-11-29')
    expect((await days(id)).map((day: any) => [day.work_date, day.day_kind, day.status])).toEqual([
      ['2026-11-24', 'work', 'absent'],
      ['2026-11-25', 'leave', 'present'],
      ['2026-11-26', 'work', 'absent'],
    ])
    const disabled = await employ(office, { enabled: false })
    await recalculate(disabled.id)
    expect(await dayOf(disabled.id)).toMatchObject({ status: 'pending' })
  })

  test('follows a roster that changes: the days of a canceled assignment disappear', async () => {
    const id = await team.hire({ work_weekdays: [7] })
    const assignment = await team.assign(id, office, { start_date: DAY, end_date: DAY }, true)
    await recalculate(id)
    expect(await dayOf(id)).toMatchObject({ status: 'absent' })
    await shop.owner.post(`/api/admin/hr_shift_assignment/${assignment}/cancel`)
    await recalculate(id)
    expect(await days(id)).toEqual([])
  })

  test('by the schedule covers the days before today', async () => {
    const id = await team.hire({ work_weekdays: [1, 2, 3, 4, 5, 6, 7] })
    await computeOpenDays(systemCtx(shop.it.kernel, 'attendance'))
    expect((await days(id)).length).toBeGreaterThanOrEqual(3)
  })

  test.each([
    [{ from: '2026-11-24', to: '2026-11-23' }, 'to'],
    [{ from: '2026-01-01', to: '2026-03-04' }, 'to'],
    [{ from: '2026-11-24', to: '2026-11-24', employee_id: 999_999 }, 'employee_id'],
    [{ from: 'today', to: '2026-11-24' }, 'from'],
  ])('of a wrong range %j is refused', async (body, field) => {
    const refused = await shop.owner.post('/api/admin/hr_attendance/recalculate', body)
    expect(refused.status).toBe(422)
    expect(Object.keys(refused.body.messages)).toEqual([field])
  })
})

describe('a locked day', () => {
  test('is not computed, corrected or voided, until it is unlocked', async () => {
    const { kernel } = shop.it
    const ctx = systemCtx(kernel, 'attendance')
    const { id, staff } = await employ()
    await bring([`${staff}\t${DAY} 09:10:00`, `${staff}\t${DAY} 18:00:00`])
    const span = { employees: [id], from: DAY, to: DAY }
    await kernel.transaction((tx) => lockAttendance(tx, ctx, span, 'payroll/1'))
    expect(await kernel.transaction((tx) => lockAttendance(tx, ctx, span, 'payroll/2'))).toBe(0)
    const day = await dayOf(id)
    await bring([`${staff}\t${DAY} 08:55:00`])
    expect(await dayOf(id)).toEqual(day)
    const at = `/api/admin/hr_attendance/${day.id}`
    expect((await shop.owner.post(`${at}/correct`, { accept: true, reason: 'x' })).status).toBe(409)
    expect((await shop.owner.post(`${at}/approve_overtime`, {})).status).toBe(409)
    const punch = (await shop.owner.get(`/api/admin/hr_punch?employee_id=${id}&sort=at`)).body.data[0]
    expect((await shop.owner.post(`/api/admin/hr_punch/${punch.id}/void`, { reason: 'x' })).status).toBe(409)
    expect(await readAttendance(kernel.db, span)).toMatchObject([{ locked_by: 'payroll/1', late_min: 10 }])
    await kernel.transaction((tx) => unlockAttendance(tx, 'payroll/1'))
    await recalculate(id)
    expect(await dayOf(id)).toMatchObject({ status: 'present', late_min: 0 })
  })
})

describe('decisions', () => {
  test('overtime counts as far as it is approved, and never more than there is', async () => {
    const { id, staff } = await employ()
    await bring([`${staff}\t${DAY} 09:00:00`, `${staff}\t${DAY} 18:50:00`])
    const day = await dayOf(id)
    expect(day).toMatchObject({ overtime_min: 45, overtime_approved_min: 0 })
    const at = `/api/admin/hr_attendance/${day.id}`
    expect((await shop.owner.post(`${at}/approve_overtime`, { minutes: 46 })).status).toBe(422)
    expect((await shop.owner.post(`${at}/approve_overtime`, {})).body).toMatchObject({ overtime_approved_min: 45 })
    const last = (await shop.owner.get(`/api/admin/hr_punch?employee_id=${id}&sort=-at`)).body.data[0]
    expect((await shop.owner.post(`/api/admin/hr_punch/${last.id}/void`, { reason: 'wrong person' })).status).toBe(200)
    expect(await dayOf(id)).toMatchObject({ reasons: ['missing_out'], overtime_min: 0, overtime_approved_min: 0 })
    expect((await shop.owner.post(`/api/admin/hr_punch/${last.id}/void`, { reason: 'again' })).status).toBe(422)
    expect((await shop.owner.put(`/api/admin/hr_punch/${last.id}`, { direction: 'in' })).status).toBe(404)
  })

  test('a correction adds punches, keeps the originals, and is in the audit log with before and after', async () => {
    const { id, staff } = await employ()
    await bring([`${staff}\t${DAY} 09:30:00`])
    const day = await dayOf(id)
    const at = `/api/admin/hr_attendance/${day.id}`
    expect((await shop.owner.post(`${at}/correct`, { reason: 'x' })).body.messages).toHaveProperty('in_time')
    expect((await shop.owner.post(`${at}/correct`, { reason: 'x', out_time: '20:00' })).body.messages).toHaveProperty('out_time')
    const corrected = await shop.owner.post(`${at}/correct`, {
      reason: 'forgot',
      in_time: '09:00',
      out_time: '18:00',
    })
    expect(corrected.body).toMatchObject({ status: 'present', worked_min: 480 })
    const punches = (await shop.owner.get(`/api/admin/hr_punch?employee_id=${id}&sort=at`)).body.data
    expect(punches.map(({ source, voided_at }: any) => [source, voided_at])).toEqual([
      ['admin', null],
      ['import', null],
      ['admin', null],
    ])
    const audit = await shop.it.kernel.db.one<{ changes: { field: string; old: unknown; new: unknown }[] }>(
      sql`select changes from audit_log where resource = 'hr_attendance' and verb = 'correct' and row_id = ${day.id} and changes::text like '%worked_min%'`,
    )
    expect(audit?.changes).toContainEqual({ field: 'worked_min', old: 0, new: 480 })
  })

  test('a correction takes times of the clock of the employee, also after midnight', async () => {
    const { id } = await employ(night, { time_zone: 'America/New_York' })
    await recalculate(id)
    const day = await dayOf(id)
    const corrected = await shop.owner.post(`/api/admin/hr_attendance/${day.id}/correct`, {
      in_time: '22:00',
      out_time: '06:00',
      reason: 'forgot',
    })
    expect(corrected.body, JSON.stringify(corrected.body)).toMatchObject({ status: 'present', worked_min: 480 })
    const punches = (await shop.owner.get(`/api/admin/hr_punch?employee_id=${id}&sort=at`)).body.data
    expect(punches.map(({ at }: { at: string }) => Date.parse(at))).toEqual(
      ['2026-11-25T03:00:00Z', '2026-11-25T11:00:00Z'].map((at) => Date.parse(at)),
    )
  })

  test('the view shows the punches and rules, and only to those who see the employee', async () => {
    const { id, staff } = await employ()
    await bring([`${staff}\t${DAY} 09:10:00`, `${staff}\t${DAY} 18:00:00`, `${staff}\t${DAY} 21:00:00`])
    const day = await dayOf(id)
    const { body } = await shop.owner.get(`/api/admin/hr_attendance/${day.id}/view`)
    expect(body).toMatchObject({
      start_time: '09:00',
      in_time: '09:10',
      out_time: '18:00',
      window: { from: '08:00', to: '19:00' },
      rules: { break_minutes: 60 },
    })
    expect(body.punches.map((punch: any) => [punch.time, punch.in_window])).toEqual([
      ['09:10', true],
      ['18:00', true],
      ['21:00', false],
    ])
    const stranger = await shop.it.staff(['get hr attendance', 'get hr punch', 'get hr appeal'])
    expect((await stranger.get(`/api/admin/hr_attendance/${day.id}/view`)).status).toBe(404)
    expect((await stranger.get('/api/admin/hr_attendance')).body.data).toEqual([])
    expect((await stranger.get('/api/admin/hr_punch')).body.data).toEqual([])
  })

  test('nobody decides about their own attendance', async () => {
    const { id, staff } = await employ()
    await bring([`${staff}\t${DAY} 09:00:00`, `${staff}\t${DAY} 18:50:00`])
    const rights = [
      'see all hr employee',
      'get hr attendance',
      'get hr punch',
      'update hr attendance',
      'approve hr attendance overtime',
      'void hr punch',
    ]
    const client = await shop.it.staff(rights)
    await team.linkLast(id)
    const at = `/api/admin/hr_attendance/${(await dayOf(id)).id}`
    expect((await client.post(`${at}/approve_overtime`, {})).status).toBe(403)
    expect((await client.post(`${at}/correct`, { accept: true, reason: 'x' })).status).toBe(403)
    const punch = (await client.get(`/api/admin/hr_punch?employee_id=${id}`)).body.data[0]
    expect((await client.post(`/api/admin/hr_punch/${punch.id}/void`, { reason: 'x' })).status).toBe(403)
  })
})
