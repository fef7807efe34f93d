import type { Locale } from 'stoa'

/** A time of an event: the moment in milliseconds, and the clock it was booked by. */
export interface When {
  starts: number
  kind: string
  zone: string
}

/** When a booking takes place, in words and by the clock it was booked by. */
export function formatWhen({ starts, kind, zone }: When, language: Locale): string {
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
