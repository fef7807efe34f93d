import { describe, expect, test } from 'vitest'
import { type Case, compute, describeDays, night, office } from './rules-fixture.ts'

type Row = readonly [what: string, input: Case, expected: string]
const at = (punches: string, more: Case = {}): Case => ({ punches, ...more })
const shift = (more: Partial<typeof office>, punches: string, o: Case = {}): Case => ({ shifts: [{ ...office, ...more }], punches, ...o })
const onNight = (punches: string, o: Case = {}): Case => ({ shifts: [night], punches, ...o })
const pairs = (punches: string, o: Case = {}): Case => shift({ work_calc: 'pairs' }, punches, o)
const rest = { kind: 'rest' } as const
const holiday = { kind: 'holiday' } as const
const leave = { leaveFraction: 1, leavePart: 'full' } as const
const half = (leavePart: 'am' | 'pm') => ({ leavePart, leaveFraction: 0.5 })
const newYork = { zone: 'America/New_York' }
const spring = { ...newYork, date: '2026-03-08' }
const autumn = { ...newYork, date: '2026-11-01' }
const dayLong = { start_min: 0, end_min: 0, break_start_min: null, break_minutes: 0 }

const run = (rows: readonly Row[]) => test.each(rows)('%s', (_, input, expected) => expect(describeDays(compute(input))).toBe(expected))

describe('a day with a shift', () => {
  run([
    ['is present from start to end', at('09:00 18:00'), 'present 480/480 b60'],
    ['counts directions like automatic punches', at('09:00i 18:00o'), 'present 480/480 b60'],
    ['counts an early arrival as work', at('08:30 18:00'), 'present 510/480 b60 o30'],
    ['is late by a minute', at('09:01 18:00'), 'abnormal 479/480 b60 l1 late'],
    ['is not late within the minute of the start', at('09:00:59 18:00'), 'present 479/480 b60'],
    ['is late by half an hour', at('09:30 18:00'), 'abnormal 450/480 b60 l30 late'],
    ['ends early by a minute', at('09:00 17:59'), 'abnormal 479/480 b60 e1 early'],
    ['ends early by an hour', at('09:00 17:00'), 'abnormal 420/480 b60 e60 early'],
    ['is late and ends early', at('09:10 17:50'), 'abnormal 460/480 b60 l10 e10 late early'],
    ['does not round seconds up', at('09:00 17:59:01'), 'present 479/480 b60'],
    ['takes the first and the last punch of many', at('09:00 12:00 13:30 18:00'), 'present 480/480 b60'],
    ['takes the first in and the last out', at('09:00i 12:00o 13:00i 18:00o'), 'present 480/480 b60'],
    ['ignores an in after the last out', at('09:00i 18:00o 18:30i'), 'present 480/480 b60'],
    ['ignores an out before the first in', at('08:30o 09:00i 18:00o'), 'present 480/480 b60'],
    ['misses an out after one in', at('09:00i'), 'abnormal 0/480 missing_out'],
    ['misses an in before one out', at('18:00o'), 'abnormal 0/480 missing_in'],
    ['takes a single punch near the start as an in', at('09:00'), 'abnormal 0/480 missing_out'],
    ['takes a single punch near the end as an out', at('18:00'), 'abnormal 0/480 missing_in'],
    ['takes a single punch in the middle as an in', at('13:30'), 'abnormal 0/480 l270 late missing_out'],
    ['misses an out after two ins', at('09:00i 13:00i'), 'abnormal 0/480 missing_out'],
    ['misses an in before two outs', at('13:00o 18:00o'), 'abnormal 0/480 missing_in'],
    ['marks a punch far from all sites', at('09:00! 18:00'), 'abnormal 480/480 b60 radius'],
    ['marks a late punch far from all sites with both reasons', at('09:05! 18:00'), 'abnormal 475/480 b60 l5 late radius'],
    ['is absent without a punch', at(''), 'absent 0/480 no_punch'],
    ['of a disabled employee is never absent', at('', { disabled: true }), 'pending 0/480'],
    ['of somebody who does not clock in needs no punch', at('', { untracked: true }), ''],
    ['of somebody who need not clock in and does', at('09:00 18:00', { untracked: true }), 'present 480/480 b60'],
  ])
})

