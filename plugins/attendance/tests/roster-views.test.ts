import { addDays, startOfWeek } from 'stoa/calendar-date'
import { beforeAll, expect, test } from 'vitest'
import { suite } from 'stoa/testing'
import { createTeam } from './team.ts'

const shop = suite(['attendance', 'calendar'])
const team = createTeam(shop)
const monday = startOfWeek(new Date().toISOString().slice(0, 10))
let early: number
let night: number

beforeAll(async () => {
  await shop.owner.put('/api/admin/settings/employee', { enabled: true })
  early = await team.addShift({ name: 'Early', start_min: 480, end_min: 720 })
  night = await team.addShift({ name: 'Night', start_min: 1_320, end_min: 360 })
})

test('an employee sees the own published shifts of this week and the next, and neither drafts nor those of others', async () => {
  const staff = await shop.it.staff([])
  const employee = await team.linkLast(await team.hire())
  const other = await team.hire()
  await team.assign(employee, night, { start_date: monday, end_date: monday }, true)
  await team.assign(employee, early, { start_date: addDays(monday, 8), end_date: addDays(monday, 8) }, true)
  await team.assign(employee, early, { start_date: addDays(monday, 9), end_date: addDays(monday, 9) })
  await team.assign(other, early, { start_date: monday }, true)
  const { status, body } = await staff.get('/api/admin/my/roster')
  expect(status, JSON.stringify(body)).toBe(200)
  interface Day {
    date: string
    shifts: { name: string; start: string; end: string; minutes: number }[]
  }
  const days = body.weeks.flatMap((week: { days: Day[] }) => week.days).filter(({ shifts }: Day) => shifts.length > 0)
  expect(days.map(({ date, shifts }: Day) => [date, ...shifts.map(({ start, end, minutes }) => `${start}-${end} ${minutes}`)])).toEqual([
    [monday, '22:00-06:00 480'],
    [addDays(monday, 8), '08:00-12:00 240'],
  ])
})

test('the calendar shows published shifts of the team and of the actor, each day without those taken out', async () => {
  const from = '2027-05-03'
  const client = await shop.it.staff(['get hr shift assignment', 'get calendar'])
  const own = await team.linkLast(await team.hire({ name: 'Own' }))
  const below = await team.hire({ name: 'Below', manager_id: own })
  const other = await team.hire({ name: 'Other' })
  for (const employee of [own, below, other]) await team.assign(employee, early, { start_date: from, end_date: addDays(from, 1) }, true)
  await team.assign(below, night, { start_date: from, end_date: from })
  const changes = [{ employee_id: below, date: from, shift_ids: [night] }]
  await shop.owner.post('/api/admin/hr_shift_assignment/roster', { changes })
  const { status, body } = await client.get(`/api/admin/calendar?from=${from}&to=${addDays(from, 7)}`)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.data.map(({ title, start }: { title: string; start: string }) => `${title} ${start.slice(0, 10)}`).toSorted()).toEqual([
    `Below · Early ${addDays(from, 1)}`,
    `Own · Early ${from}`,
    `Own · Early ${addDays(from, 1)}`,
  ])
})
