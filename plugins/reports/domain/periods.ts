import { addDays, addMonths, countDays, getWeekday, type Period, startOfMonth, startOfQuarter } from 'stoa/calendar-date'

/** Lengths of the parts of a period. */
export const dateUnits = ['day', 'week', 'month', 'quarter', 'year'] as const
export type DateUnit = (typeof dateUnits)[number]

/** The unit in which a period is read at a glance: days of up to two months, weeks of up to half a year, else months. */
export function chooseUnit({ from, to }: Period): DateUnit {
  const days = countDays(from, to)
  if (days <= 62) return 'day'
  return days <= 184 ? 'week' : 'month'
}

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