describe('the grace', () => {
  run([
    ['forgives as many minutes late', shift({ late_grace_min: 10 }, '09:10 18:00'), 'present 470/480 b60'],
    ['ends after that minute, and all minutes count', shift({ late_grace_min: 10 }, '09:11 18:00'), 'abnormal 469/480 b60 l11 late'],
    ['forgives as many minutes early', shift({ early_grace_min: 5 }, '09:00 17:55'), 'present 475/480 b60'],
    ['at the end ends after that minute', shift({ early_grace_min: 5 }, '09:00 17:54'), 'abnormal 474/480 b60 e6 early'],
    ['of the start does not forgive the end', shift({ late_grace_min: 30 }, '09:00 17:50'), 'abnormal 470/480 b60 e10 early'],
    ['of the end does not forgive the start', shift({ early_grace_min: 30 }, '09:10 18:00'), 'abnormal 470/480 b60 l10 late'],
  ])
})

describe('the break', () => {
  run([
    ['is paid when the shift says so', shift({ paid_break: true }, '09:00 18:00'), 'present 540/540'],
    ['is not deducted before it starts', at('09:00 12:00'), 'abnormal 180/480 e360 early'],
    ['is not deducted after it ends', at('15:00 18:00'), 'abnormal 180/480 l360 late'],
    ['is deducted as far as it overlaps', at('09:00 13:20'), 'abnormal 240/480 b20 e280 early'],
    ['without a time is deducted whole', shift({ break_start_min: null }, '09:00 12:00'), 'abnormal 120/480 b60 e360 early'],
    ['without a time is at most the span', shift({ break_start_min: null }, '09:00 09:30'), 'abnormal 0/480 b30 e510 early'],
    ['of no minutes changes nothing', shift({ break_minutes: 0, break_start_min: null }, '09:00 18:00'), 'present 540/540'],
    [
      'after midnight belongs to the night',
      { shifts: [{ ...night, break_start_min: 120, break_minutes: 30 }], punches: '22:00 1+06:00' },
      'present 450/450 b30',
    ],
    [
      'after midnight is not deducted before it',
      { shifts: [{ ...night, break_start_min: 120, break_minutes: 30 }], punches: '22:00 1+01:00' },
      'abnormal 180/450 e300 early',
    ],
  ])
})

describe('pairs', () => {
  run([
    ['of one in and one out count without a break', pairs('09:00 18:00'), 'present 540/480 o60'],
    ['add up', pairs('09:00 13:00 14:00 18:00'), 'present 480/480 b60'],
    ['with directions add up', pairs('09:00i 13:00o 14:00i 18:00o'), 'present 480/480 b60'],
    ['with a long break are short', pairs('09:00 12:30 14:00 18:00'), 'present 450/480 b90'],
    ['ignore an in without an out', pairs('09:00i 13:00i 18:00o'), 'abnormal 300/480 missing_out'],
    ['ignore an out without an in', pairs('09:00i 13:00o 18:00o'), 'abnormal 240/480 missing_in'],
    ['ignore an out at the start', pairs('08:30o 09:00i 18:00o'), 'abnormal 540/480 o60 missing_in'],
    ['end with an open in', pairs('09:00 13:00 14:00'), 'abnormal 240/480 missing_out'],
    ['of a single punch are nothing', pairs('09:00'), 'abnormal 0/480 missing_out'],
    ['of a single punch at the end are nothing', pairs('18:00'), 'abnormal 0/480 missing_in'],
    ['of three breaks add up', pairs('09:00 11:00 11:15 13:00 14:00 16:00 16:15 18:00'), 'present 450/480 b90'],
    ['mix directions', pairs('09:00i 13:00 14:00 18:00o'), 'present 480/480 b60'],
  ])
})

