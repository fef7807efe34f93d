/** Arithmetic with dates such as `2026-11-30`. A date has no time zone, so each day has 24 hours here. */

const DAY_MS = 86_400_000

const toTime = (date: string): number => Date.parse(`${date}T00:00:00Z`)
const toDate = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The date a number of days after a date. */
export const addDays = (date: string, days: number): string => toDate(toTime(date) + days * DAY_MS)

/** Number of days from `from` to `to`, both included; 0 when `to` is the day before `from`. */
export const countDays = (from: string, to: string): number => Math.round((toTime(to) - toTime(from)) / DAY_MS) + 1

/** The date a number of months after a date. A day that the month does not have becomes its last day. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return toDate(Date.UTC(year, month - 1 + months, Math.min(day, last)))
}

/** The first day of the month of a date. */
export const startOfMonth = (date: string): string => `${date.slice(0, 8)}01`

/** The last day of the month of a date. */
export const endOfMonth = (date: string): string => addDays(addMonths(startOfMonth(date), 1), -1)

/** ISO weekday: Monday 1 to Sunday 7. */
export const getWeekday = (date: string): number => new Date(toTime(date)).getUTCDay() || 7

/** The Monday of the week of a date, as ISO 8601 counts weeks. */
export const startOfWeek = (date: string): string => addDays(date, 1 - getWeekday(date))

/** All dates from `from` to `to`, both included. */
export const listDates = (from: string, to: string): string[] =>
  Array.from({ length: Math.max(0, countDays(from, to)) }, (_, n) => addDays(from, n))

export const maxDate = (one: string, two: string): string => (one > two ? one : two)
export const minDate = (one: string, two: string): string => (one < two ? one : two)
