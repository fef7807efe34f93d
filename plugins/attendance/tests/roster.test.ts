import { beforeAll, describe, expect, test } from 'vitest'
import { systemCtx } from 'stoa'
import { readWorkDays } from 'stoa/plugins/hr'
import { suite } from 'stoa/testing'
import { createTeam } from './team.ts'

const shop = suite(['attendance', 'sheets'])
const team = createTeam(shop)
const at = '/api/admin/hr_shift_assignment'
let early: number
let late: number
let nightShift: number

beforeAll(async () => {
  early = await team.addShift({ name: 'Early', start_min: 480, end_min: 720 })
  late = await team.addShift({ name: 'Late', start_min: 720, end_min: 1_080, break_minutes: 30 })
  nightShift = await team.addShift({ name: 'Night', start_min: 1_320, end_min: 360 })
})

describe('assignments', () => {
  test('that overlap are refused, and the other shift and the day are named', async () => {
    const employee = await team.hire()
    const noon = await team.addShift({ name: 'Noon', start_min: 660, end_min: 780 })
    await team.assign(employee, early, { start_date: '2026-11-30' })
    const refused = await shop.owner.post(at, { employee_id: employee, shift_id: noon, start_date: '2026-12-02' })
    expect(refused.status).toBe(422)
    expect(refused.body.messages).toEqual({ shift_id: ['The employee already has the shift “Early” at this time, first on 2026-12-02.'] })
  })

  test('that touch are accepted, also at the end of a night', async () => {
    const employee = await team.hire()
    const morning = await team.addShift({ name: 'Morning', start_min: 360, end_min: 480 })
    await team.assign(employee, early, { start_date: '2026-11-30' })
    await team.assign(employee, late, { start_date: '2026-11-30' })
    await team.assign(employee, nightShift, { start_date: '2026-11-30' })
    await team.assign(employee, morning, { start_date: '2026-11-30' })
  })

  test('that overlap across midnight are refused', async () => {
    const employee = await team.hire()
    const dawn = await team.addShift({ name: 'Dawn', start_min: 300, end_min: 420 })
    await team.assign(employee, nightShift, { start_date: '2026-11-30', end_date: '2026-11-30' })
    const refused = await shop.owner.post(at, { employee_id: employee, shift_id: dawn, start_date: '2026-12-01' })
    expect(refused.status).toBe(422)
    expect((await shop.owner.post(at, { employee_id: employee, shift_id: dawn, start_date: '2026-12-02' })).status).toBe(201)
  })

  test('that overlap are refused for one of two concurrent requests', async () => {
    for (let round = 0; round < 5; round++) {
      const employee = await team.hire()
      const input = { employee_id: employee, shift_id: early, start_date: '2026-11-30' }
      const results = await Promise.all([shop.owner.post(at, input), shop.owner.post(at, { ...input, start_date: '2026-12-01' })])
      expect(results.map(({ status }) => status).toSorted()).toEqual([201, 422])
    }
  })

  test('of a shift whose new times would overlap keep the old times, also when an assignment is added at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const employee = await team.hire()
      const one = await team.addShift({ name: `One ${round}`, start_min: 480, end_min: 720 })
      const other = await team.addShift({ name: `Other ${round}`, start_min: 720, end_min: 1_080 })
      await team.assign(employee, one, { start_date: '2026-11-30' })
      const results = await Promise.all([
        shop.owner.put(`/api/admin/hr_shift/${one}`, { end_min: 780, version: 1 }),
        shop.owner.post(at, { employee_id: employee, shift_id: other, start_date: '2026-11-30' }),
      ])
      expect(results.filter(({ status }) => status === 422)).toHaveLength(1)
    }
  })

  test('that are canceled are free for others, and are not changed any more', async () => {
    const employee = await team.hire()
    const id = await team.assign(employee, early, { start_date: '2026-11-30' })
    const canceled = await shop.owner.post(`${at}/${id}/cancel`)
    expect(canceled.body.status).toBe('canceled')
    await team.assign(employee, early, { start_date: '2026-11-30' })
    expect((await shop.owner.put(`${at}/${id}`, { start_date: '2026-12-30', version: canceled.body.version })).status).toBe(422)
    expect((await shop.owner.post(`${at}/${id}/publish`)).status).toBe(409)
  })

  test('of an employee outside the team are neither seen nor added', async () => {
    const client = await shop.it.staff(['get hr shift assignment', 'create hr shift assignment', 'get hr employee', 'get hr shift'])
    const own = await team.linkLast(await team.hire())
    const below = await team.hire({ manager_id: own })
    const other = await team.hire()
    await team.assign(other, early, { start_date: '2026-11-30' })
    expect((await client.get(at)).body.data).toEqual([])
    const input = { shift_id: early, start_date: '2026-11-30' }
    expect((await client.post(at, { ...input, employee_id: below })).status).toBe(201)
    expect((await client.post(at, { ...input, employee_id: other })).status).toBe(422)
    expect((await client.post(at, { ...input, employee_id: own })).status).toBe(422)
    // An account is not an employee: nobody gets the shift of a request that names no employee.
    expect(Object.keys((await shop.owner.post(at, input)).body.messages)).toEqual(['employee_id'])
  })
})

describe('a shift', () => {
  test.each([
    ['a break as long as the shift', { start_min: 540, end_min: 600, break_minutes: 60 }, 'break_minutes'],
    ['a break after the end', { start_min: 540, end_min: 1_080, break_minutes: 60, break_start_min: 1_050 }, 'break_start_min'],
    ['a break before the start', { start_min: 540, end_min: 1_080, break_minutes: 60, break_start_min: 480 }, 'break_start_min'],
    ['a start after midnight', { start_min: 1_440, end_min: 600 }, 'start_min'],
  ])('with %s is refused', async (name, input, field) => {
    const refused = await shop.owner.post('/api/admin/hr_shift', { name, ...input })
    expect(refused.status).toBe(422)
    expect(Object.keys(refused.body.messages)).toEqual([field])
  })
})

test('published assignments are the work schedule: minutes without the unpaid break, and rest days within their period', async () => {
  const { kernel } = shop.it
  const employee = await team.hire()
  await team.assign(employee, late, { start_date: '2026-11-30', end_date: '2026-12-06', weekdays: [2, 6] }, true)
  await team.assign(employee, early, { start_date: '2026-12-07', end_date: '2026-12-07' })
  const days = await readWorkDays(kernel.db, systemCtx(kernel, 'hr'), { employees: [employee], from: '2026-11-30', to: '2026-12-07' })
  expect(days.map(({ date, kind, minutes }) => [date.slice(5), kind, minutes])).toEqual([
    ['11-30', 'rest', 0],
    ['12-01', 'work', 330],
    ['12-02', 'rest', 0],
    ['12-03', 'rest', 0],
    ['12-04', 'rest', 0],
    ['12-05', 'work', 330],
    ['12-06', 'rest', 0],
    ['12-07', 'work', 480],
  ])
})

test('a night with a clock change has its true minutes', async () => {
  const { kernel } = shop.it
  const employee = await team.hire({ time_zone: 'America/New_York' })
  await team.assign(employee, nightShift, { start_date: '2026-03-01', end_date: '2026-12-31' }, true)
  for (const [date, minutes] of [
    ['2026-03-07', 420],
    ['2026-06-01', 480],
    ['2026-10-31', 540],
  ] as const) {
    const [day] = await readWorkDays(kernel.db, systemCtx(kernel, 'hr'), { employees: [employee], from: date, to: date })
    expect(day).toMatchObject({ date, minutes })
  }
})
