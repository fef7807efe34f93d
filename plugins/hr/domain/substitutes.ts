import { addDays, getWeekday } from 'stoa/calendar-date'

/** What a substitution depends on. */
export interface HolidayDay {
  /** "2027-01-01" */
  date: string
  kind: 'statutory' | 'general' | 'company'
  half_day: 'none' | 'am' | 'pm'
  /** It has a substitute day already. */
  isSubstituted?: boolean
}

/** A proposed day instead of a statutory holiday on a rest day. */
export interface Substitute {
  for: string
  date: string
}

/**
 * Substitute days of the statutory holidays that fall on a rest day: for each, by date, the next day that is neither a holiday nor a rest
 * day nor proposed for an earlier one. Half days are not substituted, but no substitute falls on them. If every day is a rest day,
 * there is none.
 */
export function findSubstitutes(holidays: readonly HolidayDay[], restWeekdays: readonly number[]): Substitute[] {
  const rest = new Set(restWeekdays)
  if ([1, 2, 3, 4, 5, 6, 7].every((day) => rest.has(day))) return []
  const taken = new Set(holidays.map(({ date }) => date))
  const substitutes: Substitute[] = []
  const due = holidays.filter(
    (day) => day.kind === 'statutory' && day.half_day === 'none' && !day.isSubstituted && rest.has(getWeekday(day.date)),
  )
  for (const holiday of due.toSorted((a, b) => (a.date < b.date ? -1 : 1))) {
    let date = addDays(holiday.date, 1)
    while (taken.has(date) || rest.has(getWeekday(date))) date = addDays(date, 1)
    taken.add(date)
    substitutes.push({ for: holiday.date, date })
  }
  return substitutes
}
