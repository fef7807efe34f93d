import { describe, expect, it } from 'vitest'
import { countContinuousWeeks, listWholeWeeks } from '../domain/continuous-contract.ts'
import { countDay } from '../domain/pay-days.ts'
import { type PayDayInput, toPayDay } from '../domain/pay-day.ts'
import { findNextPeriod, findPeriod } from '../domain/periods.ts'
import type { PayDay } from '../domain/types.ts'
import { computeWith, createDay, createDays, createLeave, createSalary, dollars, november, sumCode } from './rules-fixture.ts'

describe('periods', () => {
  it.each([
    ['monthly', '2026-11-17', '2026-11-01', '2026-11-30', '2026-12-01', '2026-12-31'],
    ['monthly', '2028-02-29', '2028-02-01', '2028-02-29', '2028-03-01', '2028-03-31'],
    ['semi_monthly', '2026-11-15', '2026-11-01', '2026-11-15', '2026-11-16', '2026-11-30'],
    ['semi_monthly', '2026-02-16', '2026-02-16', '2026-02-28', '2026-03-01', '2026-03-15'],
    ['fortnightly', '2026-12-21', '2026-12-21', '2027-01-03', '2027-01-04', '2027-01-17'],
    ['weekly', '2026-11-30', '2026-11-30', '2026-12-06', '2026-12-07', '2026-12-13'],
    ['daily', '2026-12-31', '2026-12-31', '2026-12-31', '2027-01-01', '2027-01-01'],
  ] as const)('%s on %s: %s to %s, then %s to %s', (frequency, date, start, end, nextStart, nextEnd) => {
    const period = findPeriod(frequency, date)
    expect(period).toEqual({ start, end })
    expect(findNextPeriod(frequency, period)).toEqual({ start: nextStart, end: nextEnd })
  })
})

const workDay = { date: '2026-11-02', kind: 'work', minutes: 480, fraction: 1, holiday: null } as const
const present = {
  id: 7,
  status: 'present',
  reasons: [],
  scheduled_min: 480,
  worked_min: 480,
  late_min: 0,
  overtime_min: 0,
  overtime_approved_min: 0,
} as const
const absence = (fraction: number, paid_fraction: number) => ({ fraction, paid_fraction, ref: 'leave/1' })

describe('a day', () => {
  const input = { workDay, absences: [], attendance: [], unmarkedAs: 'present', isEmployed: true } as const
  it.each<[string, Partial<PayDayInput>, Partial<PayDay>]>([
    ['without attendance is worked', {}, { absent: 0, workedMinutes: 480 }],
    ['without attendance is missed', { unmarkedAs: 'absent' }, { absent: 1, workedMinutes: 0 }],
    [
      'of half leave without attendance is missed by half',
      { unmarkedAs: 'absent', absences: [absence(0.5, 1)] },
      { absent: 0.5, workedMinutes: 0 },
    ],
    ['of half leave is worked by half', { absences: [absence(0.5, 1)] }, { absent: 0, workedMinutes: 240 }],
    ['of leave in hours is worked by the rest', { absences: [absence(0.125, 0)] }, { absent: 0, workedMinutes: 420 }],
    [
      'with attendance is worked as it says',
      { attendance: [{ ...present, worked_min: 300 }] },
      { workedMinutes: 300, ref: 'attendance/7' },
    ],
    ['that waits is unmarked', { attendance: [{ ...present, status: 'pending' }], unmarkedAs: 'absent' }, { absent: 1, ref: null }],
    ['of absence is missed', { attendance: [{ ...present, status: 'absent', worked_min: 0 }] }, { absent: 1, workedMinutes: 0 }],
    [
      'of absence with half leave is missed by half',
      { attendance: [{ ...present, status: 'absent', worked_min: 0 }], absences: [absence(0.5, 0)] },
      { absent: 0.5 },
    ],
    [
      'late is no absence',
      { attendance: [{ ...present, status: 'abnormal', reasons: ['late'], late_min: 20 }] },
      { absent: 0, lateMinutes: 20 },
    ],
    [
      'worked less than half is missed by half',
      { attendance: [{ ...present, status: 'abnormal', reasons: ['half_day'] }] },
      { absent: 0.5 },
    ],
    [
      'of two shifts is missed by the shift missed',
      {
        attendance: [
          { ...present, scheduled_min: 180 },
          { ...present, status: 'absent', scheduled_min: 540, worked_min: 0 },
        ],
      },
      { absent: 0.75 },
    ],
    [
      'with overtime counts what is approved',
      { attendance: [{ ...present, worked_min: 600, overtime_min: 120, overtime_approved_min: 90 }] },
      { workedMinutes: 480, overtimeMinutes: 90 },
    ],
    ['before the join date is not missed', { isEmployed: false, unmarkedAs: 'absent' }, { absent: 0, workedMinutes: 0 }],
    [
      'of rest is not missed',
      { workDay: { ...workDay, kind: 'rest', minutes: 0, fraction: 0 }, unmarkedAs: 'absent' },
      { absent: 0, workedMinutes: 0 },
    ],
    [
      'of a paid holiday',
      { workDay: { ...workDay, kind: 'holiday', fraction: 0, holiday: { paid: true, half_day: 'none' } } },
      { paidHoliday: 1, unpaidHoliday: 0 },
    ],
    [
      'of an unpaid holiday',
      { workDay: { ...workDay, kind: 'holiday', fraction: 0, holiday: { paid: false, half_day: 'none' } } },
      { paidHoliday: 0, unpaidHoliday: 1 },
    ],
    [
      'of half a holiday',
      { workDay: { ...workDay, fraction: 0.5, holiday: { paid: true, half_day: 'pm' } } },
      { paidHoliday: 0.5, workedMinutes: 240 },
    ],
    [
      'of rest on a holiday has no holiday',
      { workDay: { ...workDay, kind: 'rest', minutes: 0, fraction: 0, holiday: { paid: true, half_day: 'none' } } },
      { paidHoliday: 0 },
    ],
  ])('%s', (_, changes, expected) => {
    expect(toPayDay({ ...input, ...changes })).toMatchObject(expected)
  })
})

