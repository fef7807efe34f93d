import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayIn, getInstant, wallClock } from '../common/zoned.ts'
import { addDays, addMonths, daysBetween, getDays, getDayRange, isDay, movedTo, getVisibleRange, startOfWeek, turned } from './days.ts'
import { byDay, type CalendarEntry, getRows, placeEntries } from './layout-entries.ts'

/** Calendar days: the days of a view, the position of an entry, and its new date after dragging. */
const day = fc.integer({ min: -3_000, max: 9_000 }).map((n) => addDays('2020-01-01', n))

test('days are added, and a month later is the same day or the last one of a shorter month', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: -900, max: 900 }), (from, n) => {
      expect(daysBetween(from, addDays(from, n))).toBe(n)
      expect(isDay(addDays(from, n))).toBe(true)
      const later = addMonths(from, n)
      expect(Number(later.slice(8))).toBeLessThanOrEqual(Number(from.slice(8)))
      const months = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7))
      expect(months(later) - months(from)).toBe(n)
    }),
  )
  expect([addMonths('2026-01-31', 1), addMonths('2024-01-31', 1), addMonths('2026-03-31', -1), addMonths('2026-12-31', 2)]).toEqual([
    '2026-02-28',
    '2024-02-29',
    '2026-02-28',
    '2027-02-28',
  ])
})

