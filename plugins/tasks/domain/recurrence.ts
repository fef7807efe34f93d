import { addDays, addMonths, endOfMonth, getWeekday, minDate } from 'stoa/calendar-date'

export const recurrences = ['none', 'daily', 'workdays', 'weekly', 'monthly', 'yearly'] as const
type Recurrence = (typeof recurrences)[number]

/** How a task repeats. */
export interface RecurrenceRule {
  recurrence: Recurrence
  /** Every so many days, weeks, months or years; workdays ignore it. */
  every: number
  /** The last date; null for no end. */
  until: string | null
  /** Day of the month that the series began with: the 31st stays the last day of shorter months. */
  day: number | null
}

const SATURDAY = 6

/** The last date that a task can be due. */
const LAST_DATE = '2999-12-31'

/** The date after `date` by the rule, without its end. */
function step(date: string, { recurrence, every, day }: RecurrenceRule): string {
  switch (recurrence) {
    case 'daily':
      return addDays(date, every)
    case 'workdays': {
      let next = addDays(date, 1)
      while (getWeekday(next) >= SATURDAY) next = addDays(next, 1)
      return next
    }
    case 'weekly':
      return addDays(date, every * 7)
    default: {
      const first = addMonths(`${date.slice(0, 8)}01`, recurrence === 'yearly' ? every * 12 : every)
      return minDate(addDays(first, (day ?? Number(date.slice(8))) - 1), endOfMonth(first))
    }
  }
}

/**
 * The due date that follows `date` by the rule: the first one that is not before `today`. Dates that were missed are skipped, so that a
 * late task does not leave a heap of overdue ones.
 * @returns null when the task does not repeat, or the series has ended
 */
export function findNextDate(date: string, rule: RecurrenceRule, today: string): string | null {
  if (rule.recurrence === 'none') return null
  let next = step(date, rule)
  while (next < today) next = step(next, rule)
  return next > minDate(rule.until ?? LAST_DATE, LAST_DATE) ? null : next
}