describe('overtime', () => {
  run([
    ['is nothing within the tolerance', at('09:00 18:15'), 'present 495/480 b60'],
    ['counts from the first minute above the tolerance, rounded down', at('09:00 18:16'), 'present 496/480 b60 o15'],
    ['is rounded down to a step', at('09:00 18:59'), 'present 539/480 b60 o45'],
    ['of an hour', at('09:00 19:00'), 'present 540/480 b60 o60'],
    [
      'without a tolerance counts at once',
      at('09:00 18:05', { rules: { overtime_tolerance_min: 0, overtime_round_min: 1 } }),
      'present 485/480 b60 o5',
    ],
    ['without rounding counts every minute', at('09:00 18:47', { rules: { overtime_round_min: 1 } }), 'present 527/480 b60 o47'],
    ['below the step is nothing', at('09:00 18:20', { rules: { overtime_round_min: 30 } }), 'present 500/480 b60'],
    ['makes up for a late start first', at('09:30 18:45'), 'abnormal 495/480 b60 l30 late'],
    ['before the start counts too', at('08:00 18:00'), 'present 540/480 b60 o60'],
    ['is not computed without an out', at('08:00i'), 'abnormal 0/480 missing_out'],
    ['of a day off with a rest day counts from the first minute', at('10:00 12:00', { shifts: [], day: rest }), 'rest present 120/0 o120'],
    ['on a rest day has no tolerance', at('10:00 10:15', { shifts: [], day: rest }), 'rest present 15/0 o15'],
    ['on a rest day is rounded down', at('10:00 10:29', { shifts: [], day: rest }), 'rest present 29/0 o15'],
    ['on a holiday counts from the first minute', at('09:00 18:00', { day: holiday }), 'holiday present 480/0 b60 o480'],
    ['on a holiday without a shift', at('10:00 14:00', { shifts: [], day: holiday }), 'holiday present 240/0 o240'],
    ['on a work day without a shift is not computed', at('08:00 20:00', { shifts: [] }), 'present 720/0'],
  ])
})

describe('a day without a shift', () => {
  run([
    ['is present with two punches', at('09:00 18:00', { shifts: [] }), 'present 540/0'],
    ['misses an out', at('09:00', { shifts: [] }), 'abnormal 0/0 missing_out'],
    ['is never late', at('15:00 16:00', { shifts: [] }), 'present 60/0'],
    ['is absent without a punch on a work day', at('', { shifts: [] }), 'absent 0/0 no_punch'],
    ['has no entry on a rest day', at('', { shifts: [], day: rest }), ''],
    ['has no entry on a holiday', at('', { shifts: [], day: holiday }), ''],
    ['misses an out on a rest day', at('10:00', { shifts: [], day: rest }), 'rest abnormal 0/0 missing_out'],
    ['does not take the punches of the next day', at('09:00 18:00 1+09:00', { shifts: [] }), 'present 540/0'],
    ['marks a punch far from all sites', at('09:00 18:00!', { shifts: [] }), 'abnormal 540/0 radius'],
    ['is pending while it lasts', at('09:00', { shifts: [], now: '12:00' }), 'pending 0/0 missing_out'],
    ['is pending without a punch while it lasts', at('', { shifts: [], now: '12:00' }), 'pending 0/0'],
    ['is present on leave', at('', { shifts: [], day: leave }), 'leave present 0/0'],
    ['on leave with punches is abnormal', at('09:00 12:00', { shifts: [], day: leave }), 'leave abnormal 180/0 on_leave'],
  ])
})

