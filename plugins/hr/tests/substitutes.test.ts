import { expect, test } from 'vitest'
import { findSubstitutes, type HolidayDay } from '../domain/substitutes.ts'

const holiday = (date: string, more: Partial<HolidayDay> = {}): HolidayDay => ({ date, kind: 'statutory', half_day: 'none', ...more })
const s = holiday
const g = (date: string) => holiday(date, { kind: 'general' })
const c = (date: string) => holiday(date, { kind: 'company' })

const SUN = [7]
const WEEKEND = [6, 7]

/** 2027-01-01 is a Friday; 2027-01-02 and -03 are Saturday and Sunday. */
const cases: [name: string, holidays: HolidayDay[], rest: number[], expected: [of: string, date: string][]][] = [
  ['no holidays', [], SUN, []],
  ['a holiday on a work day', [s('2027-01-01')], SUN, []],
  ['a Sunday moves to Monday', [s('2027-01-03')], SUN, [['2027-01-03', '2027-01-04']]],
  ['a Saturday is a work day when only Sunday is a rest day', [s('2027-01-02')], SUN, []],
  ['a Saturday moves past the weekend', [s('2027-01-02')], WEEKEND, [['2027-01-02', '2027-01-04']]],
  ['a Sunday of a weekend moves to Monday', [s('2027-01-03')], WEEKEND, [['2027-01-03', '2027-01-04']]],
  [
    'both days of a weekend',
    [s('2027-01-02'), s('2027-01-03')],
    WEEKEND,
    [
      ['2027-01-02', '2027-01-04'],
      ['2027-01-03', '2027-01-05'],
    ],
  ],
  [
    'both days, given in the other order',
    [s('2027-01-03'), s('2027-01-02')],
    WEEKEND,
    [
      ['2027-01-02', '2027-01-04'],
      ['2027-01-03', '2027-01-05'],
    ],
  ],
  ['the next day is a statutory holiday', [s('2027-01-03'), s('2027-01-04')], SUN, [['2027-01-03', '2027-01-05']]],
  ['the next day is a general holiday', [s('2027-01-03'), g('2027-01-04')], SUN, [['2027-01-03', '2027-01-05']]],
  ['the next day is a company holiday', [s('2027-01-03'), c('2027-01-04')], SUN, [['2027-01-03', '2027-01-05']]],
  [
    'the next day is half a holiday',
    [s('2027-01-03'), holiday('2027-01-04', { kind: 'company', half_day: 'am' })],
    SUN,
    [['2027-01-03', '2027-01-05']],
  ],
  ['two holidays follow', [s('2027-01-03'), g('2027-01-04'), g('2027-01-05')], SUN, [['2027-01-03', '2027-01-06']]],
  [
    'a whole week of holidays follows',
    [s('2027-01-03'), ...[4, 5, 6, 7, 8, 9].map((d) => g(`2027-01-0${d}`))],
    SUN,
    [['2027-01-03', '2027-01-11']],
  ],
  ['a general holiday on a rest day stays', [g('2027-01-03')], SUN, []],
  ['a company holiday on a rest day stays', [c('2027-01-03')], SUN, []],
  ['half a statutory holiday stays', [holiday('2027-01-03', { half_day: 'pm' })], SUN, []],
  ['a substituted holiday has one already', [holiday('2027-01-03', { isSubstituted: true }), s('2027-01-04')], SUN, []],
  [
    'one of two is substituted',
    [holiday('2027-01-02', { isSubstituted: true }), s('2027-01-03'), s('2027-01-04')],
    WEEKEND,
    [['2027-01-03', '2027-01-05']],
  ],
  ['no rest days', [s('2027-01-03')], [], []],
  ['every day is a rest day', [s('2027-01-03')], [1, 2, 3, 4, 5, 6, 7], []],
  ['a single work day a week', [s('2027-01-03')], [1, 2, 3, 4, 5, 7], [['2027-01-03', '2027-01-09']]],
  [
    'two holidays, a single work day a week',
    [s('2027-01-03'), s('2027-01-04')],
    [1, 2, 3, 4, 5, 7],
    [
      ['2027-01-03', '2027-01-09'],
      ['2027-01-04', '2027-01-16'],
    ],
  ],
  ['rest on Friday', [s('2027-01-01')], [5], [['2027-01-01', '2027-01-02']]],
  ['rest on Friday and Saturday', [s('2027-01-01')], [5, 6], [['2027-01-01', '2027-01-03']]],
  ['the end of a month', [s('2027-01-31')], SUN, [['2027-01-31', '2027-02-01']]],
  ['the end of a year', [s('2028-12-31'), s('2029-01-01')], SUN, [['2028-12-31', '2029-01-02']]],
  ['a leap day', [s('2032-02-29')], SUN, [['2032-02-29', '2032-03-01']]],
  ['the day before a leap day', [s('2032-02-28')], [6], [['2032-02-28', '2032-02-29']]],
  [
    'two separate Sundays',
    [s('2027-01-03'), s('2027-01-10')],
    SUN,
    [
      ['2027-01-03', '2027-01-04'],
      ['2027-01-10', '2027-01-11'],
    ],
  ],
  [
    'Lunar New Year 2027: the second day is a Sunday',
    [s('2027-02-06'), s('2027-02-07'), s('2027-02-08')],
    SUN,
    [['2027-02-07', '2027-02-09']],
  ],
]

test.each(cases)('substitute days: %s', (_name, holidays, rest, expected) => {
  expect(findSubstitutes(holidays, rest).map((day) => [day.for, day.date])).toEqual(expected)
})
