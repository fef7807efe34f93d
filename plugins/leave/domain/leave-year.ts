import { addDays, addMonths, countDays } from 'stoa/calendar-date'

/** How leave years run: from 1 January, from the join date of each employee, or from a fixed day. */
export type LeaveYearRule = { kind: 'calendar' } | { kind: 'anniversary' } | { kind: 'fixed'; month: number; day: number }

/** First and last day of a leave year. */
export interface LeaveYear {
  start: string
  end: string
}

const pad = (value: number): string => String(value).padStart(2, '0')

/** The leave year that contains a date. An employee who joined on 29 February has anniversaries on 28 February in other years. */
export function findLeaveYear(rule: LeaveYearRule, joinDate: string, date: string): LeaveYear {
  const first = rule.kind === 'anniversary' ? joinDate : rule.kind === 'fixed' ? `2000-${pad(rule.month)}-${pad(rule.day)}` : '2000-01-01'
  let years = Number(date.slice(0, 4)) - Number(first.slice(0, 4))
  if (addMonths(first, years * 12) > date) years -= 1
  return { start: addMonths(first, years * 12), end: addDays(addMonths(first, (years + 1) * 12), -1) }
}

/** The year of service on a date: 1 from the join date on, 2 from the first anniversary on. 0 before the join date. */
export function countServiceYear(joinDate: string, date: string): number {
  if (date < joinDate) return 0
  const { start } = findLeaveYear({ kind: 'anniversary' }, joinDate, date)
  return Math.round(countDays(joinDate, start) / 365.25) + 1
}
