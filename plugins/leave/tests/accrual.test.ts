import { expect, test } from 'vitest'
import { type AccrualRule, findScaleDays, listAccruals, roundTo } from '../domain/accrual.ts'
import { addDays, addMonths, countDays } from 'stoa/calendar-date'
import { countServiceYear, findLeaveYear, type LeaveYearRule } from '../domain/leave-year.ts'

const hongKong = [7, 7, 8, 9, 10, 11, 12, 13, 14].map((days, n) => ({ years: n + 1, days }))

test.each<[LeaveYearRule, string, string, string, string]>([
  [{ kind: 'calendar' }, '2024-03-01', '2026-01-01', '2026-01-01', '2026-12-31'],
  [{ kind: 'calendar' }, '2024-03-01', '2026-12-31', '2026-01-01', '2026-12-31'],
  [{ kind: 'anniversary' }, '2024-03-01', '2026-02-28', '2025-03-01', '2026-02-28'],
  [{ kind: 'anniversary' }, '2024-03-01', '2026-03-01', '2026-03-01', '2027-02-28'],
  [{ kind: 'anniversary' }, '2024-03-01', '2024-03-01', '2024-03-01', '2025-02-28'],
  [{ kind: 'anniversary' }, '2024-02-29', '2025-02-28', '2025-02-28', '2026-02-27'],
  [{ kind: 'anniversary' }, '2024-02-29', '2025-02-27', '2024-02-29', '2025-02-27'],
  [{ kind: 'anniversary' }, '2024-02-29', '2028-02-29', '2028-02-29', '2029-02-27'],
  [{ kind: 'fixed', month: 4, day: 1 }, '2024-03-01', '2026-03-31', '2025-04-01', '2026-03-31'],
  [{ kind: 'fixed', month: 4, day: 1 }, '2024-03-01', '2026-04-01', '2026-04-01', '2027-03-31'],
  [{ kind: 'fixed', month: 7, day: 15 }, '2024-03-01', '2026-01-01', '2025-07-15', '2026-07-14'],
])('the leave year by %o of an employee since %s on %s', (rule, joinDate, date, start, end) => {
  expect(findLeaveYear(rule, joinDate, date)).toEqual({ start, end })
})

test.each([
  ['2024-03-01', '2024-02-29', 0],
  ['2024-03-01', '2024-03-01', 1],
  ['2024-03-01', '2025-02-28', 1],
  ['2024-03-01', '2025-03-01', 2],
  ['2024-03-01', '2034-03-01', 11],
  ['2024-02-29', '2025-02-28', 2],
  ['2000-12-31', '2026-12-30', 26],
])('an employee since %s is on %s in year of service %s', (joinDate, date, expected) => {
  expect(countServiceYear(joinDate, date)).toBe(expected)
})

test.each([
  [1, 7],
  [2, 7],
  [3, 8],
  [8, 13],
  [9, 14],
  [30, 14],
  [0, 0],
])('in year of service %s the scale gives %s days', (year, expected) => {
  expect(findScaleDays(hongKong, year)).toBe(expected)
})

