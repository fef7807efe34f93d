import { addDays } from 'stoa/calendar-date'
import { beforeAll, describe, expect, test } from 'vitest'
import { sql, systemCtx } from 'stoa'
import { PERSONAL_DATA } from 'stoa/plugins/people'
import { suite } from 'stoa/testing'
import type { Client } from '../../../tests/support/app.ts'
import { toLocalDate } from '../domain/clock.ts'
import { lockAttendance } from '../index.ts'
import { createTeam } from './team.ts'

const shop = suite(['attendance', 'notes', 'sheets', 'calendar'])
const team = createTeam(shop)
const zone = 'Asia/Hong_Kong'
const today = toLocalDate(Date.now(), zone)
const YESTERDAY = addDays(today, -1)
let office: number

beforeAll(async () => {
  await shop.owner.put('/api/admin/settings/employee', { enabled: true })
  office = await team.addShift({ name: 'Office', start_min: 540, end_min: 1_080, break_start_min: 780, break_minutes: 60 })
})

interface Person {
  client: Client
  id: number
}

/** A member of staff with an employee record and a shift every day. */
async function employ(rights: string[] = [], input: Record<string, unknown> = {}): Promise<Person> {
  const client = await shop.it.staff(rights)
  const id = await team.linkLast(await team.hire({ time_zone: zone, ...input }))
  await team.assign(id, office, { start_date: addDays(today, -40) }, true)
  return { client, id }
}

/** Computes a day without punches, and returns its id. */
async function makeDay({ id }: Person, date = YESTERDAY): Promise<number> {
  await shop.owner.post('/api/admin/hr_attendance/recalculate', { from: date, to: date, employee_id: id })
  const { body } = await shop.owner.get(`/api/admin/hr_attendance?employee_id=${id}&work_date=${date}`)
  return body.data[0].id
}
const times = { in_time: '09:00', out_time: '18:00', reason: 'The terminal was broken' }
const appeal = ({ client }: Person, day: number, body: object = times) => client.post(`/api/admin/my/attendance/${day}/appeal`, body)

describe('a punch', () => {
  test('is stored with the time of the server, and counts for the day', async () => {
    const person = await employ()
    const punched = await person.client.post('/api/admin/my/punch', {})
    expect(punched.status).toBe(201)
    expect(punched.body).toMatchObject({ direction: 'auto', outside: false, distance_m: null })
    const own = (await person.client.get('/api/admin/my/attendance')).body
    expect(own).toMatchObject({ today, time_zone: zone, next: 'out', month: today.slice(0, 7) })
    expect(own.punches).toEqual([punched.body])
    expect(own.days[0]).toMatchObject({ work_date: expect.any(String) })
  })

  test('twice within a minute, and many at once, is one', async () => {
    const person = await employ()
    const answers = await Promise.all(Array.from({ length: 6 }, () => person.client.post('/api/admin/my/punch', { direction: 'in' })))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    const row = await shop.it.kernel.db.one<{ count: number }>(sql`select count(*) as count from hr_punch where employee_id = ${person.id}`)
    expect(row?.count).toBe(1)
  })

  test('far from all sites is stored and marked', async () => {
    await shop.owner.post('/api/admin/hr_site', { name: 'Shop', latitude: '22.2866', longitude: '114.1506', radius_m: 100 })
    const far = await (await employ()).client.post('/api/admin/my/punch', { lat: 22.3, lng: '114.2', accuracy_m: 12 })
    expect(far.body).toMatchObject({ outside: true, distance_m: expect.any(Number) })
    const near = await (await employ()).client.post('/api/admin/my/punch', { lat: '22.2867', lng: '114.1507' })
    expect(near.body).toMatchObject({ outside: false })
    const without = await (await employ()).client.post('/api/admin/my/punch', { lat: '22.2867' })
    expect(without.body).toMatchObject({ outside: false, distance_m: null })
  })

  test.each([
    [{ lat: '91', lng: '0' }, 'lat'],
    [{ lat: '0', lng: 'east' }, 'lng'],
    [{ direction: 'up' }, 'direction'],
    [{ accuracy_m: -1 }, 'accuracy_m'],
  ])('with %j is refused', async (body, field) => {
    const refused = await (await employ()).client.post('/api/admin/my/punch', body)
    expect(refused.status).toBe(422)
    expect(Object.keys(refused.body.messages)).toEqual([field])
  })

  test('needs an employee record, and self-service', async () => {
    const nobody = await shop.it.staff(['see all hr employee'])
    expect((await nobody.post('/api/admin/my/punch', {})).body.code).toBe('NO_EMPLOYEE_RECORD')
    expect((await shop.it.guest.post('/api/admin/my/punch', {})).status).toBe(401)
    await shop.owner.put('/api/admin/settings/employee', { enabled: false })
    expect((await nobody.get('/api/admin/my/attendance')).body.code).toBe('SELF_SERVICE_OFF')
    await shop.owner.put('/api/admin/settings/employee', { enabled: true })
  })
})

