import { addDays, minDate } from 'stoa/calendar-date'
import { roundDays } from './figures.ts'

/** All rows of an employee and type that end on the same day, after that day. */
export interface EndedPeriod {
  /** Sum of the rows, without what closing wrote before. */
  total: number
  /** Days carried over before. */
  carried: number
  /** Days expired before. */
  expired: number
  /** The day is the end of a leave year. Carried days that expire within the year are not carried again. */
  isYearEnd: boolean
  /** Most days to carry over; null for no limit. */
  cap: number | null
}

/**
 * Days still to carry over and to expire. Closing again after a correction returns the difference, 0 when nothing changed. A debt is
 * carried over whole. Rule: specification backoffice 2.7; frappe/hrms #2770 shows why a carry-over must follow later corrections.
 */
export function closePeriod({ total, carried, expired, isYearEnd, cap }: EndedPeriod): { carry: number; expire: number } {
  const carry = !isYearEnd ? 0 : total <= 0 || cap === null ? total : Math.min(cap, total)
  const expire = Math.max(0, total) - Math.max(0, carry)
  return { carry: roundDays(carry - carried), expire: roundDays(expire - expired) }
}

/** Validity of carried days: from the first day of the next leave year, for some days or until its end. */
export function findCarryValidity(
  nextYear: { start: string; end: string },
  expireDays: number | null,
): { valid_from: string; valid_to: string } {
  const valid_to = expireDays === null ? nextYear.end : minDate(nextYear.end, addDays(nextYear.start, expireDays - 1))
  return { valid_from: nextYear.start, valid_to }
}
