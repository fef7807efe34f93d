import { expect, test } from 'vitest'
import { type CountedDay, countLeave, findPart, findSpanProblem, type LeaveSpan } from '../domain/leave-days.ts'

const span = (start_date: string, end_date = start_date, more: Partial<LeaveSpan> = {}): LeaveSpan => ({
  start_date,
  end_date,
  start_half: 'full',
  end_half: 'full',
  hours: null,
  ...more,
})

/** Days of a week from Monday 2026-12-21: w work, r rest, h holiday, s statutory holiday, a and p half-day holidays, x statutory holiday at rest. */
const days = (letters: string, minutes = 480): CountedDay[] =>
  [...letters].map((letter, n) => ({
    date: `2026-12-${21 + n}`,
    kind: letter === 'r' || letter === 'x' ? 'rest' : letter === 'h' || letter === 's' ? 'holiday' : 'work',
    minutes: letter === 'r' || letter === 'x' ? 0 : minutes,
    holiday: 'wr'.includes(letter)
      ? null
      : {
          id: n + 1,
          kind: letter === 's' || letter === 'x' ? 'statutory' : 'general',
          half_day: letter === 'a' ? 'am' : letter === 'p' ? 'pm' : 'none',
        },
  }))

const pm = { start_half: 'pm' } as const
const am = { end_half: 'am' } as const

test.each<[string, string, Partial<LeaveSpan>, boolean, number]>([
  ['one work day', 'w', {}, false, 1],
  ['an afternoon', 'w', pm, false, 0.5],
  ['a morning', 'w', am, false, 0.5],
  ['a week with its weekend', 'wwwwwrr', {}, false, 5],
  ['a week from Monday noon', 'wwwwwrr', pm, false, 4.5],
  ['a week to Friday noon', 'wwwww', am, false, 4.5],
  ['a week from noon to noon', 'wwwww', { ...pm, ...am }, false, 4],
  ['two days from noon to noon', 'ww', { ...pm, ...am }, false, 1],
  ['a rest day alone', 'r', {}, false, 0],
  ['a holiday alone', 'h', {}, false, 0],
  ['a statutory holiday alone', 's', {}, false, 0],
  ['a holiday between work days', 'whw', {}, false, 2],
  ['a holiday at the start', 'hw', {}, false, 1],
  ['an afternoon that begins on a holiday', 'hw', pm, false, 1],
  ['a morning that ends on a holiday', 'wh', am, false, 1],
  ['a rest day between work days', 'wrw', {}, false, 2],
  ['a holiday in the morning', 'a', {}, false, 0.5],
  ['a holiday in the afternoon', 'p', {}, false, 0.5],
  ['the morning of a holiday in the morning', 'a', am, false, 0],
  ['the afternoon of a holiday in the morning', 'a', pm, false, 0.5],
  ['the morning of a holiday in the afternoon', 'p', am, false, 0.5],
  ['the afternoon of a holiday in the afternoon', 'p', pm, false, 0],
  ['two days with a half-day holiday', 'wa', {}, false, 1.5],
  ['from noon over a half-day holiday', 'wp', pm, false, 1],
  ['a holiday on a rest day', 'wxw', {}, false, 2],
  ['a week that includes rest days', 'wwwwwrr', {}, true, 7],
  ['a week that includes holidays', 'whw', {}, true, 3],
  ['a half-day holiday that is included', 'a', {}, true, 1],
  ['a rest day that is included', 'r', {}, true, 1],
  ['an afternoon that is included', 'h', pm, true, 0.5],
])('%s costs what its work days cost', (_, letters, halves, includes, expected) => {
  const counted = days(letters)
  const requestedSpan = span(counted[0]?.date ?? '', counted.at(-1)?.date ?? '', halves)
  expect(countLeave(requestedSpan, counted, includes).days).toBe(expected)
})

test.each<[string, string, Partial<LeaveSpan>, boolean, number]>([
  ['a statutory holiday', 'wsw', {}, true, 1],
  ['two statutory holidays', 'ss', {}, true, 2],
  ['half of a statutory holiday', 's', pm, true, 0.5],
  ['a general holiday', 'whw', {}, true, 0],
  ['a statutory holiday on a rest day', 'wx', {}, true, 0],
  ['a statutory holiday that is not included', 'wsw', {}, false, 0],
])('%s within a leave gives back another day where it is counted', (_, letters, halves, includes, expected) => {
  const counted = days(letters)
  const requestedSpan = span(counted[0]?.date ?? '', counted.at(-1)?.date ?? '', halves)
  const returned = countLeave(requestedSpan, counted, includes).detail.reduce((sum, day) => sum + day.returned, 0)
  expect(returned).toBe(expected)
})

test.each<[string, number, number, string, number, boolean]>([
  ['an hour of eight', 1, 480, 'w', 0.125, false],
  ['two hours of eight', 2, 480, 'w', 0.25, false],
  ['eight hours of eight', 8, 480, 'w', 1, false],
  ['nine hours of eight', 9, 480, 'w', 1, true],
  ['three hours of nine', 3, 540, 'w', 0.333, false],
  ['ninety minutes of six hours', 1.5, 360, 'w', 0.25, false],
  ['four hours of a half day of work', 4, 480, 'a', 0.5, false],
  ['five hours of a half day of work', 5, 480, 'a', 0.5, true],
  ['an hour on a rest day', 1, 0, 'r', 0, false],
])('%s is a share of the scheduled minutes', (_, hours, minutes, letters, expected, exceeds) => {
  const [day] = days(letters, minutes)
  const { days: cost, detail } = countLeave(span('2026-12-21', '2026-12-21', { hours }), day ? [day] : [], false)
  expect([cost, detail[0]?.exceeds]).toEqual([expected, exceeds])
})

test.each<[string, LeaveSpan, 'day' | 'half_day' | 'hour', string | undefined]>([
  ['a whole day in days', span('2026-12-21'), 'day', undefined],
  ['a half day in days', span('2026-12-21', '2026-12-21', pm), 'day', 'start_half'],
  ['a half last day in days', span('2026-12-21', '2026-12-22', am), 'day', 'end_half'],
  ['a half day in half days', span('2026-12-21', '2026-12-21', am), 'half_day', undefined],
  ['a half day in hours', span('2026-12-21', '2026-12-21', am), 'hour', undefined],
  ['an end before the start', span('2026-12-22', '2026-12-21'), 'day', 'end_date'],
  ['from noon to noon of one day', span('2026-12-21', '2026-12-21', { ...pm, ...am }), 'half_day', 'end_half'],
  ['from noon to noon of two days', span('2026-12-21', '2026-12-22', { ...pm, ...am }), 'half_day', undefined],
  ['hours of a type in half days', span('2026-12-21', '2026-12-21', { hours: 2 }), 'half_day', 'hours'],
  ['hours of one date', span('2026-12-21', '2026-12-21', { hours: 2 }), 'hour', undefined],
  ['hours of two dates', span('2026-12-21', '2026-12-22', { hours: 2 }), 'hour', 'hours'],
])('%s is refused at its field or not at all', (_, asked, unit, field) => {
  expect(findSpanProblem(asked, unit)?.field).toBe(field)
})

test.each<[string, string, 'full' | 'am' | 'pm']>([
  ['the first date from noon', '2026-12-21', 'pm'],
  ['a date between', '2026-12-22', 'full'],
  ['the last date to noon', '2026-12-23', 'am'],
])('%s has its part', (_, date, expected) => {
  expect(findPart(span('2026-12-21', '2026-12-23', { ...pm, ...am }), date)).toBe(expected)
})