describe('what a day counts', () => {
  const leave = (fraction: number, paid: number) => ({ leaves: [{ date: '2026-11-02', fraction, paid, ref: null }] })
  it.each<[string, Partial<PayDay>, [number, number], [number, number]]>([
    // Day, [paid, not paid] of calendar days, and of work days.
    ['work', {}, [1, 0], [1, 0]],
    ['rest', { work: 0, kind: 'rest' }, [1, 0], [0, 0]],
    ['paid holiday', { work: 0, kind: 'holiday', paidHoliday: 1 }, [1, 0], [0, 0]],
    ['unpaid holiday', { work: 0, kind: 'holiday', unpaidHoliday: 1 }, [0, 1], [0, 0]],
    ['half an unpaid holiday', { work: 0.5, unpaidHoliday: 0.5 }, [0.5, 0.5], [0.5, 0]],
    ['paid leave', leave(1, 1), [1, 0], [1, 0]],
    ['unpaid leave', leave(1, 0), [0, 1], [0, 1]],
    ['leave paid by four fifths', leave(1, 0.8), [0.8, 0.2], [0.8, 0.2]],
    ['half of unpaid leave', leave(0.5, 0), [0.5, 0.5], [0.5, 0.5]],
    ['an hour of unpaid leave', leave(0.125, 0), [0.875, 0.125], [0.875, 0.125]],
    ['unpaid leave on a rest day', { ...leave(1, 0), work: 0 }, [0, 1], [0, 0]],
    ['absence', { absent: 1 }, [0, 1], [0, 1]],
    ['half absence and half unpaid leave', { ...leave(0.5, 0), absent: 0.5 }, [0, 1], [0, 1]],
    ['more leave than a day', { ...leave(1, 0), absent: 1 }, [0, 1], [0, 1]],
    ['half a work day with unpaid leave', { ...leave(1, 0), work: 0.5 }, [0, 1], [0, 0.5]],
    ['not employed', { isEmployed: false, absent: 1 }, [0, 0], [0, 0]],
  ])('%s', (_, changes, calendar, working) => {
    const count = (basis: 'calendar' | 'working') => {
      const { paid, unpaid, absent } = countDay(createDay('2026-11-02', changes), basis)
      return [paid, Math.round((unpaid + absent) * 1_000) / 1_000]
    }
    expect(count('calendar')).toEqual(calendar)
    expect(count('working')).toEqual(working)
  })
})

describe('a month of 30 days and 21 work days', () => {
  const employedFrom = (date: string) => createDays(november).map((day) => ({ ...day, isEmployed: day.date >= date }))
  const employedTo = (date: string) => createDays(november).map((day) => ({ ...day, isEmployed: day.date <= date }))
  it.each<[string, PayDay[], number, number, number, number]>([
    // Payment days and base of calendar days, and of work days.
    ['worked', createDays(november), 30, 30_000, 21, 30_000],
    ['with a day of unpaid leave', createDays(november, { '2026-11-10': createLeave('2026-11-10', 1, 0) }), 29, 29_000, 20, 28_571.43],
    [
      'with half a day of unpaid leave',
      createDays(november, { '2026-11-10': createLeave('2026-11-10', 0.5, 0) }),
      29.5,
      29_500,
      20.5,
      29_285.71,
    ],
    ['with a day of sickness', createDays(november, { '2026-11-10': createLeave('2026-11-10', 1, 0.8) }), 29.8, 29_800, 20.8, 29_714.29],
    ['with a day of absence', createDays(november, { '2026-11-10': { absent: 1 } }), 29, 29_000, 20, 28_571.43],
    ['joined on the sixteenth', employedFrom('2026-11-16'), 15, 15_000, 11, 15_714.29],
    ['joined on the last day', employedFrom('2026-11-30'), 1, 1_000, 1, 1_428.57],
    ['left on a Sunday', employedTo('2026-11-15'), 15, 15_000, 10, 14_285.71],
    ['left on the first, a Sunday', employedTo('2026-11-01'), 1, 1_000, 0, 0],
    ['missed', createDays(november).map((day) => ({ ...day, absent: day.work })), 9, 9_000, 0, 0],
    ['of unpaid leave', createDays(november).map((day) => ({ ...day, ...createLeave(day.date, 1, 0) })), 0, 0, 0, 0],
  ])('%s', (_, days, calendarDays, calendarPay, workDays, workPay) => {
    const calendar = computeWith({ days })
    const working = computeWith({ days, dayBasis: 'working' })
    expect([calendar.payment_days, sumCode(calendar.lines, 'base')]).toEqual([calendarDays, calendarPay])
    expect([working.payment_days, sumCode(working.lines, 'base')]).toEqual([workDays, workPay])
  })

  it('of a raise from the sixteenth pays each salary for its days', () => {
    const salaries = [createSalary(), createSalary({ id: 2, effective_from: '2026-11-16', base_amount: dollars(36_000) })]
    const { lines, net } = computeWith({ salaries })
    expect(lines.map(({ quantity, rate, amount }) => [quantity, rate, amount / 100])).toEqual([
      [15, '1000.0000', 15_000],
      [15, '1200.0000', 18_000],
    ])
    expect(net).toBe(dollars(33_000))
  })
})

