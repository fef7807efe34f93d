const MINUTE_MS = 60_000

/** Wall clock of an instant in a time zone, as `datetime-local` wants it: 2026-11-21T15:05. */
export function wallClock(instant: string, zone: string): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return ''
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(date)
  return parts.replace(' ', 'T')
}

/** The day a moment falls on in a time zone; a value that is a day already stays as it is. */
export const dayIn = (value: string, zone: string): string => (value.includes('T') ? wallClock(value, zone) : value).split('T')[0] ?? ''

/** Instant of a wall clock in a time zone. A clock that daylight saving skips becomes the next one that exists. */
export function getInstant(clock: string, zone: string): string {
  const wanted = Date.parse(`${clock}:00Z`)
  if (Number.isNaN(wanted)) return ''
  const offsetAt = (utc: number) => Date.parse(`${wallClock(new Date(utc).toISOString(), zone)}:00Z`) - utc
  const first = wanted - offsetAt(wanted - (wanted % MINUTE_MS))
  const found = new Date(wanted - offsetAt(first)).toISOString()
  // A clock that is not there lies between what it would be before the change and after: the later one is meant.
  return wallClock(found, zone) === clock.slice(0, 16) ? found : new Date(Math.max(first, Date.parse(found))).toISOString()
}
