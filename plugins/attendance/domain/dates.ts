const DAY_MS = 86_400_000

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

/** The Monday of the week of a date. */
export const startOfWeek = (date: string): string => addDays(date, 1 - getWeekday(date))