describe('weeks of a continuous contract', () => {
  const rules = [
    { effective_from: '1997-06-27', week_minutes: 18 * 60, four_week_minutes: null, weeks: 4 },
    { effective_from: '2026-01-18', week_minutes: 17 * 60, four_week_minutes: 68 * 60, weeks: 4 },
  ]
  const sundays = (first: string, hours: readonly number[]) =>
    hours.map((hour, index) => ({
      start: new Date(Date.parse(`${first}T00:00:00Z`) + index * 7 * 86_400_000).toISOString().slice(0, 10),
      minutes: hour * 60,
    }))
  it.each([
    ['2025-11-02', [18, 18, 18, 18], 4],
    ['2025-11-02', [18, 17, 18, 18], 2],
    ['2025-11-02', [40, 40, 40, 17.9], 0],
    ['2025-11-02', [20, 20, 20, 10, 30], 1], // the sum does not count yet
    ['2026-02-01', [17, 17, 17, 17], 4],
    ['2026-02-01', [16.9, 17, 17, 17], 3],
    ['2026-02-01', [20, 20, 20, 8], 4], // 68 hours together
    ['2026-02-01', [20, 20, 20, 7.9], 0],
    ['2026-02-01', [10, 20, 20, 20], 3], // the week of 10 hours has no three weeks before it
    ['2026-02-01', [30, 30, 30, 30, 0], 5],
    ['2026-02-01', [30, 30, 0, 0, 40], 1], // the week before has 60 hours with those before it
    ['2026-01-11', [17, 17, 17, 17], 3], // the first week began before the change
    ['2026-01-11', [18, 17, 17, 17], 4],
    ['2026-02-01', [], 0],
  ])('from %s with %j hours are %d', (first, hours, weeks) => {
    expect(countContinuousWeeks(rules, sundays(first, hours))).toBe(weeks)
  })

  /** Days from a date on with hours of work each. */
  const days = (first: string, hours: readonly number[]) =>
    hours.map((hour, index) => ({
      date: new Date(Date.parse(`${first}T00:00:00Z`) + index * 86_400_000).toISOString().slice(0, 10),
      minutes: hour * 60,
    }))
  it.each([
    ['2026-02-01', [1, 2, 3, 4, 5, 6, 7], [['2026-02-01', 28]]], // Sunday to Saturday
    ['2026-02-02', [1, 2, 3, 4, 5, 6, 7], []], // Monday to Sunday are parts of two weeks
    ['2026-02-05', [9, 9, 9, 1, 1, 1, 1, 1, 1, 1, 9], [['2026-02-08', 7]]], // joined on Thursday, left on the second Sunday
    [
      '2026-01-31',
      [9, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 9],
      [
        ['2026-02-01', 8],
        ['2026-02-08', 8],
      ],
    ], // Saturday the 14th ends the week
    ['2026-02-01', [], []],
  ])('of days from %s with %j hours are %j', (first, hours, weeks) => {
    expect(listWholeWeeks(days(first, hours)).map(({ start, minutes }) => [start, minutes / 60])).toEqual(weeks)
  })

  it('end on Saturday, also where each week from Monday has enough hours', () => {
    const [sunday, monday] = [
      [0, 0, 0, 0, 0, 0, 17],
      [17, 0, 0, 0, 0, 0, 0],
    ]
    const weeks = listWholeWeeks(days('2026-02-02', [sunday, monday, sunday, monday].flat()))
    expect(weeks.map(({ minutes }) => minutes / 60)).toEqual([34, 0, 34])
    expect(countContinuousWeeks(rules, weeks)).toBe(1)
  })

  it('are all weeks without a rule', () => {
    expect(countContinuousWeeks([], sundays('2026-02-01', [1, 2, 3]))).toBe(3)
  })
})
