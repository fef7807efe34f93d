import { MINUTE_MS } from './clock.ts'
import { findExpected, getDayKind, isWholeDayOff } from './expected-time.ts'
import type { AttendanceDay, AttendanceRules, AttendanceStatus, DayInfo, Punch, ReasonCode } from './rules.ts'
import type { ShiftWindow } from './windows.ts'
import { measureWork, type WorkedTime } from './worked-time.ts'

interface DayState {
  /** Punches of the day, in order of time. */
  punches: readonly Punch[]
  /** Whether no further punch can belong to the day. */
  isOver: boolean
  /** Whether somebody without a punch is absent by now. */
  isDue: boolean
  rules: AttendanceRules
}

const toMinutes = (ms: number): number => Math.max(0, Math.floor(ms / MINUTE_MS))
const roundDown = (minutes: number, step: number): number => minutes - (minutes % Math.max(1, step))

/**
 * Overtime in minutes. On a rest day or holiday all work is overtime. Otherwise the minutes beyond the schedule count, all of them, when
 * they are more than the tolerance. The result is rounded down.
 */
function getOvertime(workedMin: number, scheduledMin: number | null, rules: AttendanceRules): number {
  if (scheduledMin === null) return roundDown(workedMin, rules.overtime_round_min)
  const beyond = workedMin - scheduledMin
  return beyond > rules.overtime_tolerance_min ? roundDown(beyond, rules.overtime_round_min) : 0
}

const getStatus = (reasons: readonly ReasonCode[], { isOver }: Pick<DayState, 'isOver'>): AttendanceStatus =>
  !isOver ? 'pending' : reasons.includes('too_short') ? 'absent' : reasons.length > 0 ? 'abnormal' : 'present'

/** The attendance of a shift on a day (specification backoffice 2.6). */
export function computeShiftDay(day: DayInfo, window: ShiftWindow, state: DayState & { stray: readonly Punch[] }): AttendanceDay {
  const { rules: shift } = window
  const { punches, stray, rules } = state
  const dayKind = getDayKind(day)
  const expected = findExpected(day, window)
  const isHolidayWork = day.kind === 'holiday' && !shift.works_holidays
  const isOff = isWholeDayOff(day) || isHolidayWork
  const work = measureWork(punches, { calc: shift.work_calc, schedule: expected, pause: expected.pause })
  const late = isOff ? 0 : getLate(work.firstIn, expected.start, shift.late_grace_min)
  const early = isOff ? 0 : getLate(negate(work.lastOut), -expected.end, shift.early_grace_min)
  // Leave in hours excuses minutes at either end, the start first.
  const lateMin = Math.max(0, late - expected.excusedMin)
  const earlyMin = Math.max(0, early - Math.max(0, expected.excusedMin - late))
  const reasons = findReasons(day, window, { ...state, work, lateMin, earlyMin, isOff })
  const hasPunch = punches.length > 0
  const isAbsent = !hasPunch && !isOff
  return {
    date: day.date,
    shiftId: shift.id,
    dayKind,
    status: isAbsent ? (state.isDue ? 'absent' : 'pending') : !hasPunch && stray.length === 0 ? 'present' : getStatus(reasons, state),
    reasons: isAbsent ? [...reasons, ...(state.isDue ? (['no_punch'] as const) : [])] : reasons,
    scheduledStart: window.start,
    scheduledEnd: window.end,
    windowStart: window.from,
    windowEnd: window.to,
    firstIn: work.firstIn,
    lastOut: work.lastOut,
    scheduledMin: isOff ? 0 : expected.minutes,
    workedMin: work.workedMin,
    breakMin: work.breakMin,
    lateMin,
    earlyMin,
    overtimeMin:
      day.kind === 'holiday' ? getOvertime(work.workedMin, null, rules) : isOff ? 0 : getOvertime(work.workedMin, expected.minutes, rules),
    punchIds: [...punches, ...stray].map(({ id }) => id),
  }
}

const negate = (at: number | null): number | null => (at === null ? null : -at)

/** Whole minutes after an instant; 0 within the grace. */
function getLate(at: number | null, due: number, graceMin: number): number {
  const minutes = at === null ? 0 : toMinutes(at - due)
  return minutes > graceMin ? minutes : 0
}

interface Measured extends DayState {
  stray: readonly Punch[]
  work: WorkedTime
  lateMin: number
  earlyMin: number
  isOff: boolean
}

function findReasons(day: DayInfo, { rules: shift }: ShiftWindow, m: Measured): ReasonCode[] {
  const { work, punches } = m
  const reasons: ReasonCode[] = []
  if (m.lateMin > 0) reasons.push('late')
  if (m.earlyMin > 0) reasons.push('early')
  reasons.push(...work.missing)
  if (punches.some(({ isOutside }) => isOutside)) reasons.push('radius')
  if (m.stray.length > 0) reasons.push('outside_window')
  if (punches.length > 0 && isWholeDayOff(day) && day.kind === 'work') reasons.push('on_leave')
  if (m.isOff || work.firstIn === null || work.lastOut === null || work.missing.length > 0) return reasons
  // Half a day off halves the threshold of absence and needs no threshold of half a day.
  const halves = day.leaveFraction > 0 || day.holidayHalf !== 'none' ? 2 : 1
  if (work.workedMin < shift.absent_below_min / halves) reasons.push('too_short')
  else if (halves === 1 && work.workedMin < shift.half_day_below_min) reasons.push('half_day')
  return reasons
}

/**
 * The attendance of a day without a shift: all punches of the local date count, nothing is late or early, and overtime is work on a rest
 * day or holiday. On a work day without a shift no overtime is computed, because no schedule says when work ends.
 */
export function computeFreeDay(day: DayInfo, state: DayState & { start: number; end: number }): AttendanceDay[] {
  const { punches, start, end, rules } = state
  const hasPunch = punches.length > 0
  if (!hasPunch && day.kind !== 'work') return []
  const dayKind = getDayKind(day)
  const isOff = isWholeDayOff(day)
  const pause = { minutes: 0, from: null, to: null }
  const work = measureWork(punches, { calc: 'first_last', schedule: null, pause })
  const reasons: ReasonCode[] = [...work.missing]
  if (punches.some(({ isOutside }) => isOutside)) reasons.push('radius')
  if (hasPunch && isOff) reasons.push('on_leave')
  if (!hasPunch && !isOff && state.isDue) reasons.push('no_punch')
  const status = hasPunch ? getStatus(reasons, state) : isOff ? 'present' : state.isDue ? 'absent' : 'pending'
  return [
    {
      date: day.date,
      shiftId: null,
      dayKind,
      status,
      reasons,
      scheduledStart: null,
      scheduledEnd: null,
      windowStart: start,
      windowEnd: end,
      firstIn: work.firstIn,
      lastOut: work.lastOut,
      scheduledMin: 0,
      workedMin: work.workedMin,
      breakMin: work.breakMin,
      lateMin: 0,
      earlyMin: 0,
      overtimeMin: day.kind === 'work' ? 0 : getOvertime(work.workedMin, null, rules),
      punchIds: punches.map(({ id }) => id),
    },
  ]
}
