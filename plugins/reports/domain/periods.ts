import { addDays, addMonths, countDays, endOfMonth, getWeekday, startOfMonth } from 'stoa/calendar-date'

/** First and last day, both included. */
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

const startOfQuarter = (day: string): string => {
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

/** Lengths of the parts of a period. */
export const dateUnits = ['day', 'week', 'month', 'quarter', 'year'] as const
export type DateUnit = (typeof dateUnits)[number]

/** The first day of the unit a day is in. Weeks begin on Monday. */
export function startOfUnit(day: string, unit: DateUnit): string {
  if (unit === 'day') return day
  if (unit === 'week') return addDays(day, 1 - getWeekday(day))
  if (unit === 'month') return startOfMonth(day)
  return unit === 'quarter' ? startOfQuarter(day) : `${day.slice(0, 4)}-01-01`
}

const nextUnit = (start: string, unit: DateUnit): string => {
  if (unit === 'day') return addDays(start, 1)
  if (unit === 'week') return addDays(start, 7)
  return addMonths(start, { month: 1, quarter: 3, year: 12 }[unit])
}

/** The last day of the unit that begins on a day. */
export const endOfUnit = (start: string, unit: DateUnit): string => addDays(nextUnit(start, unit), -1)

/** The first days of the units of a period, in order. */
export function listUnits({ from, to }: Period, unit: DateUnit): string[] {
  const starts: string[] = []
  for (let start = startOfUnit(from, unit); start <= to; start = nextUnit(start, unit)) starts.push(start)
  return starts
}

/** The name of the unit that begins on a day: 2026-03-02 for a day or a week, 2026-03, 2026 Q1, 2026. */
export function nameUnit(start: string, unit: DateUnit): string {
  if (unit === 'month') return start.slice(0, 7)
  if (unit === 'quarter') return `${start.slice(0, 4)} Q${Math.ceil(Number(start.slice(5, 7)) / 3)}`
  return unit === 'year' ? start.slice(0, 4) : start
}
