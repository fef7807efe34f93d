import { addDays } from 'stoa/calendar-date'
import { Temporal } from 'temporal-polyfill'

export const MINUTE_MS = 60_000
export const DAY_MINUTES = 1_440

/** Most instants that are kept. Employees of the same shifts share nearly all of theirs. */
const MOST_INSTANTS = 20_000
const instants = new Map<string, number>()

/**
 * The instant, in milliseconds, at which the clock of a zone shows a time; minutes above 1440 belong to later days. A time that
 * daylight saving skips is moved forward by the skipped hour; of a time that occurs twice, the first one counts.
 */
export function toInstant(date: string, minute: number, zone: string): number {
  const key = `${date}/${minute}/${zone}`
  const cached = instants.get(key)
  if (cached !== undefined) return cached
  if (instants.size >= MOST_INSTANTS) instants.clear()
  const instant = findInstant(date, minute, zone)
  instants.set(key, instant)
  return instant
}

function findInstant(date: string, minute: number, zone: string): number {
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
