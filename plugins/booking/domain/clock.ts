import { Temporal } from 'temporal-polyfill'

/** What a clock on the wall shows. */
export interface Wall {
  /** "2026-11-23" */
  day: string
  /** "09:30" */
  time: string
  /** Minutes since midnight as the clock counts them, without what a change of summer time adds or takes. */
  minute: number
}

const twoDigits = (n: number) => String(n).padStart(2, '0')

/** "09:30" of minutes since midnight. */
export const clockTime = (minute: number): string => `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`

/** Minutes since midnight of "09:30". */
export const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** The day so many days later. */
export const dayAfter = (day: string, days = 1): string => Temporal.PlainDate.from(day).add({ days }).toString()

/** Monday 1 to Sunday 7. */
export const weekdayOf = (day: string): number => Temporal.PlainDate.from(day).dayOfWeek

/** First and last day of a month, "2026-11". */
export function daysOfMonth(year: number, month: number): { from: string; to: string } {
  const first = Temporal.PlainDate.from({ year, month, day: 1 })
  return { from: first.toString(), to: first.with({ day: first.daysInMonth }).toString() }
}

/**
 * The moment (in milliseconds) at which a clock shows a time of a day; minutes beyond 1440 are of the days after. A time the clock jumps over
 * counts on as if it had not, and of one that comes twice the first is meant.
 */
export const momentOf = (day: string, minute: number, zone: string): number =>
  Temporal.PlainDate.from(day)
    .add({ days: Math.floor(minute / 1440) })
    .toPlainDateTime({ hour: Math.floor((minute % 1440) / 60), minute: minute % 60 })
    .toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds

/** What a clock of the zone shows at a moment. */
export function wallAt(moment: number, zone: string): Wall {
  const at = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone)
  const minute = at.hour * 60 + at.minute
  return { day: at.toPlainDate().toString(), time: clockTime(minute), minute }
}

/** Whether the runtime knows the clock of this name. */
export function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
