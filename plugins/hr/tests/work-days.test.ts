import { expect, test } from 'vitest'
import { contribute, definePlugin, systemCtx } from 'stoa'
import { suite } from 'stoa/testing'
import { type DayHoliday, resolveWorkDay } from '../domain/work-day.ts'
import { readWorkDays, WORK_SCHEDULES } from '../index.ts'

const roster = definePlugin({
  id: 'roster',
  requires: ['hr'],
  contributions: [
    contribute(WORK_SCHEDULES, 'test', {
      read: async (_db, _ctx, { employees }) =>
        employees.flatMap((employee_id) => [
          { employee_id, date: '2026-12-25', minutes: 300 },
          { employee_id, date: '2026-12-27', minutes: 240 },
          { employee_id, date: '2026-12-28', minutes: 0 },
        ]),
    }),
  ],
})
const shop = suite(['hr'], { extra: [roster] })

const holiday = (half_day: DayHoliday['half_day']): DayHoliday => ({ id: 1, kind: 'general', half_day, paid: true })
const monToFri = [1, 2, 3, 4, 5]

test.each([
  ['a work day of the settings', { weekday: 5 }, ['work', 480, 1]],
  ['a rest day of the settings', { weekday: 6 }, ['rest', 0, 0]],
  ['a work day of the employee', { weekday: 6, ownWeekdays: [6] }, ['work', 480, 1]],
  ['a rest day of the employee', { weekday: 5, ownWeekdays: [6] }, ['rest', 0, 0]],
  ['a shift on a rest day', { weekday: 7, rosterMinutes: 540 }, ['work', 540, 1]],
  ['no shift on a work day', { weekday: 3, rosterMinutes: 0 }, ['rest', 0, 0]],
  ['a holiday on a work day', { weekday: 3, holiday: holiday('none') }, ['holiday', 480, 0]],
  ['a holiday with a shift', { weekday: 3, rosterMinutes: 600, holiday: holiday('none') }, ['holiday', 600, 0]],
  ['a holiday on a rest day', { weekday: 7, holiday: holiday('none') }, ['rest', 0, 0]],
  ['a half-day holiday', { weekday: 3, holiday: holiday('pm') }, ['work', 480, 0.5]],
] as const)('%s is resolved', (_, input, expected) => {
  const { kind, minutes, fraction } = resolveWorkDay({
    ownWeekdays: [],
    defaultWeekdays: monToFri,
    rosterMinutes: null,
    holiday: null,
    ...input,
  })
  expect([kind, minutes, fraction]).toEqual(expected)
})

test('work days run from the join date to the last day, with published holidays of the calendar and the roster', async () => {
  const post = async (path: string, body: object) => (await shop.owner.post(`/api/admin/${path}`, body)).body as { id: number }
  const calendar = await post('hr_holiday_calendar', { title: 'Hong Kong', code: 'hk' })
  const published = await post('hr_holiday', { calendar_id: calendar.id, date: '2026-12-25', title: 'Christmas' })
  await post(`hr_holiday/${published.id}/publish`, {})
  await post('hr_holiday', { calendar_id: calendar.id, date: '2026-12-24', title: 'A draft' })
  const { id } = await post('hr_employee', {
    staff_no: 'W-1',
    name: 'May',
    join_date: '2026-12-24',
    last_day: '2026-12-29',
    holiday_calendar_id: calendar.id,
  })
  const { kernel } = shop.it
  const days = await readWorkDays(kernel.db, systemCtx(kernel, 'test'), { employees: [id], from: '2026-12-01', to: '2027-01-31' })
  expect(days.map(({ date, kind, minutes }) => [date, kind, minutes])).toEqual([
    ['2026-12-24', 'work', 480],
    ['2026-12-25', 'holiday', 300],
    ['2026-12-26', 'rest', 0],
    ['2026-12-27', 'work', 240],
    ['2026-12-28', 'rest', 0],
    ['2026-12-29', 'work', 480],
  ])
})
