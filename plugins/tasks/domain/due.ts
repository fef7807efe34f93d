import { Temporal } from 'temporal-polyfill'

/** A date and a time on the clock of the shop; without a time, the whole day. */
interface LocalTime {
  /** `2026-12-01` */
  date: string
  /** `09:30` */
  time: string | null
}

/**
 * The instant, in ISO 8601, at which the clock of a zone shows a time. Without a time, the start of the day. A time that daylight saving
 * skips is moved forward by the skipped hour; of a time that occurs twice, the first one counts.
 */
export function toInstant({ date, time }: LocalTime, zone: string): string {
  const day = Temporal.PlainDate.from(date)
  const zoned =
    time === null
      ? day.toZonedDateTime(zone)
      : day.toPlainDateTime(Temporal.PlainTime.from(time)).toZonedDateTime(zone, { disambiguation: 'compatible' })
  return new Date(zoned.epochMilliseconds).toISOString()
}

/** The date and time that the clock of a zone shows at an instant. */
export function toLocal(instant: string, zone: string): { date: string; time: string } {
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO(zone)
  return { date: local.toPlainDate().toString(), time: local.toPlainTime().toString({ smallestUnit: 'minute' }) }
}

/** The start of the day of an instant: the due time of an all-day task. */
export const startOfDay = (instant: string, zone: string): string => toInstant({ date: toLocal(instant, zone).date, time: null }, zone)

/** An instant moved with a due time: it keeps its distance to it on the clock of the zone, also across a change of daylight saving. */
export function moveWith(instant: string, from: string, to: string, zone: string): string {
  const local = (text: string) => Temporal.Instant.from(text).toZonedDateTimeISO(zone).toPlainDateTime()
  const distance = local(from).until(local(instant), { largestUnit: 'day' })
  const moved = local(to).add(distance).toZonedDateTime(zone, { disambiguation: 'compatible' })
  return new Date(moved.epochMilliseconds).toISOString()
}
