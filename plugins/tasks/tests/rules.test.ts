import { expect, test } from 'vitest'
import { cleanChecklist, parseLines, toLines } from '../domain/checklist.ts'
import { moveWith, startOfDay, toInstant, toLocal } from '../domain/due.ts'
import { findNextDate, type RecurrenceRule } from '../domain/recurrence.ts'
import { findPath } from '../domain/statuses.ts'

const rule = (recurrence: RecurrenceRule['recurrence'], more: Partial<RecurrenceRule> = {}): RecurrenceRule => ({
  ...{ recurrence, every: 1, until: null, day: null },
  ...more,
})

test('the next date of a series follows its rule', () => {
  const next = (date: string, given: RecurrenceRule, today = date) => findNextDate(date, given, today)
  expect(next('2026-12-01', rule('none'))).toBe(null)
  expect(next('2026-12-01', rule('daily'))).toBe('2026-12-02')
  expect(next('2026-12-01', rule('daily', { every: 3 }))).toBe('2026-12-04')
  expect(next('2026-12-04', rule('workdays'))).toBe('2026-12-07')
  expect(next('2026-12-29', rule('weekly', { every: 2 }))).toBe('2027-01-12')
  expect(next('2028-02-29', rule('yearly', { day: 29 }))).toBe('2029-02-28')
  expect(next('2029-02-28', rule('yearly', { day: 29, every: 3 }))).toBe('2032-02-29')
})

test('a series on the 31st is due on the last day of shorter months, and on the 31st again', () => {
  const monthly = rule('monthly', { day: 31 })
  const dates = ['2026-12-31']
  for (let n = 0; n < 4; n++) dates.push(findNextDate(dates[n] ?? '', monthly, '2026-01-01') ?? '')
  expect(dates).toEqual(['2026-12-31', '2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'])
})

test('missed dates are skipped up to today, and a series ends after its last date', () => {
  expect(findNextDate('2026-11-02', rule('weekly'), '2026-12-01')).toBe('2026-12-07')
  expect(findNextDate('2026-11-02', rule('daily'), '2026-12-01')).toBe('2026-12-01')
  expect(findNextDate('2026-11-02', rule('weekly', { until: '2026-11-09' }), '2026-11-02')).toBe('2026-11-09')
  expect(findNextDate('2026-11-09', rule('weekly', { until: '2026-11-09' }), '2026-11-02')).toBe(null)
})

test('due times keep the clock of the shop when daylight saving begins and ends', () => {
  const zone = 'Europe/London'
  expect(toInstant({ date: '2027-03-26', time: '09:00' }, zone)).toBe('2027-03-26T09:00:00.000Z')
  expect(toInstant({ date: '2027-03-29', time: '09:00' }, zone)).toBe('2027-03-29T08:00:00.000Z')
  // 01:30 does not exist on this day.
  expect(toLocal(toInstant({ date: '2027-03-28', time: '01:30' }, zone), zone)).toEqual({ date: '2027-03-28', time: '02:30' })
  expect(moveWith('2027-03-25T18:00:00Z', '2027-03-26T09:00:00Z', '2027-04-02T08:00:00Z', zone)).toBe('2027-04-01T17:00:00.000Z')
  // In Cairo, the day on which daylight saving begins starts at one o'clock.
  expect(startOfDay('2027-04-30T12:00:00Z', 'Africa/Cairo')).toBe('2027-04-29T22:00:00.000Z')
  expect(toLocal(toInstant({ date: '2027-04-30', time: null }, 'Africa/Cairo'), 'Africa/Cairo')).toEqual({
    date: '2027-04-30',
    time: '01:00',
  })
})

test('checklist items have unique ids, and are lines of text in sheets', () => {
  const items = cleanChecklist([{ text: ' Boxes ' }, { id: '1', text: 'Tape', done: true }, { id: '1', text: 'Labels' }, { text: '  ' }])
  expect(items).toEqual([
    { id: '2', text: 'Boxes', done: false },
    { id: '1', text: 'Tape', done: true },
    { id: '3', text: 'Labels', done: false },
  ])
  expect(cleanChecklist(items)).toEqual(items)
  expect(toLines(items)).toBe('[ ] Boxes\n[x] Tape\n[ ] Labels')
  expect(parseLines('[X] Boxes\nTape\n\n[] Labels').map(({ text, done }) => [text, done])).toEqual([
    ['Boxes', true],
    ['Tape', false],
    ['Labels', false],
  ])
})

test('every status is reached from every other by at most two transitions', () => {
  expect(findPath('to_do', 'completed')).toEqual(['complete'])
  expect(findPath('completed', 'process')).toEqual(['reopen', 'start'])
  expect(findPath('process', 'to_do').length).toBeLessThanOrEqual(2)
  expect(findPath('canceled', 'canceled')).toEqual([])
})
