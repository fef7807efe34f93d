import type { Locale } from 'stoa'

/** A time of an event in milliseconds, with the time zone of the booking. */
export interface EventTime {
  starts: number
  kind: string
  zone: string
}

/** The time of a booking as text, in its own time zone. */
export function formatWhen({ starts, kind, zone }: EventTime, language: Locale): string {
  const at = new Date(starts)
  return kind === 'day'
    ? at.toLocaleDateString(language, { timeZone: zone, dateStyle: 'full' })
    : at.toLocaleString(language, {
        timeZone: zone,
        weekday: 'long',
        year: 'numeric',
        month: 'long',
        day: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
        timeZoneName: 'short',
      })
}
