import { Temporal } from 'temporal-polyfill'

export const MINUTE_MS = 60_000
export const DAY_MINUTES = 1_440
const DAY_MS = DAY_MINUTES * MINUTE_MS

const utc = (date: string): number => Date.parse(`${date}T00:00:00Z`)
const toDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** The date a number of days later. Dates are `2026-11-30`. */
export const addDays = (date: string, days: number): string => toDate(utc(date) + days * DAY_MS)

/** Days from one date to another; negative when the other is earlier. */
export const countDays = (from: string, to: string): number => (utc(to) - utc(from)) / DAY_MS

/** Monday 1 to Sunday 7. */
export const getWeekday = (date: string): number => new Date(utc(date)).getUTCDay() || 7

/** All dates of a span, both ends included. */
export const listDates = (from: string, to: string): string[] =>
  Array.from({ length: Math.max(0, countDays(from, to) + 1) }, (_, n) => addDays(from, n))

/**
 * The instant, in milliseconds, at which the clock of a zone shows a time; minutes above 1440 belong to later days. A time that
 * daylight saving skips is moved forward by the skipped hour; of a time that occurs twice, the first one counts.
 */
export function toInstant(date: string, minute: number, zone: string): number {
  const over = Math.floor(minute / DAY_MINUTES)
  const rest = minute - over * DAY_MINUTES
  return Temporal.PlainDate.from(addDays(date, over))
    .toPlainDateTime({ hour: Math.floor(rest / 60), minute: rest % 60 })
    .toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds
}

/** The date that the clock of a zone shows at an instant in milliseconds. */
export const toLocalDate = (at: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate().toString()

/** The time that the clock of a zone shows, such as `09:30`. */
export const toLocalTime = (at: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainTime().toString({ smallestUnit: 'minute' })
