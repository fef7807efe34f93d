import { MINUTE_MS } from './clock.ts'
import type { DayInfo, DayKind } from './rules.ts'
import type { UnpaidBreak } from './worked-time.ts'
import type { ShiftWindow } from './windows.ts'

/** Time that an employee is expected to work in a shift. Instants are milliseconds, amounts are minutes. */
export interface ExpectedTime {
  start: number
  end: number
  /** Paid working time: without an unpaid break, and without hours of leave. */
  minutes: number
  pause: UnpaidBreak
  /** Minutes of leave in hours, which may be missing at the start or the end. */
  excusedMin: number
}

/** Whether approved leave covers the whole day. */
export const isWholeDayOff = ({ leaveFraction }: Pick<DayInfo, 'leaveFraction'>): boolean => leaveFraction >= 1

export function getDayKind({ kind, leaveFraction }: DayInfo): DayKind {
  if (kind !== 'work') return kind
  return leaveFraction >= 1 ? 'leave' : leaveFraction > 0 ? 'half_leave' : 'work'
}

/**
 * The expected time of a shift. Half a day off, by leave or a holiday, ends or starts at the break, or at the middle of a shift without
 * the time of its break, and takes the break with it. On the days of a clock change the length is the true one: 23 or 25 hours.
 */
export function findExpected(day: DayInfo, { start, end, rules: shift }: ShiftWindow): ExpectedTime {
  const unpaid = shift.paid_break ? 0 : shift.break_minutes
  const breakFrom = shift.break_start_min === null ? null : start + sinceStart(shift.break_start_min, shift.start_min)
  const breakTo = breakFrom === null ? null : breakFrom + shift.break_minutes * MINUTE_MS
  const off = new Set([day.holidayHalf, day.leavePart].filter((part) => part === 'am' || part === 'pm'))
  const middle = start + (end - start) / 2
  if (off.has('am') || off.has('pm')) {
    const from = off.has('am') ? (breakTo ?? middle) : start
    const to = off.has('pm') ? (breakFrom ?? middle) : end
    const minutes = Math.max(0, Math.floor((to - from) / MINUTE_MS))
    return { start: from, end: Math.max(from, to), minutes, pause: { minutes: 0, from: null, to: null }, excusedMin: 0 }
  }
  const whole = Math.max(0, Math.floor((end - start) / MINUTE_MS) - unpaid)
  const excusedMin = day.leaveFraction < 1 ? Math.round(whole * day.leaveFraction) : 0
  return { start, end, minutes: whole - excusedMin, pause: { minutes: unpaid, from: breakFrom, to: breakTo }, excusedMin }
}

/** Milliseconds from the start of a shift to a time of its clock; a time before the start is on the next day. */
const sinceStart = (minute: number, startMin: number): number => ((minute - startMin + 1_440) % 1_440) * MINUTE_MS
