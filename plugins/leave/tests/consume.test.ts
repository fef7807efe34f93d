import { expect, test } from 'vitest'
import { findProposedDays } from '../domain/adjustment.ts'
import { closePeriod, findCarryValidity } from '../domain/close-period.ts'
import { type BalanceRow, compareLots, consumeLots, findShortfall, type Lot, sumBalance } from '../domain/consume.ts'
import { findLeaveYear } from '../domain/leave-year.ts'

const findYear = (date: string) => findLeaveYear({ kind: 'calendar' }, '2020-01-01', date)
const lot = (id: number, remaining: number, valid_from: string, valid_to: string | null, kind = 'grant'): Lot => ({
  id,
  remaining,
  valid_from,
  valid_to,
  kind,
})
const grant26 = lot(1, 10, '2026-01-01', '2026-12-31')
const grant27 = lot(2, 10, '2027-01-01', '2027-12-31')
const carried = lot(3, 2, '2027-01-01', '2027-03-31', 'carry')
const unlimitedLot = lot(4, 5, '2020-01-01', null)
const dates = (...list: string[]) => list.map((date) => ({ date, fraction: 1 }))

test.each<[string, { date: string; fraction: number }[], Lot[], [number | null, number][]]>([
  ['one day from one lot', dates('2026-05-04'), [grant26], [[1, -1]]],
  ['two days from one lot are one row', dates('2026-05-04', '2026-05-05'), [grant26], [[1, -2]]],
  ['a half day', [{ date: '2026-05-04', fraction: 0.5 }], [grant26], [[1, -0.5]]],
  ['a date that costs nothing', [{ date: '2026-05-03', fraction: 0 }], [grant26], []],
  ['carried days before the grant', dates('2027-03-01'), [grant27, carried], [[3, -1]]],
  [
    'carried days, then the grant',
    dates('2027-03-01', '2027-03-02', '2027-03-03'),
    [grant27, carried],
    [
      [3, -2],
      [2, -1],
    ],
  ],
  [
    'a leave across the expiry of carried days splits there',
    dates('2027-03-31', '2027-04-01'),
    [grant27, carried],
    [
      [3, -1],
      [2, -1],
    ],
  ],
  ['carried days are not used after their expiry', dates('2027-04-01'), [grant27, carried], [[2, -1]]],
  [
    'a leave across two years takes from both',
    dates('2026-12-31', '2027-01-01'),
    [grant26, grant27],
    [
      [1, -1],
      [2, -1],
    ],
  ],
  [
    'a leave across two years after an empty one',
    dates('2026-12-31', '2027-01-01'),
    [grant27],
    [
      [null, -1],
      [2, -1],
    ],
  ],
  ['days without expiry come last', dates('2026-05-04'), [unlimitedLot, grant26], [[1, -1]]],
  [
    'days without expiry come when nothing else is left',
    dates('2026-05-04'),
    [unlimitedLot, lot(1, 0.5, '2026-01-01', '2026-12-31')],
    [
      [1, -0.5],
      [4, -0.5],
    ],
  ],
  ['days that are not valid yet are not used', dates('2026-05-04'), [grant27], [[null, -1]]],
  [
    'the older of two lots with the same end',
    dates('2026-05-04'),
    [lot(6, 1, '2026-02-01', '2026-12-31'), lot(7, 1, '2026-01-01', '2026-12-31')],
    [[7, -1]],
  ],
  [
    'the carried one of two lots with the same dates',
    dates('2026-05-04'),
    [grant26, lot(8, 1, '2026-01-01', '2026-12-31', 'carry')],
    [[8, -1]],
  ],
  ['the lower id of two equal lots', dates('2026-05-04'), [lot(9, 1, '2026-01-01', '2026-12-31'), grant26], [[1, -1]]],
  ['an overdraft belongs to its leave year', dates('2026-05-04', '2026-05-05'), [], [[null, -2]]],
  [
    'an overdraft across two years is one row a year',
    dates('2026-12-31', '2027-01-01'),
    [],
    [
      [null, -1],
      [null, -1],
    ],
  ],
  ['a lot that is overdrawn gives nothing', dates('2026-05-04'), [lot(1, -1, '2026-01-01', '2026-12-31')], [[null, -1]]],
  [
    'thirds add up without an error of binary fractions',
    [0.333, 0.333, 0.334].map((fraction, n) => ({ date: `2026-05-0${n + 4}`, fraction })),
    [grant26],
    [[1, -1]],
  ],
])('%s', (_, detail, lots, expected) => {
  expect(consumeLots(detail, lots, findYear).map(({ source_ledger_id, days }) => [source_ledger_id, days])).toEqual(expected)
})

test('rows carry the validity of their lot, so that they end with it; an overdraft ends with its year', () => {
  expect(consumeLots(dates('2027-03-31', '2028-01-01'), [carried], findYear)).toEqual([
    { source_ledger_id: 3, days: -1, valid_from: '2027-01-01', valid_to: '2027-03-31' },
    { source_ledger_id: null, days: -1, valid_from: '2028-01-01', valid_to: '2028-12-31' },
  ])
})

test('taking days changes no lot of the caller', () => {
  const mine = { ...grant26 }
  consumeLots(dates('2026-05-04'), [mine], findYear)
  expect(mine.remaining).toBe(10)
})

test('lots are ordered by end, carried days, start and id', () => {
  expect([unlimitedLot, grant27, carried, grant26].toSorted(compareLots).map(({ id }) => id)).toEqual([1, 3, 2, 4])
})

