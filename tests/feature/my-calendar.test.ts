import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { createContact, createEvent, dayIn, everyDay, openBookings } from '../../plugins/booking/tests/booking-fixture.ts'
import type { Client } from '../support/app.ts'
import { fine, type Shop } from '../support/selling-shop.ts'

/** My calendar over all plugins: two employees have the same kinds of entries on one day, and each sees only their own. */
let shop: Shop
let post: (path: string, body: object) => Promise<any>
beforeAll(async () => {
  shop = await openBookings({}, ['attendance', 'leave', 'tasks', 'crm', 'people'])
  post = async (path, body) => fine(await shop.owner.post(`/api/admin/${path}`, body)).body
  await shop.it.kernel.settings.write(shop.it.kernel, shop.it.ctx, 'employee', { enabled: true }, 'en-US')
  fine(await shop.owner.put('/api/admin/settings/basic', { time_zone: 'Asia/Hong_Kong' }))
  shared = {
    leaveType: (await post('hr_leave_type', { code: 'sick', title: 'Sick leave', effective_from: '2020-01-01', needs_balance: false })).id,
    shift: (await post('hr_shift', { name: 'Early', start_min: 540, end_min: 1_080, break_minutes: 60 })).id,
  }
}, 120_000)
afterAll(() => shop.it.close())

const day = dayIn(3)
const path = (start: string) => `${start}?from=${day}&to=${dayIn(4)}`
let shared: { leaveType: number; shift: number }

interface Person {
  client: Client
  accountId: number
}

/** An employee with a holiday, a shift, a leave, a task and a booked appointment on the day. */
async function hire(name: string, rights: string[] = []): Promise<Person> {
  const client = await shop.it.staff(rights)
  const account = await shop.it.kernel.db.one<{ id: number }>(sql`select max(id) as id from account`)
  const accountId = account?.id ?? 0
  const calendar = await post('hr_holiday_calendar', { code: name.toLowerCase(), title: name })
  const holiday = await post('hr_holiday', { calendar_id: calendar.id, date: day, title: `Holiday of ${name}` })
  await post(`hr_holiday/${holiday.id}/publish`, {})
  const employee = await post('hr_employee', {
    ...{ staff_no: name, name, join_date: '2020-01-01', account_id: accountId, holiday_calendar_id: calendar.id },
    work_weekdays: [1, 2, 3, 4, 5, 6, 7],
  })
  const span = { employee_id: employee.id, shift_id: shared.shift, start_date: day, end_date: day, weekdays: [1, 2, 3, 4, 5, 6, 7] }
  const assignment = await post('hr_shift_assignment', span)
  await post(`hr_shift_assignment/${assignment.id}/publish`, {})
  const leave = await post('hr_leave/request', {
    ...{ employee_id: employee.id, type_id: shared.leaveType, reason: 'Test' },
    ...{ start_date: day, end_date: dayIn(5) },
  })
  await post(`hr_leave/${leave.id}/approve`, {})
  await post('task', { title: `Task of ${name}`, due_at: `${day}T04:00:00Z`, assignee_admin_id: accountId })
  const resource = await post('booking_resource', { name, kind: 'staff', account_id: accountId })
  const event = await createEvent(shop, {
    ...{ title: `Tasting by ${name}`, kind: 'appointment', capacity: 1, max_quantity: 1 },
    ...{ hours: everyDay('09:00', '12:00'), resources: [resource.id] },
  })
  await post('booking', { event_id: event.id, date: day, time: '10:00', quantity: 1, ...createContact(name.toLowerCase()) })
  return { client, accountId }
}

const read = async (client: Client, start = path('my/calendar')) => {
  const { data } = fine(await client.get(`/api/admin/${start}`)).body as { data: { source: string; title: string; link: string | null }[] }
  return new Map(data.map((entry) => [entry.source, entry]))
}

test('everybody sees their own bookings, shifts, leave, holidays and tasks without any permission, and nothing of colleagues', async () => {
  const ann = await hire('Ann')
  await hire('Ben')
  const mine = await read(ann.client)
  expect(mine.size).toBe(5)
  expect(mine.get('bookings')?.title).toMatch(/^Tasting by Ann · \w+$/)
  expect(mine.get('bookings')?.link).toBeNull()
  expect(mine.get('shifts')).toMatchObject({ title: 'Early', link: 'my-attendance' })
  expect(mine.get('away')).toMatchObject({ title: 'Sick leave', link: expect.stringMatching(/^my-leave\/view\/\d+$/) })
  expect(mine.get('holidays')).toMatchObject({ title: 'Holiday of Ann', link: null })
  expect(mine.get('tasks')?.title).toBe('Task of Ann')
  expect(JSON.stringify([...mine])).not.toContain('Ben')
})

test('a host who may read bookings sees the customer, and colleagues see a leave as "Away" without its kind', async () => {
  const host = await hire('Cat', ['get booking', 'get calendar', 'see hr absence'])
  expect((await read(host.client)).get('bookings')).toMatchObject({
    title: 'May Chan · Tasting by Cat',
    link: expect.stringMatching(/^booking\/history\/\d+$/),
  })
  const all = fine(await host.client.get(`/api/admin/${path('calendar')}&source=away`)).body.data as { title: string }[]
  expect(all.map(({ title }) => title)).toContain('Cat · Away')
  expect(JSON.stringify(all)).not.toContain('Sick')
})

test('an account without an employee has an empty calendar of its own', async () => {
  expect([...(await read(await shop.it.staff([])))]).toEqual([])
})

test('bookings of a group session are one entry with the places taken', async () => {
  const event = await createEvent(shop, { title: 'Tea class', capacity: 5 })
  for (const name of ['dan', 'eve'])
    await post('booking', { event_id: event.id, date: day, time: '10:00', quantity: 2, ...createContact(name) })
  const { data } = fine(await shop.owner.get(`/api/admin/${path('calendar')}&source=bookings`)).body
  const classes = data.filter(({ title }: { title: string }) => title.startsWith('Tea class'))
  expect(classes).toMatchObject([{ title: 'Tea class · 4/5', movable: false, start: `${day}T02:00:00.000Z` }])
  const list = fine(await shop.owner.get(`/api/admin/booking?${classes[0].link.split('?')[1]}`)).body
  expect(list.data).toHaveLength(2)
})
