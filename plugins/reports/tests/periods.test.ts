import { expect, test } from 'vitest'
import { comparedPeriod, type PeriodName, resolvePeriod } from 'stoa'
import { endOfUnit, listUnits, nameUnit, startOfUnit } from '../domain/periods.ts'

test.each<[PeriodName, string, string, string]>([
  ['today', '2026-11-30', '2026-11-30', '2026-11-30'],
  ['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
  ['last_7_days', '2026-01-03', '2025-12-28', '2026-01-03'],
  ['last_30_days', '2026-03-01', '2026-01-31', '2026-03-01'],
  ['this_month', '2024-02-29', '2024-02-01', '2024-02-29'],
  ['last_month', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['last_month', '2026-01-15', '2025-12-01', '2025-12-31'],
  ['this_quarter', '2026-11-30', '2026-10-01', '2026-11-30'],
  ['last_quarter', '2026-02-10', '2025-10-01', '2025-12-31'],
  ['this_year', '2026-11-30', '2026-01-01', '2026-11-30'],
  ['last_year', '2026-11-30', '2025-01-01', '2025-12-31'],
  ['last_12_months', '2026-11-30', '2025-12-01', '2026-11-30'],
])('%s on %s is %s to %s', (name, today, from, to) => {
  expect(resolvePeriod(name, today)).toEqual({ from, to })
})

test.each<[string, string, 'previous' | 'year', string, string]>([
  ['2026-11-10', '2026-11-16', 'previous', '2026-11-03', '2026-11-09'],
  ['2026-03-01', '2026-03-31', 'previous', '2026-02-01', '2026-02-28'],
  ['2026-01-01', '2026-03-31', 'previous', '2025-10-01', '2025-12-31'],
  ['2026-02-01', '2026-02-28', 'year', '2025-02-01', '2025-02-28'],
  ['2025-02-01', '2025-02-28', 'year', '2024-02-01', '2024-02-29'],
  ['2024-02-29', '2024-02-29', 'year', '2023-02-28', '2023-02-28'],
  ['2026-11-30', '2026-11-30', 'previous', '2026-11-29', '2026-11-29'],
])('%s to %s is compared with the %s period %s to %s', (from, to, compare, before, until) => {
  expect(comparedPeriod({ from, to }, compare)).toEqual({ from: before, to: until })
})

test('a period is divided into whole units, the first and last of which may begin before it and end after it', () => {
  expect(listUnits({ from: '2026-11-26', to: '2026-12-08' }, 'week')).toEqual(['2026-11-23', '2026-11-30', '2026-12-07'])
  expect(listUnits({ from: '2025-12-31', to: '2026-02-01' }, 'month')).toEqual(['2025-12-01', '2026-01-01', '2026-02-01'])
  expect(listUnits({ from: '2025-12-31', to: '2026-04-01' }, 'quarter')).toEqual(['2025-10-01', '2026-01-01', '2026-04-01'])
  expect(listUnits({ from: '2024-02-28', to: '2024-03-01' }, 'day')).toEqual(['2024-02-28', '2024-02-29', '2024-03-01'])
  expect([startOfUnit('2026-11-29', 'week'), endOfUnit('2026-11-23', 'week')]).toEqual(['2026-11-23', '2026-11-29'])
  expect([endOfUnit('2024-02-01', 'month'), endOfUnit('2026-10-01', 'quarter'), endOfUnit('2026-01-01', 'year')]).toEqual([
    '2024-02-29',
    '2026-12-31',
    '2026-12-31',
  ])
})

test.each([
  ['day', '2026-03-02'],
  ['week', '2026-03-02'],
  ['month', '2026-03'],
  ['quarter', '2026 Q1'],
  ['year', '2026'],
] as const)('the %s of 2 March is named %s', (unit, name) => {
  expect(nameUnit('2026-03-02', unit)).toBe(name)
})
