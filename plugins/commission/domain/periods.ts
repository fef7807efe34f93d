import { addDays, addMonths, countDays, endOfMonth, startOfMonth } from 'stoa/calendar-date'
import type { Period, Settlement } from './types.ts'

/** A Monday. Periods of two weeks are counted from it, before and after. */
const FIRST_MONDAY = '1970-01-05'
const DAYS = 14

const monthCounts: Readonly<Record<Exclude<Settlement, 'biweekly'>, number>> = { monthly: 1, quarterly: 3, semi_annual: 6, annual: 12 }

/** The settlement period that a date lies in: two weeks from a Monday, or one, three, six or twelve months of the calendar year. */
export function findPeriod(settlement: Settlement, date: string): Period {
  if (settlement === 'biweekly') {
    const days = countDays(FIRST_MONDAY, date) - 1
    const start = addDays(FIRST_MONDAY, Math.floor(days / DAYS) * DAYS)
    return { start, end: addDays(start, DAYS - 1) }
  }
  const months = monthCounts[settlement]
  const month = Number(date.slice(5, 7)) - 1
  const start = addMonths(startOfMonth(date), -(month % months))
  return { start, end: endOfMonth(addMonths(start, months - 1)) }
}

/** The period before the one that a date lies in. */
export const findPreviousPeriod = (settlement: Settlement, date: string): Period =>
  findPeriod(settlement, addDays(findPeriod(settlement, date).start, -1))
