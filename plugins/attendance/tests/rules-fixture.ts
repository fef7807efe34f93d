import { addDays } from 'stoa/calendar-date'
import type { AttendanceDay, AttendanceInput, AttendanceRules, DayInfo, Punch, ShiftRules } from '../domain/rules.ts'
import { toInstant } from '../domain/clock.ts'
import { computeAttendance } from '../domain/attendance.ts'

/** 09:00 to 18:00 with an unpaid break from 13:00 to 14:00, and no grace. */
export const office: ShiftRules = {
  id: 1,
  start_min: 540,
  end_min: 1_080,
  break_start_min: 780,
  break_minutes: 60,
  paid_break: false,
  early_in_min: 60,
  late_out_min: 60,
  late_grace_min: 0,
  early_grace_min: 0,
  half_day_below_min: 0,
  absent_below_min: 0,
  work_calc: 'first_last',
  works_holidays: false,
}
/** 22:00 to 06:00 of the next day, without a break. */
export const night: ShiftRules = { ...office, id: 2, start_min: 1_320, end_min: 360, break_start_min: null, break_minutes: 0 }

export const rules: AttendanceRules = { absent_delay_hours: 0, overtime_tolerance_min: 15, overtime_round_min: 15 }

const PUNCH = /^(?:(-?\d+)\+)?(\d\d):(\d\d)(?::(\d\d))?([io]?)(!?)(\*?)$/

/** A punch such as `09:00`, `1+01:30o` (next day, out), `09:00i!` (in, outside the radius), `09:00i*` (correction). */
export function readPunch(text: string, id: number, date: string, zone: string): Punch {
  const [, days = '0', hour = '', minute = '', second = '0', direction = '', outside = '', correction = ''] = PUNCH.exec(text) ?? []
  const at = toInstant(addDays(date, Number(days)), Number(hour) * 60 + Number(minute), zone) + Number(second) * 1_000
  const word = direction === 'i' ? 'in' : direction === 'o' ? 'out' : 'auto'
  return { id, at, direction: word, isOutside: outside !== '', isCorrection: correction !== '' }
}

export interface Case {
  date?: string
  zone?: string
  shifts?: readonly ShiftRules[]
  day?: Partial<DayInfo>
  punches?: string
  rules?: Partial<AttendanceRules>
  /** Time of the computation, in the zone; two days later by default. */
  now?: string
  disabled?: boolean
  /** Somebody who does not clock in. */
  untracked?: boolean
}

/** Computes one day. */
export function compute(o: Case): AttendanceDay[] {
  const { date = '2026-11-30', zone = 'Asia/Hong_Kong', shifts = [office], punches = '', now = '2+00:00' } = o
  const input: AttendanceInput = {
    zone,
    now: readPunch(now, 0, date, zone).at,
    days: [{ date, kind: 'work', holidayHalf: 'none', leaveFraction: 0, leavePart: 'none', ...o.day }],
    shifts: shifts.map((shift) => ({ date, rules: shift })),
    punches: punches
      .split(' ')
      .filter((text) => text !== '')
      .map((text, n) => readPunch(text, n + 1, date, zone)),
    rules: { ...rules, ...o.rules },
    isEnabled: o.disabled !== true,
    tracksTime: o.untracked !== true,
  }
  return computeAttendance(input)
}

/** A day in one line: status, worked and scheduled minutes, then what is not zero: break, late, early, overtime; then reasons. */
export const describeDay = (day: AttendanceDay): string =>
  [
    day.dayKind === 'work' ? '' : day.dayKind,
    day.status,
    `${day.workedMin}/${day.scheduledMin}`,
    day.breakMin > 0 ? `b${day.breakMin}` : '',
    day.lateMin > 0 ? `l${day.lateMin}` : '',
    day.earlyMin > 0 ? `e${day.earlyMin}` : '',
    day.overtimeMin > 0 ? `o${day.overtimeMin}` : '',
    ...day.reasons,
  ]
    .filter((part) => part !== '')
    .join(' ')

export const describeDays = (days: readonly AttendanceDay[]): string => days.map(describeDay).join(' | ')
