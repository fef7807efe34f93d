import { addDays, getWeekday } from 'stoa/calendar-date'
import { DAY_MINUTES } from './clock.ts'

/** Local working time of a shift, in minutes since midnight. An end at or before the start is on the next day. */
export interface ShiftTime {
  start_min: number
  end_min: number
}

/** A shift on days of an employee. Dates are `2026-11-30`. */
export interface AssignmentDays extends ShiftTime {
  start_date: string
  /** Last day, included; null for an open end. */
  end_date: string | null
  /** ISO weekdays; empty for all days. */
  weekdays: readonly number[]
  /** Dates of the period that are rest days although their weekday is among them; none when absent. */
  excluded_dates?: readonly string[]
}

/** Minutes from midnight of the work date to the end of the shift: more than 1440 for an overnight shift. */
export const getEndMinute = ({ start_min, end_min }: ShiftTime): number => (end_min <= start_min ? end_min + DAY_MINUTES : end_min)

const later = (one: string, other: string): string => (one > other ? one : other)
const earlier = (one: string | null, other: string | null): string | null =>
  one === null ? other : other === null || one < other ? one : other
const shift = (date: string | null, days: number): string | null => (date === null ? null : addDays(date, days))

/** Whether a date is one of the days of an assignment. */
export const isAssignedOn = ({ start_date, end_date, weekdays, excluded_dates = [] }: AssignmentDays, date: string): boolean =>
  date >= start_date &&
  (end_date === null || date <= end_date) &&
  (weekdays.length === 0 || weekdays.includes(getWeekday(date))) &&
  !excluded_dates.includes(date)

/**
 * The first date on which two assignments of one employee overlap, undefined when they never do. Shifts that touch do not overlap. Times
 * are compared by the clock on the wall, so a change of daylight saving makes no conflict. Weekdays repeat every seven days, so seven
 * days of the common range decide, and seven more for each excluded date, which can hide one overlap (specification backoffice 2.6).
 */
export function findOverlap(one: AssignmentDays, other: AssignmentDays): string | undefined {
  const days = 7 * (1 + (one.excluded_dates?.length ?? 0) + (other.excluded_dates?.length ?? 0))
  // The shift of the other assignment may start a day before or after, and last into the day.
  for (const apart of [0, -1, 1]) {
    const offset = apart * DAY_MINUTES
    if (other.start_min + offset >= getEndMinute(one) || getEndMinute(other) + offset <= one.start_min) continue
    const from = later(one.start_date, addDays(other.start_date, -apart))
    const to = earlier(one.end_date, shift(other.end_date, -apart))
    for (let n = 0; n < days; n++) {
      const date = addDays(from, n)
      if (to !== null && date > to) break
      if (isAssignedOn(one, date) && isAssignedOn(other, addDays(date, apart))) return date
    }
  }
  return undefined
}
