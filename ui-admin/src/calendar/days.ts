import type { Locale } from 'stoa/api-types'
import { placeInWeek } from 'stoa/week'
import { dayIn, getInstant, wallClock } from '../common/zoned.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** Calendar views. */
export const views = ['month', 'week', 'list'] as const
export type View = (typeof views)[number]

// Noon UTC, so that no time zone shifts the date.
const noon = (day: string): number => Date.parse(`${day}T12:00:00Z`)
const getDay = (at: number): string => new Date(at).toISOString().slice(0, 10)

export const addDays = (day: string, days: number): string => getDay(noon(day) + days * DAY_MS)

export const daysBetween = (from: string, to: string): number => Math.round((noon(to) - noon(from)) / DAY_MS)

/** Adds months to a date; clamps to the last day of a shorter month. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0, 12))
  return getDay(last.setUTCDate(Math.min(date, last.getUTCDate())))
}

/** Whether a text is a valid date. */
export const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(noon(value)) && getDay(noon(value)) === value

/** The current date in a time zone. */
export const todayIn = (zone: string): string => dayIn(new Date().toISOString(), zone)

export const startOfWeek = (day: string, language: Locale): string => addDays(day, -placeInWeek(day, language))

/** The range of a view; the end is exclusive. */
export interface VisibleRange {
  from: string
  to: string
}

/** The range of a view around a day: whole weeks, or the month for the list. */
export function getVisibleRange(view: View, day: string, language: Locale): VisibleRange {
  if (view === 'week') {
    const from = startOfWeek(day, language)
    return { from, to: addDays(from, 7) }
  }
  const first = `${day.slice(0, 7)}-01`
  const next = addMonths(first, 1)
  if (view === 'list') return { from: first, to: next }
  return { from: startOfWeek(first, language), to: addDays(startOfWeek(addDays(next, -1), language), 7) }
}

/** The day one page forward or back. */
export const turned = (view: View, day: string, by: 1 | -1): string => (view === 'week' ? addDays(day, 7 * by) : addMonths(day, by))

export const getDays = ({ from, to }: VisibleRange): string[] => Array.from({ length: daysBetween(from, to) }, (_, n) => addDays(from, n))

/** Times of an entry: dates or date-times. The end is exclusive; without one it is a single day or point in time. */
export interface Times {
  start: string
  end: string | null
  allDay: boolean
}

/** First and last day of an entry in a time zone. */
export function getDayRange({ start, end, allDay }: Times, zone: string): { first: string; last: string } {
  const first = allDay ? start : dayIn(start, zone)
  if (end === null) return { first, last: first }
  const last = allDay ? addDays(end, -1) : dayIn(new Date(Date.parse(end) - 1).toISOString(), zone)
  return { first, last: last < first ? first : last }
}

/** Moves times to another start date; local time and duration stay. */
export function movedTo(times: Times, day: string, zone: string): { start: string; end: string | null } {
  const { start, end, allDay } = times
  const shift = daysBetween(getDayRange(times, zone).first, day)
  if (allDay) return { start: addDays(start, shift), end: end === null ? null : addDays(end, shift) }
  const clock = wallClock(start, zone)
  const seconds = Date.parse(start) % MINUTE_MS
  const begins = Date.parse(getInstant(`${day}T${clock.slice(11)}`, zone)) + seconds
  return {
    start: new Date(begins).toISOString(),
    end: end === null ? null : new Date(begins + Date.parse(end) - Date.parse(start)).toISOString(),
  }
}
