import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { suite } from 'stoa/testing'
import { readLeaveEmployee } from '../services/employee.ts'
import { createLeaveFixture } from './fixture.ts'

const shop = suite(['leave'])
const leave = createLeaveFixture(shop)
beforeAll(() => leave.enable())

const script = `
  const { addDays, addMonths, countDays, listDates } = await import('stoa/calendar-date')
  const { findLeaveYear, countServiceYear } = await import('./domain/leave-year.ts')
  const { listAccruals } = await import('./domain/accrual.ts')
  const findYear = (date) => findLeaveYear({ kind: 'fixed', month: 4, day: 1 }, '2024-02-29', date)
  const rule = { accrual: 'monthly_last', scale: [{ years: 1, days: 14 }], rounding: '0.5', effectiveFrom: '2024-01-01' }
  console.log(JSON.stringify([
    listDates('2026-03-06', '2026-03-10'), listDates('2026-10-30', '2026-11-03'), countDays('2026-03-07', '2026-03-09'),
    countDays('2026-10-31', '2026-11-02'), addDays('2026-03-08', 1), addDays('2026-11-01', -1), addMonths('2026-10-31', 1),
    countServiceYear('2024-02-29', '2026-02-28'), findYear('2026-03-31'),
    listAccruals({ rule, employment: { joinDate: '2024-02-29', lastDay: '2026-11-15' }, findYear, until: '2026-12-31' }),
  ]))`

const run = (zone: string): string =>
  execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, TZ: zone },
    encoding: 'utf8',
  })

test('dates, leave years and accruals are the same in every time zone of the server, also where clocks change', () => {
  const [first, ...others] = ['America/New_York', 'Asia/Hong_Kong', 'Pacific/Kiritimati'].map(run)
  expect(JSON.parse(first ?? '')).toHaveLength(10)
  for (const other of others) expect(other).toBe(first)
})

test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/New_York'])('today is the day of an employee in %s', async (time_zone) => {
  const { id } = await leave.hire({ time_zone })
  const { kernel } = shop.it
  const read = async () => (await readLeaveEmployee(kernel, { kernel }, id)).today
  const day = () => new Intl.DateTimeFormat('sv-SE', { timeZone: time_zone }).format(new Date())
  const before = day()
  expect([before, day()]).toContain(await read())
})
