import { addDays, endOfMonth, startOfMonth } from 'stoa/calendar-date'
import type { Frequency, Period } from './types.ts'

/**
 * The period that a date belongs to: the month, the half of the month until the 15th or after it; of the other frequencies, the days
 * that begin with the date. Source: specification backoffice 2.9.
 */
export function findPeriod(frequency: Frequency, date: string): Period {
  const month = startOfMonth(date)
  const middle = addDays(month, 14)
  switch (frequency) {
    case 'monthly':
      return { start: month, end: endOfMonth(date) }
    case 'semi_monthly':
      return date <= middle ? { start: month, end: middle } : { start: addDays(middle, 1), end: endOfMonth(date) }
    case 'fortnightly':
      return { start: date, end: addDays(date, 13) }
    case 'weekly':
      return { start: date, end: addDays(date, 6) }
    case 'daily':
      return { start: date, end: date }
  }
}

/** The period after a period. */
export const findNextPeriod = (frequency: Frequency, { end }: Period): Period => findPeriod(frequency, addDays(end, 1))

/** The part of a monthly amount that a period pays, as a fraction of two whole numbers. */
export const monthShares: Readonly<Record<Frequency, readonly [number, number]>> = {
  monthly: [1, 1],
  semi_monthly: [1, 2],
  fortnightly: [12, 26],
  weekly: [12, 52],
  daily: [12, 365],
}
