import { Temporal } from 'temporal-polyfill'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clockTime, dayAfter, daysOfMonth, parseMinute, toInstant, momentText, toWallTime, getWeekday } from '../domain/clock.ts'
import { type CheckInAttempt, judgeCheckIn } from '../domain/check-in/scan-result.ts'
import { daysBetween, type Hours, mergeRanges, listOpenMinutes, type Plan, rangesByDay } from '../domain/ranges.ts'
import { getRefundPercent, getShare } from '../domain/refund.ts'
import { ahead, transitions, occupying } from '../domain/statuses.ts'
import { formatWhen } from '../services/format-when.ts'
import { getWeeks } from '../store/shared/days.ts'

/** Time zones, opening hours, refund shares and check-in, as pure functions. */
const ZONES = [
  'Asia/Hong_Kong',
  'America/New_York',
  'Europe/London',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'America/Sao_Paulo',
]
const zone = fc.constantFrom(...ZONES)
const day = fc.integer({ min: 0, max: 9_000 }).map((n) => dayAfter('2008-01-01', n))

test('instants and local times convert both ways, in every time zone and on every day', () => {
  fc.assert(
    fc.property(fc.integer({ min: Date.parse('2008-01-02'), max: Date.parse('2032-01-01') }), zone, (moment, at) => {
      const wall = toWallTime(moment, at)
      const expected = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(at)
      expect([wall.day, wall.time]).toEqual([expected.toPlainDate().toString(), expected.toPlainTime().toString().slice(0, 5)])
      expect(wall.minute).toBe(parseMinute(wall.time))
      const back = toInstant(wall.day, wall.minute, at)
      // A local time that occurs twice resolves to its first occurrence.
      expect(back).toBeLessThanOrEqual(moment)
      expect(moment - back).toBeLessThan(2 * 3_600_000 + 60_000)
      expect(toWallTime(back, at)).toEqual(wall)
    }),
    { numRuns: 400 },
  )
})

test('a local time skipped by a clock change maps forward, and minutes past midnight belong to the next day', () => {
  const at = (text: string) => Date.parse(text)
  expect(toInstant('2026-03-08', 150, 'America/New_York')).toBe(at('2026-03-08T07:30Z'))
  expect(toInstant('2026-11-01', 90, 'America/New_York')).toBe(at('2026-11-01T05:30Z'))
  expect(toInstant('2026-12-31', 1_440, 'Asia/Hong_Kong')).toBe(at('2026-12-31T16:00Z'))
  expect(toInstant('2026-02-28', 2_880 + 60, 'Asia/Hong_Kong')).toBe(at('2026-03-01T17:00Z'))
  // On a day without midnight the day begins at 01:00.
  expect(toWallTime(toInstant('2018-11-04', 0, 'America/Sao_Paulo'), 'America/Sao_Paulo')).toEqual({
    day: '2018-11-04',
    time: '01:00',
    minute: 60,
  })
})

test('days, months and weekdays follow the calendar', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: -800, max: 800 }), (from, days) => {
      expect(dayAfter(from, days)).toBe(Temporal.PlainDate.from(from).add({ days }).toString())
      expect(getWeekday(from)).toBe(Temporal.PlainDate.from(from).dayOfWeek)
    }),
  )
  expect([daysOfMonth(2024, 2), daysOfMonth(2026, 2), daysOfMonth(2026, 12)]).toEqual([
    { from: '2024-02-01', to: '2024-02-29' },
    { from: '2026-02-01', to: '2026-02-28' },
    { from: '2026-12-01', to: '2026-12-31' },
  ])
  expect(daysBetween('2026-02-27', '2026-03-01')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
  expect(daysBetween('2026-03-02', '2026-03-01')).toEqual([])
  expect([clockTime(0), clockTime(1_439), clockTime(1_440), parseMinute('23:59')]).toEqual(['00:00', '23:59', '', 1_439])
})

const weekly = (starts: string, ends: string, more: Partial<Hours> = {}): Hours => ({
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  starts,
  ends,
  since: null,
  until: null,
  ...more,
})
const plan = (hours: Hours[], exceptions: Plan['exceptions'] = []): Plan => ({ hours, exceptions })
const other = (at: string, more: object = {}) => ({ day: at, closed: false, starts: null, ends: null, ...more })

