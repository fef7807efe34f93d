/** Formats minutes: 90 is "1:30". */
export function getClock(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

/** Minutes per day. */
export const DAY = 1_440

/** Formats a long duration in days and hours. */
export function getDays(minutes: number, language: string): string {
  const say = (count: number, unit: 'day' | 'hour' | 'minute') =>
    count === 0 ? [] : [new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count)]
  return [...say(Math.floor(minutes / DAY), 'day'), ...say(Math.floor((minutes % DAY) / 60), 'hour'), ...say(minutes % 60, 'minute')].join(
    ' ',
  )
}