describe('a day off', () => {
  run([
    ['on leave is present without a punch', at('', { day: leave }), 'leave present 0/0'],
    ['on leave with punches is abnormal', at('09:00 18:00', { day: leave }), 'leave abnormal 480/0 b60 on_leave'],
    ['on a holiday needs no attendance', at('', { day: holiday }), ''],
    ['on a holiday is neither late nor early', at('10:00 16:00', { day: holiday }), 'holiday present 300/0 b60 o300'],
    [
      'on a holiday is absent if the shift works on holidays',
      shift({ works_holidays: true }, '', { day: holiday }),
      'holiday absent 0/480 no_punch',
    ],
    [
      'on a holiday is late if the shift works on holidays',
      shift({ works_holidays: true }, '10:00 18:00', { day: holiday }),
      'holiday abnormal 420/480 b60 l60 o420 late',
    ],
    [
      'on leave is not absent although the shift works on holidays',
      shift({ works_holidays: true }, '', { day: { ...holiday, ...leave } }),
      'holiday present 0/0',
    ],
    [
      'is pending on leave with punches while it lasts',
      at('09:00', { day: leave, now: '12:00' }),
      'leave pending 0/0 missing_out on_leave',
    ],
  ])
})

describe('half a day off', () => {
  run([
    ['in the morning starts after the break', at('14:00 18:00', { day: half('am') }), 'half_leave present 240/240'],
    ['in the morning is late after that', at('14:10 18:00', { day: half('am') }), 'half_leave abnormal 230/240 l10 late'],
    ['in the afternoon ends at the break', at('09:00 13:00', { day: half('pm') }), 'half_leave present 240/240'],
    ['in the afternoon ends early before that', at('09:00 12:30', { day: half('pm') }), 'half_leave abnormal 210/240 e30 early'],
    ['deducts no break', at('09:00 13:30', { day: half('pm') }), 'half_leave present 270/240 o30'],
    ['is absent without a punch', at('', { day: half('am') }), 'half_leave absent 0/240 no_punch'],
    [
      'without the time of the break starts in the middle',
      shift({ break_start_min: null }, '13:30 18:00', { day: half('am') }),
      'half_leave present 270/270',
    ],
    [
      'without the time of the break ends in the middle',
      shift({ break_start_min: null }, '09:00 13:30', { day: half('pm') }),
      'half_leave present 270/270',
    ],
    ['by a holiday in the afternoon', at('09:00 13:00', { day: { holidayHalf: 'pm' } }), 'present 240/240'],
    ['by a holiday in the morning', at('14:00 18:00', { day: { holidayHalf: 'am' } }), 'present 240/240'],
    ['by a holiday is late like other days', at('14:30 18:00', { day: { holidayHalf: 'am' } }), 'abnormal 210/240 l30 late'],
    [
      'in hours may be missing at the start',
      at('11:00 18:00', { day: { leavePart: 'full', leaveFraction: 0.25 } }),
      'half_leave present 360/360 b60',
    ],
    [
      'in hours may be missing at the end',
      at('09:00 16:00', { day: { leavePart: 'full', leaveFraction: 0.25 } }),
      'half_leave present 360/360 b60',
    ],
    ['in hours may be split', at('10:00 17:00', { day: { leavePart: 'full', leaveFraction: 0.25 } }), 'half_leave present 360/360 b60'],
    [
      'in hours leaves the rest late',
      at('11:30 18:00', { day: { leavePart: 'full', leaveFraction: 0.25 } }),
      'half_leave abnormal 330/360 b60 l30 late',
    ],
    ['of a night shift in the first half', onNight('1+02:00 1+06:00', { day: half('am') }), 'half_leave present 240/240'],
  ])
})