test('opening hours apply from their first to their last day, both included, on their weekdays only', () => {
  const friday = plan([weekly('09:00', '10:00', { weekdays: [5], since: '2026-11-20', until: '2026-11-27' })])
  const open = (at: string) => listOpenMinutes(friday, at).length > 0
  expect(['2026-11-13', '2026-11-20', '2026-11-27', '2026-12-04', '2026-11-26'].map(open)).toEqual([false, true, true, false, false])
})

test('23:59 means midnight, an end before the start is on the next day, and equal times mean a whole day', () => {
  expect(listOpenMinutes(plan([weekly('22:00', '23:59')]), '2026-11-27')).toEqual([[1_320, 1_440]])
  expect(listOpenMinutes(plan([weekly('22:00', '02:00')]), '2026-11-27')).toEqual([[1_320, 1_560]])
  expect(listOpenMinutes(plan([weekly('00:00', '00:00')]), '2026-11-27')).toEqual([[0, 1_440]])
})

test('an exception replaces the weekly hours of its day, and a closed day cuts off the previous night', () => {
  const night = [weekly('22:00', '02:00')]
  expect(listOpenMinutes(plan(night, [other('2026-11-27', { starts: '08:00', ends: '09:00' })]), '2026-11-27')).toEqual([[480, 540]])
  expect(listOpenMinutes(plan(night, [other('2026-11-27', { closed: true })]), '2026-11-27')).toEqual([])
  expect(listOpenMinutes(plan(night, [other('2026-11-28', { closed: true })]), '2026-11-27')).toEqual([[1_320, 1_440]])
  expect(listOpenMinutes(plan(night, [other('2026-11-28', { starts: '08:00', ends: '09:00' })]), '2026-11-27')).toEqual([[1_320, 1_560]])
  expect(listOpenMinutes(plan(night, [other('2026-11-27')]), '2026-11-27')).toEqual([])
})

test('on a day with a clock change opening hours last as long as the local clock says', () => {
  const [short] = rangesByDay(plan([weekly('00:00', '23:59')]), 'America/New_York')('2026-03-08')
  const [long] = rangesByDay(plan([weekly('00:00', '23:59')]), 'America/New_York')('2026-11-01')
  expect([short, long].map((range) => ((range?.to ?? 0) - (range?.from ?? 0)) / 3_600_000)).toEqual([23, 25])
  // Opening hours within the skipped hour yield no range.
  expect(rangesByDay(plan([weekly('02:00', '03:00')]), 'America/New_York')('2026-03-08')).toEqual([])
})

test('instants are formatted as Date formats them, at whole minutes or not, in any order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -62_000_000_000_000, max: 250_000_000_000_000 }), { minLength: 1 }), (moments) => {
      for (const moment of moments.flatMap((moment) => [moment, moment - (moment % 60_000), moment - (moment % 86_400_000)]))
        expect(momentText(moment)).toBe(new Date(moment).toISOString())
    }),
  )
})

test('merged ranges cover the same instants, sorted and disjoint', () => {
  const range = fc
    .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 20 }))
    .map(([from, length]) => ({ from, to: from + length }))
  fc.assert(
    fc.property(fc.array(range, { maxLength: 8 }), (ranges) => {
      const original = structuredClone(ranges)
      const all = mergeRanges(ranges)
      expect(ranges).toEqual(original)
      for (let at = 0; at < 90; at++) {
        const within = (list: typeof ranges) => list.some(({ from, to }) => from <= at && at < to)
        expect(within(all)).toBe(within(ranges))
      }
      for (const [i, range] of all.entries()) expect(range.from).toBeGreaterThan(all[i - 1]?.to ?? -1)
    }),
  )
})

test('the refund shrinks the later a booking is canceled, and never exceeds what was paid or what is left', () => {
  const step = fc.record({
    before: fc.integer({ min: 0, max: 5_000 }),
    percent: fc.integer({ min: 0, max: 1_000 }).map((n) => String(n / 10)),
  })
  const minutes = fc.integer({ min: -100, max: 6_000 })
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 4 }),
      minutes,
      minutes,
      fc.nat({ max: 1_000_000 }),
      fc.option(fc.nat({ max: 100 })),
      (refundSteps, a, b, paid, most) => {
        // Realistic refund steps: the earlier the cancellation, the higher the percentage.
        const percents = refundSteps.map(({ percent }) => percent).sort((x, y) => Number(x) - Number(y))
        const steps = refundSteps.sort((x, y) => x.before - y.before).map(({ before }, i) => ({ before, percent: percents[i] ?? '0' }))
        const back = (at: number) => getShare(paid, getRefundPercent({ steps, cancelUntil: 60, most }, at))
        if (new Set(steps.map(({ before }) => before)).size === steps.length)
          expect(back(Math.min(a, b))).toBeLessThanOrEqual(back(Math.max(a, b)))
        expect(back(a)).toBeGreaterThanOrEqual(0)
        expect(back(a)).toBeLessThanOrEqual(getShare(paid, most ?? 100))
      },
    ),
  )
  expect(getRefundPercent({ steps: [], cancelUntil: 60, most: null }, 60)).toBe(100)
  expect(getShare(100, 0.005)).toBe(0)
})