describe('an appeal', () => {
  test('is submitted by the employee, approved by the manager, and corrects the day', async () => {
    const manager = await employ(['get hr appeal', 'approve hr appeal', 'reject hr appeal'])
    const person = await employ([], { manager_id: manager.id })
    const day = await makeDay(person)
    const sent = await appeal(person, day)
    expect(sent.status).toBe(201)
    expect(sent.body).toMatchObject({
      status: 'absent',
      obstacle: 'open',
      appeals: [{ status: 'pending', in_time: '09:00', out_time: '18:00' }],
    })
    const waiting = (await manager.client.get('/api/admin/hr_appeal?status=pending')).body.data
    expect(waiting).toHaveLength(1)
    const notice = await shop.it.kernel.db.rows<{ kind: string }>(
      sql`select kind from notice where subject = 'hr_appeal' and subject_id = ${waiting[0].id}`,
    )
    expect(notice).toEqual([{ kind: 'attendance-appeal-submitted' }])
    const approved = await manager.client.post(`/api/admin/hr_appeal/${waiting[0].id}/approve`, { decision_note: 'ok' })
    expect(approved.body).toMatchObject({ status: 'approved', decision_note: 'ok' })
    const { body } = await person.client.get(`/api/admin/my/attendance/${day}`)
    expect(body).toMatchObject({
      status: 'present',
      worked_min: 480,
      appeals: [{ status: 'approved' }],
      punches: [{ source: 'admin' }, { source: 'admin' }],
    })
    expect((await shop.it.kernel.db.rows(sql`select 1 from notice where kind = 'attendance-appeal-approved'`)).length).toBe(1)
  })

  test('that only asks for the status accepts the day, and later computations keep it', async () => {
    const person = await employ()
    const day = await makeDay(person)
    await appeal(person, day, { requested_status: 'present', reason: 'Worked at a customer' })
    const { id } = (await shop.owner.get(`/api/admin/hr_appeal?attendance_id=${day}`)).body.data[0]
    expect((await shop.owner.post(`/api/admin/hr_appeal/${id}/approve`, {})).status).toBe(200)
    await makeDay(person)
    expect((await person.client.get(`/api/admin/my/attendance/${day}`)).body).toMatchObject({ status: 'present', corrected: true })
  })

  test('that is rejected changes nothing, and another one can follow', async () => {
    const person = await employ()
    const day = await makeDay(person)
    await appeal(person, day)
    const { id } = (await shop.owner.get(`/api/admin/hr_appeal?attendance_id=${day}`)).body.data[0]
    await shop.owner.post(`/api/admin/hr_appeal/${id}/reject`, { decision_note: 'no' })
    expect((await person.client.get(`/api/admin/my/attendance/${day}`)).body).toMatchObject({
      status: 'absent',
      punches: [],
      obstacle: null,
    })
    expect((await appeal(person, day)).status).toBe(201)
  })

  test('is one at a time, also in concurrent requests, and the employee can cancel it', async () => {
    const person = await employ()
    const day = await makeDay(person)
    const answers = await Promise.all(Array.from({ length: 4 }, () => appeal(person, day)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
    const [open] = (await shop.owner.get(`/api/admin/hr_appeal?attendance_id=${day}`)).body.data
    const cancel = `/api/admin/my/appeal/${open.id}/cancel`
    expect((await (await employ()).client.post(cancel)).status).toBe(404)
    const canceled = await Promise.all([person.client.post(cancel), person.client.post(cancel)])
    expect(canceled.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await appeal(person, day)).status).toBe(201)
  })

  test('is decided once, when two decide at the same time', async () => {
    const person = await employ()
    const day = await makeDay(person)
    await appeal(person, day)
    const { id } = (await shop.owner.get(`/api/admin/hr_appeal?attendance_id=${day}`)).body.data[0]
    const answers = await Promise.all(
      ['approve', 'reject', 'approve'].map((word) => shop.owner.post(`/api/admin/hr_appeal/${id}/${word}`, {})),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })

  test('is not decided by the requester, nor by staff who are neither above nor may update attendance', async () => {
    const rights = ['see all hr employee', 'get hr appeal', 'approve hr appeal', 'reject hr appeal']
    const person = await employ([...rights, 'update hr attendance'])
    const other = await shop.it.staff(rights)
    const day = await makeDay(person)
    await appeal(person, day)
    const { id } = (await shop.owner.get(`/api/admin/hr_appeal?attendance_id=${day}`)).body.data[0]
    for (const client of [person.client, other])
      for (const word of ['approve', 'reject']) expect((await client.post(`/api/admin/hr_appeal/${id}/${word}`, {})).status).toBe(403)
    expect((await shop.owner.post(`/api/admin/hr_appeal/${id}/submit`, {})).status).toBeGreaterThanOrEqual(400)
  })

  test.each([
    ['without a time', { reason: 'x' }, 'in_time'],
    ['without a reason', { in_time: '09:00' }, 'reason'],
    ['with an out before the in', { reason: 'x', in_time: '18:00', out_time: '09:00' }, 'out_time'],
    ['with a time before the shift', { reason: 'x', in_time: '07:59' }, 'in_time'],
    ['with a time after the shift', { reason: 'x', out_time: '19:01' }, 'out_time'],
    ['with a time that does not exist', { reason: 'x', out_time: '25:00' }, 'out_time'],
    ['with an unknown status', { reason: 'x', requested_status: 'approved' }, 'requested_status'],
  ])('%s is refused', async (_, body, field) => {
    const person = await employ()
    const refused = await appeal(person, await makeDay(person), body)
    expect(refused.status).toBe(422)
    expect(Object.keys(refused.body.messages)).toEqual([field])
  })

  test('is possible for fourteen days, today included, and not for a locked or future day', async () => {
    const person = await employ()
    const old = await makeDay(person, addDays(today, -15))
    expect((await appeal(person, old, { reason: 'x', requested_status: 'present' })).body.messages).toHaveProperty('attendance_id')
    const inTime = await makeDay(person, addDays(today, -14))
    expect((await appeal(person, inTime, { reason: 'x', requested_status: 'present' })).status).toBe(201)
    const future = await makeDay(person, addDays(today, -5))
    await shop.it.kernel.db.run(sql`update hr_attendance set work_date = ${addDays(today, 1)}::date where id = ${future}`)
    expect((await appeal(person, future, { reason: 'x', requested_status: 'present' })).body.messages).toHaveProperty('attendance_id')
    const locked = await makeDay(person, addDays(today, -3))
    const { kernel } = shop.it
    const date = addDays(today, -3)
    const ctx = systemCtx(kernel, 'attendance')
    await kernel.transaction((tx) => lockAttendance(tx, ctx, { employees: [person.id], from: date, to: date }, 'payroll/1'))
    expect((await appeal(person, locked, { reason: 'x', requested_status: 'present' })).body.code).toBe('ATTENDANCE_LOCKED')
  })

  test('that waits when the day is locked is not approved', async () => {
    const person = await employ()
    const day = await makeDay(person)
    await appeal(person, day)
    const { id } = (await shop.owner.get(`/api/admin/hr_appeal?attendance_id=${day}`)).body.data[0]
    const { kernel } = shop.it
    const ctx = systemCtx(kernel, 'attendance')
    await kernel.transaction((tx) => lockAttendance(tx, ctx, { employees: [person.id], from: YESTERDAY, to: YESTERDAY }, 'payroll/1'))
    expect((await shop.owner.post(`/api/admin/hr_appeal/${id}/approve`, {})).body.code).toBe('ATTENDANCE_LOCKED')
    expect((await shop.owner.get(`/api/admin/hr_appeal/${id}`)).body.status).toBe('pending')
  })
})

test('nothing of another employee is readable', async () => {
  const [one, other] = [await employ(), await employ()]
  const day = await makeDay(other)
  for (const path of [
    `my/attendance/${day}`,
    `hr_attendance/${day}`,
    `hr_attendance/${day}/view`,
    'hr_attendance',
    'hr_punch',
    'hr_appeal',
    'hr_shift_assignment',
  ])
    expect((await one.client.get(`/api/admin/${path}`)).status, path).toBeGreaterThanOrEqual(403)
  expect((await appeal(one, day)).status).toBe(404)
  expect((await one.client.get('/api/admin/my/attendance?month=soon')).status).toBe(422)
})

test('an export contains working time, and an erasure deletes positions and addresses only', async () => {
  const { kernel } = shop.it
  const person = await employ()
  await person.client.post('/api/admin/my/punch', { lat: '22.2867', lng: '114.1507' })
  await makeDay(person)
  const handler = kernel.contributions(PERSONAL_DATA).get('attendance')
  const subject = { persons: [], customers: [], emails: [], phones: [], addressHashes: [], rows: { hr_employee: [person.id] } }
  const ctx = systemCtx(kernel, 'attendance')
  const exported: any = await handler?.exportData?.(ctx, subject, 'person')
  expect(exported.punches).toMatchObject([{ lat: '22.2867', source: 'web' }])
  expect(exported.attendance.length).toBeGreaterThan(0)
  const limited = { ...ctx, actor: { kind: 'admin' as const, id: 0, name: '', allows: () => false } }
  expect(await handler?.exportData?.(limited, subject, 'staff')).toEqual({ shifts: [], punches: [], attendance: [], appeals: [] })
  for (let time = 0; time < 2; time++) await kernel.transaction(async (tx) => handler?.eraseData?.(tx, ctx, subject))
  const row = await kernel.db.one(sql`select lat, lng, ip, source from hr_punch where employee_id = ${person.id}`)
  expect(row).toEqual({ lat: null, lng: null, ip: null, source: 'web' })
})