const rows: BalanceRow[] = [
  { days: 10, valid_from: '2026-01-01', valid_to: '2026-12-31' },
  { days: -3, valid_from: '2026-01-01', valid_to: '2026-12-31' },
  { days: 2, valid_from: '2026-06-01', valid_to: '2026-08-31' },
  { days: 0.5, valid_from: '2026-01-01', valid_to: null },
  { days: -9, valid_from: '2027-01-01', valid_to: '2026-12-31' },
]
test.each([
  ['2025-12-31', 0],
  ['2026-01-01', 7.5],
  ['2026-05-31', 7.5],
  ['2026-06-01', 9.5],
  ['2026-08-31', 9.5],
  ['2026-09-01', 7.5],
  ['2026-12-31', 7.5],
  ['2027-01-01', 0.5],
  ['2036-01-01', 0.5],
])('the balance on %s is the sum of the rows valid on it', (date, expected) => {
  expect(sumBalance(rows, date)).toBe(expected)
})

test.each<[string, string[], number, [string, number] | undefined]>([
  ['enough', ['2026-05-04'], 0, undefined],
  ['short on a later date', ['2026-05-04', '2027-01-04', '2025-01-01'], 0, undefined],
  ['no dates', [], 0, undefined],
])('%s leaves no shortfall', (_, list, allow, expected) => {
  expect(findShortfall(rows, list, allow)).toBe(expected)
})
test.each<[number, number, [string, number] | undefined]>([
  [-8, 0, ['2026-05-04', 0.5]],
  [-7.5, 0, undefined],
  [-9, 1, ['2026-05-04', 0.5]],
  [-8.5, 1, undefined],
  [-10, 5, undefined],
])('taking %s days with %s allowed below zero is short or not', (days, allow, expected) => {
  const found = findShortfall([...rows, { days, valid_from: '2026-01-01', valid_to: '2026-12-31' }], ['2026-05-04'], allow)
  expect(found && [found.date, found.missing]).toEqual(expected)
})

const period = { carried: 0, expired: 0, isYearEnd: true, cap: 5 as number | null }
test.each<[string, Parameters<typeof closePeriod>[0], number, number]>([
  ['less than the limit', { ...period, total: 3 }, 3, 0],
  ['more than the limit', { ...period, total: 8 }, 5, 3],
  ['exactly the limit', { ...period, total: 5 }, 5, 0],
  ['no limit', { ...period, total: 8, cap: null }, 8, 0],
  ['nothing to carry over', { ...period, total: 8, cap: 0 }, 0, 8],
  ['nothing left', { ...period, total: 0 }, 0, 0],
  ['a debt', { ...period, total: -2 }, -2, 0],
  ['the end of carried days', { ...period, total: 2, isYearEnd: false }, 0, 2],
  ['a debt at the end of carried days', { ...period, total: -1, isYearEnd: false }, 0, 0],
  ['closed before', { ...period, total: 8, carried: 5, expired: 3 }, 0, 0],
  ['a day given back after closing', { ...period, total: 13, carried: 12, cap: null }, 1, 0],
  ['a day given back above the limit', { ...period, total: 9, carried: 5, expired: 3 }, 0, 1],
  ['a day taken after closing', { ...period, total: 2, carried: 3 }, -1, 0],
  ['a day taken from what expired', { ...period, total: 7, carried: 5, expired: 3 }, 0, -1],
  ['22 granted, 10 taken, one day given back', { ...period, total: 22 - 10 + 1, cap: null }, 13, 0],
  ['half days', { ...period, total: 5.5 }, 5, 0.5],
])('closing a period with %s carries over and expires', (_, input, carry, expire) => {
  expect(closePeriod(input)).toEqual({ carry, expire })
})

test.each<[number | null, string]>([
  [null, '2027-12-31'],
  [1, '2027-01-01'],
  [90, '2027-03-31'],
  [365, '2027-12-31'],
  [366, '2027-12-31'],
])('days carried over for %s days are valid to %s', (expireDays, expected) => {
  expect(findCarryValidity(findYear('2027-01-01'), expireDays)).toEqual({ valid_from: '2027-01-01', valid_to: expected })
})

test.each([
  ['a holiday that was added', { due: 1, settled: 0, rejected: [] }, 1],
  ['one that was given back already', { due: 1, settled: 1, rejected: [] }, 0],
  ['half of a holiday that is a whole one now', { due: 1, settled: 0.5, rejected: [] }, 0.5],
  ['a whole one that is a half one now', { due: 0.5, settled: 1, rejected: [] }, -0.5],
  ['a holiday that was removed', { due: 0, settled: 1, rejected: [] }, -1],
  ['one whose day was not given back', { due: 0, settled: 0, rejected: [1] }, 0],
  ['a rejected proposal', { due: 1, settled: 0, rejected: [1] }, 0],
  ['more than a rejected proposal', { due: 1, settled: 0, rejected: [0.5] }, 0.5],
  ['less than a rejected proposal', { due: 0.5, settled: 0, rejected: [1] }, 0],
  ['a rejected proposal to take the day', { due: 0, settled: 1, rejected: [-1] }, 0],
  ['a day that was frozen without cost', { due: -1, settled: 0, rejected: [] }, -1],
  ['thirds', { due: 0.333, settled: 0.1, rejected: [0.1] }, 0.133],
])('proposes days of %s', (_, settled, days) => {
  expect(findProposedDays(settled)).toBe(days)
})