const at = (now: number, more: Partial<CheckInAttempt> = {}) =>
  judgeCheckIn({
    status: 'approved',
    event: 1,
    session: 2,
    starts: 0,
    ends: 3_600_000,
    opens: 30,
    closes: 15,
    target: null,
    now: now * 60_000,
    ...more,
  })

test('check-in is open from its first minute to its last, both included', () => {
  expect([-31, -30, 60, 75, 76].map((minute) => at(minute))).toEqual(['too_early', 'ok', 'ok', 'ok', 'too_late'])
})

test('the booking status is reported before the wrong event, session or time', () => {
  const far = { target: { event: 9, session: 9 } }
  expect(at(-999, { status: 'canceled', ...far })).toBe('canceled')
  expect(at(-999, far)).toBe('wrong_event')
  expect(at(-999, { target: { event: 1, session: 9 } })).toBe('wrong_session')
  expect(at(0, { target: { event: 1, session: 2 } })).toBe('ok')
  const resultByStatus = { draft: 'unknown', pending: 'unpaid', rejected: 'canceled', refunded: 'refunded', abnormal: 'abnormal' } as const
  for (const [status, result] of Object.entries(resultByStatus)) expect(at(0, { status: status as CheckInAttempt['status'] })).toBe(result)
  for (const status of ['approved', 'present', 'absent', 'completed'] as const) expect(at(0, { status })).toBe('ok')
})

test('a canceled, rejected or refunded booking holds no place, and an upcoming booking does', () => {
  expect(ahead.filter((status) => !occupying.includes(status))).toEqual([])
  for (const { to, from } of Object.values(transitions)) {
    if (!['canceled', 'rejected', 'refunded'].includes(to)) continue
    expect(occupying as readonly string[]).not.toContain(to)
    expect(from).not.toContain(to)
  }
})

test.each([
  ['en-US', 'Friday, January 2, 2026 at 00:05'],
  ['zh-HK', '2026年1月2日'],
  ['zh-CN', '2026年1月2日'],
] as const)('half an hour after midnight is formatted with hour 00 in %s, not 24', (language, begins) => {
  const formatted = formatWhen({ starts: Date.parse('2026-01-01T16:05Z'), kind: 'session', zone: 'Asia/Hong_Kong' }, language)
  expect(formatted).toContain(begins)
  expect(formatted).toContain('00:05')
  expect(formatted).not.toContain('24:')
  // The text names the time zone.
  expect(formatted).toMatch(/GMT\+8|HKT|香港/)
})

test('a whole day is formatted without hours, in the time zone of its place', () => {
  const starts = Date.parse('2026-01-01T16:00Z')
  expect(formatWhen({ starts, kind: 'day', zone: 'Asia/Hong_Kong' }, 'en-US')).toBe('Friday, January 2, 2026')
  expect(formatWhen({ starts, kind: 'day', zone: 'Europe/London' }, 'zh-HK')).toBe('2026年1月1日星期四')
})

test.each(['en-US', 'zh-HK', 'zh-CN'] as const)('a month of the shop in %s starts its weeks on the local first weekday', (language) => {
  const locale = new Intl.Locale(language) as Intl.Locale & { weekInfo?: { firstDay: number }; getWeekInfo?: () => { firstDay: number } }
  const { firstDay } = locale.getWeekInfo?.() ?? locale.weekInfo ?? {}
  for (const month of ['2026-02', '2026-11', '2027-05']) {
    const firsts = getWeeks(month, language).flatMap(([day]) => day ?? [])
    expect(new Set(firsts.map((day) => getWeekday(day)))).toEqual(new Set([firstDay]))
    expect(getWeeks(month, language).every((week) => week.length === 7)).toBe(true)
  }
})
