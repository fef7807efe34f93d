import type { ShiftTime } from './shift-overlap.ts'

/** How worked minutes are computed: from the first in to the last out, or by pairs of in and out. */
export const workCalcs = ['first_last', 'pairs'] as const
export type WorkCalc = (typeof workCalcs)[number]

export const dayKinds = ['work', 'rest', 'holiday', 'leave', 'half_leave'] as const
export type DayKind = (typeof dayKinds)[number]

export const attendanceStatuses = ['pending', 'present', 'absent', 'abnormal'] as const
export type AttendanceStatus = (typeof attendanceStatuses)[number]

/** Reasons why a day is abnormal or absent. */
export const reasonCodes = [
  'late',
  'early',
  'missing_in',
  'missing_out',
  'radius',
  'outside_window',
  'half_day',
  'too_short',
  'on_leave',
  'no_punch',
] as const
export type ReasonCode = (typeof reasonCodes)[number]

/** The rules of a shift. All amounts are minutes; a threshold of 0 is off. */
export interface ShiftRules extends ShiftTime {
  id: number
  /** Start of the break since midnight of the work date; null when its time is free. */
  break_start_min: number | null
  break_minutes: number
  paid_break: boolean
  early_in_min: number
  late_out_min: number
  late_grace_min: number
  early_grace_min: number
  half_day_below_min: number
  absent_below_min: number
  work_calc: WorkCalc
  /** Whether the shift is worked on holidays, so that nobody may miss it. */
  works_holidays: boolean
}

/** Rules of the settings. */
export interface AttendanceRules {
  absent_delay_hours: number
  overtime_tolerance_min: number
  overtime_round_min: number
}

export type PunchDirection = 'in' | 'out' | 'auto'

/** A punch that counts; voided ones are left out. */
export interface Punch {
  id: number
  /** Milliseconds since 1970. */
  at: number
  direction: PunchDirection
  /** Farther from all sites than their radius. */
  isOutside: boolean
  /** Entered by an approved correction: it replaces the original punches of its direction. */
  isCorrection: boolean
}

/** What is known of a day without its punches. */
export interface DayInfo {
  date: string
  kind: 'work' | 'rest' | 'holiday'
  /** Half that a holiday frees. */
  holidayHalf: 'none' | 'am' | 'pm'
  /** Absent fraction of approved leave, 0 to 1. */
  leaveFraction: number
  /** Half that leave frees; `full` with a fraction below 1 for leave in hours. */
  leavePart: 'none' | 'am' | 'pm' | 'full'
}

/** A shift of a day. */
export interface DayShift {
  date: string
  rules: ShiftRules
}

/** Everything the attendance of an employee in a span is computed from. */
export interface AttendanceInput {
  zone: string
  /** Milliseconds since 1970. */
  now: number
  /** Days of employment in the span. */
  days: readonly DayInfo[]
  /** Shifts of the span, and of the day before and after. */
  shifts: readonly DayShift[]
  punches: readonly Punch[]
  rules: AttendanceRules
  /** A disabled employee is never marked absent. */
  isEnabled: boolean
  /** Somebody who does not clock in has attendance only on days with a punch. */
  tracksTime: boolean
}

/** The attendance of a day and shift. Instants are milliseconds, amounts are minutes. */
export interface AttendanceDay {
  date: string
  shiftId: number | null
  dayKind: DayKind
  status: AttendanceStatus
  reasons: ReasonCode[]
  scheduledStart: number | null
  scheduledEnd: number | null
  windowStart: number
  windowEnd: number
  firstIn: number | null
  lastOut: number | null
  scheduledMin: number
  workedMin: number
  breakMin: number
  lateMin: number
  earlyMin: number
  overtimeMin: number
  punchIds: number[]
}
