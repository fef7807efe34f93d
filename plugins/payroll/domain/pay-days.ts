import { roundQuantity, sumQuantities } from './ratio.ts'
import type { DayBasis, DayPartSource, PayDay } from './types.ts'

/** A day as a monthly salary counts it. */
export interface CountedDay {
  day: PayDay
  /** The most that the day counts: a calendar day, or its work. */
  cap: number
  /** Part that is paid; 0 outside the employment. */
  paid: number
  unpaid: number
  absent: number
  /** Part of leave that is paid. */
  paidLeave: number
}

/**
 * Counts the parts of a day. A calendar day counts whole, rest days and holidays too; of work days the work. What is not paid never
 * exceeds the day. Source: specification backoffice 2.9, with frappe/hrms 4852 (days outside the employment) and 2612 (clamp).
 */
export function countDay(day: PayDay, basis: DayBasis): CountedDay {
  const cap = basis === 'calendar' ? 1 : day.work
  if (!day.isEmployed) return { day, cap, paid: 0, unpaid: 0, absent: 0, paidLeave: 0 }
  const sumLeaves = (share: (paid: number) => number) => sumQuantities(day.leaves.map(({ fraction, paid }) => fraction * share(paid)))
  const unpaid = Math.min(cap, sumLeaves((paid) => 1 - paid) + (basis === 'calendar' ? day.unpaidHoliday : 0))
  const absent = Math.min(cap - unpaid, day.absent)
  return {
    day,
    cap,
    paid: roundQuantity(cap - unpaid - absent),
    unpaid: roundQuantity(unpaid),
    absent: roundQuantity(absent),
    paidLeave: Math.min(
      cap,
      sumLeaves((paid) => paid),
    ),
  }
}

/** The parts of days that are not paid, with their sources. */
export const listUnpaid = (days: readonly CountedDay[]): DayPartSource[] =>
  days
    .filter(({ unpaid }) => unpaid > 0)
    .map(({ day, unpaid }) => ({
      date: day.date,
      fraction: unpaid,
      ref: day.leaves.find(({ paid }) => paid < 1)?.ref ?? null,
    }))

/** The parts of days that were missed, with their attendance. */
export const listAbsent = (days: readonly CountedDay[]): DayPartSource[] =>
  days.filter(({ absent }) => absent > 0).map(({ day, absent }) => ({ date: day.date, fraction: absent, ref: day.ref }))

/** Minutes of a scheduled day of employment in the period, on average; 480 when nothing is scheduled. */
export function averageMinutes(days: readonly PayDay[]): number {
  const scheduled = days.filter(({ isEmployed, work, paidHoliday, minutes }) => isEmployed && (work > 0 || paidHoliday > 0) && minutes > 0)
  return scheduled.length === 0 ? 480 : roundQuantity(scheduled.reduce((sum, { minutes }) => sum + minutes, 0) / scheduled.length)
}
