import type { Locale } from './i18n/api-types.ts'

/**
 * First day of the week by language, Monday 1 to Sunday 7. A table, because not every browser has `Intl.Locale#getWeekInfo`, and
 * server and browser must render the same.
 */
const firstWeekday: Record<Locale, number> = { 'en-US': 7, 'zh-HK': 7, 'zh-CN': 1 }

/** The days of a week in order, by ISO number. */
export const weekdaysIn = (language: Locale): number[] => Array.from({ length: 7 }, (_, n) => ((firstWeekday[language] - 1 + n) % 7) + 1)

/** Position of a day such as "2026-11-25" in its week: 0 for the first day. */
export const placeInWeek = (day: string, language: Locale): number =>
  (new Date(`${day}T00:00:00Z`).getUTCDay() - firstWeekday[language] + 14) % 7
