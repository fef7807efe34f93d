import { isCountable } from './dates.ts'
import { roundDays, sumDays } from './figures.ts'

export type LeaveUnit = 'day' | 'half_day' | 'hour'

/** The dates a person asks for. `start_half: 'pm'` starts at noon, `end_half: 'am'` ends at noon. */
export interface LeaveSpan {
  start_date: string
  end_date: string
  start_half: 'full' | 'pm'
  end_half: 'full' | 'am'
  /** Hours of a leave in hours, which has one date; else null. */
  hours: number | null
}

/** A day of the employee, as `readWorkDays` of hr returns it. */
export interface CountedDay {
  date: string
  kind: 'work' | 'rest' | 'holiday'
  /** Minutes of the whole day. */
  minutes: number
  holiday: { id: number; kind: string; half_day: 'none' | 'am' | 'pm' } | null
}

/** What a date of a leave costs, and why. */
export interface LeaveDay {
  date: string
  part: 'full' | 'am' | 'pm'
  kind: 'work' | 'rest' | 'holiday'
  /** Days it costs, 0 to 1. */
  fraction: number
  /** Days that a statutory holiday on this date gives back: the type counts holidays, and another day has to be appointed. */
  returned: number
  holiday_id: number | null
  /** The hours asked for are more than the working time of the date. */
  exceeds: boolean
}

export interface LeaveCount {
  days: number
  detail: LeaveDay[]
}

/** The part of a date that a span covers. */
export function findPart({ start_date, end_date, start_half, end_half }: LeaveSpan, date: string): LeaveDay['part'] {
  if (date === start_date && start_half === 'pm') return 'pm'
  return date === end_date && end_half === 'am' ? 'am' : 'full'
}

/**
 * Days that a leave costs, by date. Rest days and holidays cost nothing unless the type includes holidays; half of a half-day holiday
 * is a holiday. Hours are divided by the scheduled minutes of the day. Rule: specification backoffice 2.7.
 */
export function countLeave(span: LeaveSpan, days: readonly CountedDay[], includesHolidays: boolean): LeaveCount {
  const detail = days.map((day) => countDay(span, day, includesHolidays))
  return { days: sumDays(detail.map(({ fraction }) => fraction)), detail }
}

function countDay(span: LeaveSpan, { date, kind, minutes, holiday }: CountedDay, includesHolidays: boolean): LeaveDay {
  const part = findPart(span, date)
  const halves = (part === 'full' ? (['am', 'pm'] as const) : [part]).map((half) => ({
    isHoliday: kind !== 'rest' && holiday !== null && (holiday.half_day === 'none' || holiday.half_day === half),
    isRest: kind === 'rest',
  }))
  const counted = halves.filter(({ isHoliday, isRest }) => includesHolidays || !(isHoliday || isRest)).length / 2
  const returned = includesHolidays && holiday?.kind === 'statutory' ? halves.filter(({ isHoliday }) => isHoliday).length / 2 : 0
  const requestedFraction = span.hours === null || minutes === 0 ? counted : (span.hours * 60) / minutes
  return {
    date,
    part,
    kind,
    fraction: roundDays(Math.min(counted, requestedFraction)),
    returned: span.hours === null ? returned : 0,
    holiday_id: holiday?.id ?? null,
    exceeds: requestedFraction > counted,
  }
}

/** A problem of a span before any day is looked at: the field it belongs to and the key of its message. */
export function findSpanProblem(span: LeaveSpan, unit: LeaveUnit): { field: string; key: string } | undefined {
  const { start_date, end_date, start_half, end_half, hours } = span
  if (!isCountable(start_date)) return { field: 'start_date', key: 'date_range' }
  if (!isCountable(end_date)) return { field: 'end_date', key: 'date_range' }
  if (end_date < start_date) return { field: 'end_date', key: 'end_before_start' }
  if (start_date === end_date && start_half === 'pm' && end_half === 'am') return { field: 'end_half', key: 'no_half_left' }
  if (unit === 'day' && start_half !== 'full') return { field: 'start_half', key: 'whole_days' }
  if (unit === 'day' && end_half !== 'full') return { field: 'end_half', key: 'whole_days' }
  if (hours === null) return undefined
  if (unit !== 'hour') return { field: 'hours', key: 'no_hours' }
  return start_date === end_date ? undefined : { field: 'hours', key: 'hours_one_day' }
}