describe('thresholds', () => {
  run([
    ['mark half a day', shift({ half_day_below_min: 300 }, '09:00 14:00'), 'abnormal 240/480 b60 e240 early half_day'],
    ['do not mark half a day at the threshold', shift({ half_day_below_min: 240 }, '09:00 14:00'), 'abnormal 240/480 b60 e240 early'],
    ['mark an absence', shift({ absent_below_min: 120 }, '09:00 10:00'), 'absent 60/480 e480 early too_short'],
    ['do not mark an absence at the threshold', shift({ absent_below_min: 60 }, '09:00 10:00'), 'abnormal 60/480 e480 early'],
    [
      'mark the absence before half a day',
      shift({ absent_below_min: 120, half_day_below_min: 300 }, '09:00 10:00'),
      'absent 60/480 e480 early too_short',
    ],
    ['do not judge a day without an out', shift({ absent_below_min: 120 }, '09:00i'), 'abnormal 0/480 missing_out'],
    [
      'are halved with half a day off',
      shift({ absent_below_min: 240 }, '14:00 16:30', { day: half('am') }),
      'half_leave abnormal 150/240 e90 early',
    ],
    [
      'halved still mark an absence',
      shift({ absent_below_min: 240 }, '14:00 15:30', { day: half('am') }),
      'half_leave absent 90/240 e150 early too_short',
    ],
    [
      'of half a day do not apply with half a day off',
      shift({ half_day_below_min: 300 }, '14:00 18:00', { day: half('am') }),
      'half_leave present 240/240',
    ],
    ['do not apply on a holiday', shift({ absent_below_min: 240 }, '09:00 10:00', { day: holiday }), 'holiday present 60/0 o60'],
  ])
})

describe('the time of the computation', () => {
  run([
    ['has no entry for a day that has not begun where the employee is', at('', { now: '-1+23:59' }), ''],
    [
      'has an entry for a punch before midnight',
      at('-1+23:59i', { now: '-1+23:59', shifts: [{ ...office, start_min: 30 }] }),
      'pending 0/990 missing_out',
    ],
    ['begins a day at midnight', at('', { now: '00:00' }), 'pending 0/480'],
    ['leaves a day pending before it starts', at('', { now: '07:00' }), 'pending 0/480'],
    ['leaves a day pending while its window is open', at('09:00', { now: '18:30' }), 'pending 0/480 missing_out'],
    ['leaves a late day pending while its window is open', at('09:20', { now: '12:00' }), 'pending 0/480 l20 late missing_out'],
    ['decides when the window closes', at('09:00 18:00', { now: '19:01' }), 'present 480/480 b60'],
    ['marks an absence when the window closes, without a delay', at('', { now: '19:00' }), 'absent 0/480 no_punch'],
    ['does not mark an absence a minute before', at('', { now: '18:59' }), 'pending 0/480'],
    ['does not mark an absence before the delay', at('', { now: '20:59', rules: { absent_delay_hours: 2 } }), 'pending 0/480'],
    ['marks an absence after the delay', at('', { now: '21:00', rules: { absent_delay_hours: 2 } }), 'absent 0/480 no_punch'],
    [
      'decides punched days without the delay',
      at('09:00 18:00', { now: '19:01', rules: { absent_delay_hours: 24 } }),
      'present 480/480 b60',
    ],
    ['marks an absence of a day without a shift at midnight', at('', { shifts: [], now: '1+00:00' }), 'absent 0/0 no_punch'],
  ])
})

