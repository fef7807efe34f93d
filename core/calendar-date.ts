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

/** The date of a moment in a time zone, `2026-11-23`; today when no moment is given. */
export const getDateIn = (zone: string, at: Date = new Date()): string => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at)

/** A period of days: the first and the last, both included. */
export interface Period {
  from: string
  to: string
}

/** Periods that move with the day. */
export const periodNames = [
  'today',
  'yesterday',
  'last_7_days',
  'last_30_days',
  'this_month',
  'last_month',
  'this_quarter',
  'last_quarter',
  'this_year',
  'last_year',
  'last_12_months',
] as const
export type PeriodName = (typeof periodNames)[number]

/** The first day of the quarter of a date. */
export const startOfQuarter = (day: string): string => {
  const month = Number(day.slice(5, 7))
  return `${day.slice(0, 4)}-${String(month - ((month - 1) % 3)).padStart(2, '0')}-01`
}

/** The days of a named period. This month, quarter and year end today; the last 12 months are this one and the 11 before. */
export function resolvePeriod(name: PeriodName, today: string): Period {
  const beforeMonth = addDays(startOfMonth(today), -1)
  const beforeQuarter = addDays(startOfQuarter(today), -1)
  const lastYear = String(Number(today.slice(0, 4)) - 1)
  const periods: Record<PeriodName, Period> = {
    today: { from: today, to: today },
    yesterday: { from: addDays(today, -1), to: addDays(today, -1) },
    last_7_days: { from: addDays(today, -6), to: today },
    last_30_days: { from: addDays(today, -29), to: today },
    this_month: { from: startOfMonth(today), to: today },
    last_month: { from: startOfMonth(beforeMonth), to: beforeMonth },
    this_quarter: { from: startOfQuarter(today), to: today },
    last_quarter: { from: startOfQuarter(beforeQuarter), to: beforeQuarter },
    this_year: { from: `${today.slice(0, 4)}-01-01`, to: today },
    last_year: { from: `${lastYear}-01-01`, to: `${lastYear}-12-31` },
    last_12_months: { from: addMonths(startOfMonth(today), -11), to: today },
  }
  return periods[name]
}

/**
 * The period that a period is compared with. `previous` is as long and ends the day before it; for whole months it is the same number of months.
 * `year` is the same period one year earlier.
 */
export function comparedPeriod({ from, to }: Period, compare: 'previous' | 'year'): Period {
  const isWholeMonths = from === startOfMonth(from) && to === endOfMonth(to)
  if (compare === 'year') return { from: addMonths(from, -12), to: isWholeMonths ? endOfMonth(addMonths(to, -12)) : addMonths(to, -12) }
  if (!isWholeMonths) return { from: addDays(from, -countDays(from, to)), to: addDays(from, -1) }
  const months = (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7)) + 1
  return { from: addMonths(from, -months), to: addDays(from, -1) }
}
