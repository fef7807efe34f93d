import { beforeAll, expect, test } from 'vitest'
import { suite } from 'stoa/testing'
import { createLeaveFixture, nextWeekday, plus } from './fixture.ts'

const shop = suite(['leave'])
const leave = createLeaveFixture(shop)
beforeAll(() => leave.enable())

test('an employee who gets another holiday calendar is proposed the days that it frees, and those that it no longer frees', async () => {
  const monday = nextWeekday(1)
  const addCalendar = async (code: string, date: string) => {
    const calendar = await leave.post('hr_holiday_calendar', { title: code, code })
    const holiday = await leave.post('hr_holiday', { calendar_id: calendar.id, date, title: `Day of ${code}` })
    await leave.post(`hr_holiday/${holiday.id}/publish`, {}, 200)
    return { id: calendar.id, holidayId: holiday.id }
  }
  const [before, after] = [await addCalendar('before', plus(monday, 1)), await addCalendar('after', plus(monday, 2))]
  const employee = await leave.hire({ holiday_calendar_id: before.id })
  const type = await leave.type()
  await leave.grant(employee.id, type.id, '10', `${monday.slice(0, 4)}-01-01`, plus(monday, 300))
  const made = await employee.client.post('/api/admin/my/leave', { type_id: type.id, start_date: monday, end_date: plus(monday, 4) })
  expect([made.status, made.body.days]).toEqual([201, 4])
  expect((await shop.owner.post(`/api/admin/hr_leave/${made.body.id}/approve`)).status).toBe(200)

  const move = async (holiday_calendar_id: number) => {
    const { version } = (await shop.owner.get(`/api/admin/hr_employee/${employee.id}`)).body
    expect((await shop.owner.put(`/api/admin/hr_employee/${employee.id}`, { holiday_calendar_id, version })).status).toBe(200)
    await shop.it.jobs()
    const { data } = (await shop.owner.get(`/api/admin/hr_leave_adjustment?employee_id=${employee.id}&sort=date`)).body
    return data.map(({ date, days, holiday_id }: Record<string, unknown>) => [date, Number(days), holiday_id ?? null])
  }
  expect(await move(after.id)).toEqual([
    [plus(monday, 1), -1, null],
    [plus(monday, 2), 1, after.holidayId],
  ])
  // What nobody confirmed yet is withdrawn when the employee gets the former calendar again.
  expect(await move(before.id)).toEqual([])
})