describe('windows', () => {
  run(
    [
      ['take a punch an hour before the start', at('08:00 18:00'), 'present 540/480 b60 o60'],
      ['leave out a punch before that', at('07:59 18:00'), 'abnormal 0/480 missing_in outside_window'],
      ['take a punch an hour after the end', at('09:00 19:00'), 'present 540/480 b60 o60'],
      ['leave out a punch after that', at('09:00 19:01'), 'abnormal 0/480 missing_out outside_window'],
      ['leave out a stray punch without harm to the others', at('09:00 18:00 21:00'), 'abnormal 480/480 b60 outside_window'],
      ['show an absence with a stray punch', at('03:00'), 'absent 0/480 outside_window no_punch'],
      ['of a night shift reach the next day', onNight('22:00 1+06:00'), 'present 480/480'],
      ['of a night shift end after its grace', onNight('22:00 1+07:00'), 'present 540/480 o60'],
      [
        'of a short night belong to the first date',
        { shifts: [{ ...night, start_min: 1_380, end_min: 60 }], punches: '23:00 1+01:30o' },
        'present 150/120 o30',
      ],
      ['of a night shift do not take the next evening', onNight('22:00 1+06:00 1+22:00'), 'present 480/480'],
      ['of a night shift do not take the morning of its date', onNight('06:00 22:00 1+06:00'), 'abnormal 480/480 outside_window'],
      [
        'that touch share a border: an out belongs to the first shift',
        {
          shifts: [
            { ...office, end_min: 720, break_start_min: null, break_minutes: 0 },
            { ...office, id: 3, start_min: 720, break_start_min: null, break_minutes: 0 },
          ],
          punches: '09:00i 12:00o 12:00i 18:00o',
        },
        'present 180/180 | present 360/360',
      ],
      [
        'that overlap are cut at the end of the earlier shift',
        {
          shifts: [
            { ...office, start_min: 480, end_min: 750, break_start_min: null, break_minutes: 0 },
            { ...office, id: 3, start_min: 780, break_start_min: null, break_minutes: 0 },
          ],
          punches: '08:00i 12:30o 12:31i 18:00o',
        },
        'present 270/270 | present 329/300 o15',
      ],
      [
        'that overlap give the later shift a punch after the earlier end',
        {
          shifts: [
            { ...office, start_min: 480, end_min: 750, break_start_min: null, break_minutes: 0 },
            { ...office, id: 3, start_min: 780, break_start_min: null, break_minutes: 0 },
          ],
          punches: '08:00i 12:45i 18:00o',
        },
        'abnormal 0/270 missing_out | present 315/300 ',
      ],
    ].map(([what, input, expected]) => [what, input, String(expected).trimEnd()]) as Row[],
  )
})

describe('a correction', () => {
  run([
    ['adds a missing out', at('09:00 18:00o*'), 'present 480/480 b60'],
    ['adds a missing in', at('09:00i* 18:00'), 'present 480/480 b60'],
    ['replaces a late in', at('09:00i* 09:20 18:00'), 'present 480/480 b60'],
    ['replaces an in by a later one', at('08:40 09:00i* 18:00'), 'present 480/480 b60'],
    ['replaces an out by an earlier one', at('09:00 18:00o* 18:45'), 'present 480/480 b60'],
    ['replaces an early out', at('09:00 17:00 18:00o*'), 'present 480/480 b60'],
    ['adds both', at('09:00i* 18:00o*'), 'present 480/480 b60'],
    ['completes pairs', pairs('09:00i 13:00o* 14:00i 18:00o'), 'present 480/480 b60'],
  ])
})

describe('daylight saving', () => {
  run([
    ['makes a night an hour shorter in spring', onNight('22:00 1+06:00', { ...newYork, date: '2026-03-07' }), 'present 420/420'],
    ['makes a night an hour longer in autumn', onNight('22:00 1+06:00', { ...newYork, date: '2026-10-31' }), 'present 540/540'],
    ['leaves a day shift as it is in spring', at('09:00 18:00', spring), 'present 480/480 b60'],
    ['leaves a day shift as it is in autumn', at('09:00 18:00', autumn), 'present 480/480 b60'],
    ['makes a whole day 23 hours', shift({ ...dayLong }, '00:00i 1+00:00o', spring), 'present 1380/1380'],
    ['makes a whole day 25 hours', shift({ ...dayLong }, '00:00i 1+00:00o', autumn), 'present 1500/1500'],
    [
      'moves a skipped start forward',
      shift({ start_min: 150, end_min: 600, break_start_min: null, break_minutes: 0 }, '03:30 10:00', spring),
      'present 390/390',
    ],
    [
      'takes the first of two equal starts',
      shift({ start_min: 90, end_min: 480, break_start_min: null, break_minutes: 0 }, '01:30 08:00', autumn),
      'present 450/450',
    ],
    ['closes a day without a shift at its own midnight', at('00:30 23:30', { ...autumn, shifts: [], now: '1+00:00' }), 'present 1440/0'],
    ['of another zone does not matter', at('09:00 18:00', { zone: 'Asia/Hong_Kong', date: '2026-11-01' }), 'present 480/480 b60'],
  ])
})