test.each([
  ['none', 1.23456, 1.235],
  ['0.25', 1.12, 1],
  ['0.25', 1.125, 1.25],
  ['0.5', 1.2, 1],
  ['0.5', 1.25, 1.5],
  ['1', 1.49, 1],
  ['1', 1.5, 2],
  ['1', 0, 0],
] as const)('rounding to %s makes %s days %s', (rounding, days, expected) => {
  expect(roundTo(rounding, days)).toBe(expected)
})

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2024-01-31', 1, '2024-02-29'],
  ['2026-12-31', 2, '2027-02-28'],
  ['2026-03-31', -1, '2026-02-28'],
  ['2026-05-15', 12, '2027-05-15'],
])('%s and %s months is %s', (date, months, expected) => {
  expect(addMonths(date, months)).toBe(expected)
})
test.each([
  ['2026-03-08', 1, '2026-03-09'],
  ['2026-11-01', 1, '2026-11-02'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2026-03-01', -1, '2026-02-28'],
])('%s and %s days is %s, also where clocks change', (date, days, expected) => {
  expect(addDays(date, days)).toBe(expected)
  expect(countDays(date, expected)).toBe(days + 1)
})

const twelve = [{ years: 1, days: 12 }]
const base: AccrualRule = { accrual: 'grant', scale: twelve, rounding: 'none', effectiveFrom: '2020-01-01' }
const calendar = { kind: 'calendar' } as const
interface Case {
  rule?: Partial<AccrualRule>
  joinDate?: string
  lastDay?: string
  until: string
  year?: LeaveYearRule
}

function accrue({ rule, joinDate = '2025-01-01', lastDay, until, year = calendar }: Case) {
  const employment = { joinDate, lastDay: lastDay ?? null }
  return listAccruals({ rule: { ...base, ...rule }, employment, findYear: (date) => findLeaveYear(year, joinDate, date), until })
}

test.each<[string, Case, [string, number, string][]]>([
  [
    'a grant on the first day of each leave year',
    { until: '2026-01-01' },
    [
      ['2025-01-01', 12, '2025-12-31'],
      ['2026-01-01', 12, '2026-12-31'],
    ],
  ],
  ['no grant before the leave year begins', { until: '2025-12-31' }, [['2025-01-01', 12, '2025-12-31']]],
  ['a joiner in the middle of the year', { joinDate: '2026-07-02', until: '2026-12-31' }, [['2026-07-02', 6.016, '2026-12-31']]],
  [
    'a joiner, rounded to half days',
    { joinDate: '2026-07-02', until: '2026-12-31', rule: { rounding: '0.5' } },
    [['2026-07-02', 6, '2026-12-31']],
  ],
  ['a joiner on the last day', { joinDate: '2026-12-31', until: '2026-12-31' }, [['2026-12-31', 0.033, '2026-12-31']]],
  ['a leaver in the middle of the year', { lastDay: '2025-06-30', until: '2025-02-01' }, [['2025-01-01', 5.951, '2025-12-31']]],
  ['nothing after the last day', { lastDay: '2025-06-30', until: '2027-01-01' }, [['2025-01-01', 5.951, '2025-12-31']]],
  [
    'a year that began before the effective date',
    { until: '2026-06-01', rule: { effectiveFrom: '2025-06-01' } },
    [['2026-01-01', 12, '2026-12-31']],
  ],
  [
    'a joiner after the effective date',
    { joinDate: '2026-07-02', until: '2026-12-31', rule: { effectiveFrom: '2026-07-01' } },
    [['2026-07-02', 6.016, '2026-12-31']],
  ],
  [
    'a scale by years of service',
    { joinDate: '2024-01-01', until: '2026-01-01', rule: { scale: hongKong } },
    [
      ['2024-01-01', 7, '2024-12-31'],
      ['2025-01-01', 7, '2025-12-31'],
      ['2026-01-01', 8, '2026-12-31'],
    ],
  ],
  [
    'a leave year from April',
    { joinDate: '2025-04-01', until: '2026-04-01', year: { kind: 'fixed', month: 4, day: 1 } },
    [
      ['2025-04-01', 12, '2026-03-31'],
      ['2026-04-01', 12, '2027-03-31'],
    ],
  ],
  [
    'a leave year from the join date',
    { joinDate: '2025-05-10', until: '2025-06-01', year: { kind: 'anniversary' } },
    [['2025-05-10', 12, '2026-05-09']],
  ],
  ['an empty scale', { until: '2025-06-01', rule: { scale: [] } }, [['2025-01-01', 0, '2025-12-31']]],
  ['before the join date', { joinDate: '2027-01-01', until: '2026-06-01' }, []],
  [
    'the first days of months',
    { until: '2025-02-01', rule: { accrual: 'monthly_first' } },
    [
      ['2025-01-01', 1, '2025-12-31'],
      ['2025-02-01', 1, '2025-12-31'],
    ],
  ],
  [
    'the last days of months',
    { until: '2025-02-28', rule: { accrual: 'monthly_last' } },
    [
      ['2025-01-31', 1, '2025-12-31'],
      ['2025-02-28', 1, '2025-12-31'],
    ],
  ],
  ['no last day of a month before it', { until: '2025-02-27', rule: { accrual: 'monthly_last' } }, [['2025-01-31', 1, '2025-12-31']]],
  [
    'a joiner in the middle of a month',
    { joinDate: '2025-04-16', until: '2025-05-01', rule: { accrual: 'monthly_first' } },
    [
      ['2025-04-16', 0.5, '2025-12-31'],
      ['2025-05-01', 1, '2025-12-31'],
    ],
  ],
  [
    'a leaver in the middle of a month',
    { joinDate: '2025-04-01', lastDay: '2025-04-15', until: '2025-06-01', rule: { accrual: 'monthly_last' } },
    [['2025-04-15', 0.5, '2025-12-31']],
  ],
  [
    'a leaver whose month accrued on its first day',
    { joinDate: '2025-04-01', lastDay: '2025-04-15', until: '2025-06-01', rule: { accrual: 'monthly_first' } },
    [['2025-04-01', 0.5, '2025-12-31']],
  ],
  [
    'months rounded on their running total',
    { until: '2025-03-01', rule: { accrual: 'monthly_first', scale: [{ years: 1, days: 7 }], rounding: '0.5' } },
    [
      ['2025-01-01', 0.5, '2025-12-31'],
      ['2025-02-01', 0.5, '2025-12-31'],
      ['2025-03-01', 1, '2025-12-31'],
    ],
  ],
  [
    'months from the effective date on',
    { until: '2025-03-01', rule: { accrual: 'monthly_first', effectiveFrom: '2025-02-15' } },
    [['2025-03-01', 1, '2025-12-31']],
  ],
  [
    'the first anniversary',
    { joinDate: '2025-05-10', until: '2026-05-10', rule: { accrual: 'anniversary', scale: hongKong } },
    [['2026-05-10', 7, '2027-05-09']],
  ],
  ['no anniversary the day before', { joinDate: '2025-05-10', until: '2026-05-09', rule: { accrual: 'anniversary', scale: hongKong } }, []],
  [
    'the third anniversary of a scale',
    { joinDate: '2023-05-10', until: '2026-05-10', rule: { accrual: 'anniversary', scale: hongKong, effectiveFrom: '2026-01-01' } },
    [['2026-05-10', 8, '2027-05-09']],
  ],
  [
    'an anniversary of 29 February',
    { joinDate: '2024-02-29', until: '2025-02-28', rule: { accrual: 'anniversary' } },
    [['2025-02-28', 12, '2026-02-27']],
  ],
  [
    'no anniversary after the last day',
    { joinDate: '2025-05-10', lastDay: '2026-05-09', until: '2026-12-31', rule: { accrual: 'anniversary' } },
    [],
  ],
])('%s accrues', (_, input, expected) => {
  expect(accrue(input).map(({ valid_from, days, valid_to }) => [valid_from, days, valid_to])).toEqual(expected)
})

test('twelve rounded months make exactly one year', () => {
  for (const rounding of ['none', '0.25', '0.5', '1'] as const) {
    const months = accrue({ until: '2025-12-31', rule: { accrual: 'monthly_last', scale: [{ years: 1, days: 7 }], rounding } })
    expect(months).toHaveLength(12)
    expect(months.reduce((sum, { days }) => sum + days, 0)).toBeCloseTo(7, 6)
  }
})

test('each period has a key of its own', () => {
  const keys = [
    ...accrue({ until: '2027-12-31' }),
    ...accrue({ until: '2027-12-31', rule: { accrual: 'monthly_last' } }),
    ...accrue({ until: '2027-12-31', rule: { accrual: 'anniversary' } }),
  ].map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
})