test.each([
  ['2026-11-27', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-1-1', false],
  ['2026-11-27T00:00', false],
  ['', false],
  [null, false],
])('%j is a valid day: %s', (value, is) => {
  expect(isDay(value)).toBe(is)
})

test('a month has whole weeks with all its days, starting on the first weekday of the language', () => {
  fc.assert(
    fc.property(day, fc.constantFrom('en-US', 'zh-HK', 'zh-CN'), (at, language) => {
      const visibleRange = getVisibleRange('month', at, language)
      const days = getDays(visibleRange)
      expect(days.length % 7).toBe(0)
      expect(days.length).toBeLessThanOrEqual(42)
      expect(new Date(`${days[0]}T12:00Z`).getUTCDay()).toBe(language === 'zh-CN' ? 1 : 0)
      const month = days.filter((day) => day.startsWith(at.slice(0, 7)))
      expect(month.length).toBe(Number(addDays(addMonths(`${at.slice(0, 7)}-01`, 1), -1).slice(8)))
      const week = getDays(getVisibleRange('week', at, language))
      expect([week.length, week.includes(at), startOfWeek(at, language)]).toEqual([7, true, week[0]])
    }),
  )
  expect(getVisibleRange('list', '2026-02-10', 'en-US')).toEqual({ from: '2026-02-01', to: '2026-03-01' })
  expect([turned('week', '2026-12-28', 1), turned('month', '2026-01-31', 1), turned('list', '2026-01-31', -1)]).toEqual([
    '2027-01-04',
    '2026-02-28',
    '2025-12-31',
  ])
})

const HK = 'Asia/Hong_Kong'
const NY = 'America/New_York'

test('an entry covers the local days of its time zone, and an end at midnight does not cover the next', () => {
  const getRangeText = (start: string, end: string | null, allDay: boolean, zone = HK) =>
    Object.values(getDayRange({ start, end, allDay }, zone)).join(' ')
  expect(getRangeText('2026-11-26T16:00:00Z', '2026-11-27T16:00:00Z', false)).toBe('2026-11-27 2026-11-27')
  expect(getRangeText('2026-11-26T16:00:00Z', '2026-11-27T16:00:01Z', false)).toBe('2026-11-27 2026-11-28')
  expect(getRangeText('2026-11-26T16:00:00Z', '2026-11-27T16:00:00Z', false, NY)).toBe('2026-11-26 2026-11-27')
  expect(getRangeText('2026-11-27', '2026-11-29', true, NY)).toBe('2026-11-27 2026-11-28')
  expect(getRangeText('2026-11-27', null, true)).toBe('2026-11-27 2026-11-27')
  // An end before the start is ignored.
  expect(getRangeText('2026-11-27T10:00:00Z', '2026-11-20T10:00:00Z', false)).toBe('2026-11-27 2026-11-27')
})

test('dragged to another day an entry keeps its local time and length, also across a clock change', () => {
  expect(movedTo({ start: '2026-03-06T15:00:30.000Z', end: '2026-03-06T16:30:30.000Z', allDay: false }, '2026-03-09', NY)).toEqual({
    start: '2026-03-09T14:00:30.000Z',
    end: '2026-03-09T15:30:30.000Z',
  })
  expect(movedTo({ start: '2026-11-27', end: '2026-11-29', allDay: true }, '2026-12-31', HK)).toEqual({
    start: '2026-12-31',
    end: '2027-01-02',
  })
  const moment = fc.integer({ min: Date.parse('2015-01-01'), max: Date.parse('2032-01-01') })
  fc.assert(
    fc.property(
      moment,
      fc.integer({ min: 1, max: 90 }),
      fc.constantFrom(HK, NY, 'Europe/London', 'Asia/Kathmandu'),
      day,
      (from, minutes, zone, to) => {
        const times = { start: new Date(from).toISOString(), end: new Date(from + minutes * 60_000).toISOString(), allDay: false }
        const moved = movedTo(times, to, zone)
        expect(Date.parse(moved.end ?? '') - Date.parse(moved.start)).toBe(minutes * 60_000)
        expect(dayIn(moved.start, zone)).toBe(to)
      },
    ),
  )
})

test('local time and instant convert both ways, and a skipped hour maps to an existing one', () => {
  const moment = fc.integer({ min: Date.parse('2015-01-01') / 60_000, max: Date.parse('2032-01-01') / 60_000 })
  fc.assert(
    fc.property(moment, fc.constantFrom(HK, NY, 'Europe/London', 'Australia/Lord_Howe'), (minute, zone) => {
      const at = new Date(minute * 60_000).toISOString()
      expect(wallClock(getInstant(wallClock(at, zone), zone), zone)).toBe(wallClock(at, zone))
    }),
  )
  expect(wallClock(getInstant('2026-03-08T02:30', NY), NY)).toBe('2026-03-08T03:30')
  expect([wallClock('nonsense', HK), dayIn('2026-11-27', NY)]).toEqual(['', '2026-11-27'])
})

const entry = (key: string, start: string, end: string | null, more: Partial<CalendarEntry> = {}): CalendarEntry => ({
  key,
  title: key,
  kind: 'x',
  hue: 'blue',
  start,
  end,
  allDay: true,
  ...more,
})

test('entries are sorted by day, then longest first, then by time, then by name', () => {
  const all = [
    entry('late', '2026-11-27T10:00:00Z', null, { allDay: false }),
    entry('early', '2026-11-27T01:00:00Z', null, { allDay: false }),
    entry('b', '2026-11-27', null),
    entry('a', '2026-11-27', null),
    entry('long', '2026-11-27', '2026-11-30'),
    entry('before', '2026-11-26', null),
  ]
  expect(placeEntries(all, HK).map(({ entry: { key } }) => key)).toEqual(['before', 'long', 'a', 'b', 'early', 'late'])
})

test('entries of a week do not overlap, and one over several days stays in one row', () => {
  const some = fc.array(fc.tuple(fc.integer({ min: -3, max: 8 }), fc.integer({ min: 1, max: 5 })), { maxLength: 12 })
  fc.assert(
    fc.property(some, (ranges) => {
      const days = getDays({ from: '2026-11-23', to: '2026-11-30' })
      const all = placeEntries(
        ranges.map(([from, length], i) => entry(`e${i}`, addDays('2026-11-23', from), addDays('2026-11-23', from + length))),
        HK,
      )
      const cells = getRows(days, all)
      for (const placedEntry of all) {
        const lanes = days.flatMap((at, n) =>
          at >= placedEntry.first && at <= placedEntry.last ? [(cells[n] ?? []).indexOf(placedEntry)] : [],
        )
        expect(new Set(lanes).size).toBeLessThanOrEqual(1)
        expect(lanes).not.toContain(-1)
      }
      const visibleCount = cells.flat().filter(Boolean).length
      const expectedCount = all.reduce(
        (sum, placedEntry) => sum + days.filter((at) => at >= placedEntry.first && at <= placedEntry.last).length,
        0,
      )
      expect(visibleCount).toBe(expectedCount)
      const listed = byDay(all, '2026-11-23', '2026-11-30').flatMap(([, list]) => list)
      expect(new Set(listed).size).toBe(
        all.filter((placedEntry) => days.some((at) => at >= placedEntry.first && at <= placedEntry.last)).length,
      )
    }),
  )
})

test('an entry that started earlier is listed on the first visible day', () => {
  const all = placeEntries(
    [entry('over', '2026-11-20', '2026-11-25'), entry('gone', '2026-11-20', '2026-11-23'), entry('next', '2026-11-30', null)],
    HK,
  )
  expect(byDay(all, '2026-11-23', '2026-11-30').map(([at, list]) => [at, list.map((placedEntry) => placedEntry.entry.key)])).toEqual([
    ['2026-11-23', ['over']],
  ])
})
