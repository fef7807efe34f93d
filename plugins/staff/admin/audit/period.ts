/** How far a zone's clock is ahead of UTC at a moment, in milliseconds. */
function offset(at: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at)
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')) - Math.trunc(at.getTime() / 1000) * 1000
}

/** The first moment of a day on the business clock. */
function startOf(day: string, timeZone: string): Date {
  const guess = new Date(`${day}T00:00:00Z`)
  const first = new Date(guess.getTime() - offset(guess, timeZone))
  // On days when the clock changes the first guess used the wrong side of it.
  return new Date(guess.getTime() - offset(first, timeZone))
}

const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))

/** The filter for a period of whole days, both included. */
export function dayBounds(from: string, to: string, timeZone: string): { created_at__gte?: string; created_at__lte?: string } {
  const next = isDay(to) ? new Date(Date.parse(to) + 86_400_000).toISOString().slice(0, 10) : ''
  return {
    ...(isDay(from) ? { created_at__gte: startOf(from, timeZone).toISOString() } : {}),
    ...(next ? { created_at__lte: new Date(startOf(next, timeZone).getTime() - 1).toISOString() } : {}),
  }
}
