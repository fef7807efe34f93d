const MINUTE_MS = 60_000

/** Local time of an instant in a time zone, in the format of `datetime-local`: 2026-11-21T15:05. */
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

/** The date of a timestamp in a time zone; a date stays unchanged. */
export const dayIn = (value: string, zone: string): string => (value.includes('T') ? wallClock(value, zone) : value).split('T')[0] ?? ''

/** The instant of a local time in a time zone. A local time in a DST gap becomes the first one after it. */
export function getInstant(clock: string, zone: string): string {
  const wallClockMs = Date.parse(`${clock}:00Z`)
  if (Number.isNaN(wallClockMs)) return ''
  const offsetAt = (utc: number) => Date.parse(`${wallClock(new Date(utc).toISOString(), zone)}:00Z`) - utc
  const first = wallClockMs - offsetAt(wallClockMs - (wallClockMs % MINUTE_MS))
  const found = new Date(wallClockMs - offsetAt(first)).toISOString()
  // A local time in a DST gap has two candidates; the later one is used.
  return wallClock(found, zone) === clock.slice(0, 16) ? found : new Date(Math.max(first, Date.parse(found))).toISOString()
}
