import type { Option } from 'stoa/api-types'

/** Weekdays in a language, Monday first, by ISO number. */
export function weekdayOptions(language: string, width: 'short' | 'long' = 'short'): Option[] {
  const say = new Intl.DateTimeFormat(language, { weekday: width, timeZone: 'UTC' })
  // 5 January 2026 is a Monday.
  return [1, 2, 3, 4, 5, 6, 7].map((value) => ({ value, label: say.format(new Date(Date.UTC(2026, 0, 4 + value))) }))
}
