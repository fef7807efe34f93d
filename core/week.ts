import type { Locale } from './i18n/api-types.ts'

/**
 * What a week begins with where a language is spoken, Monday 1 to Sunday 7. A table, since not every browser has
 * `Intl.Locale#getWeekInfo`, and what the server draws has to be what the browser draws.
 */
const firstWeekday: Record<Locale, number> = { 'en-US': 7, 'zh-HK': 7, 'zh-CN': 1 }

/** The days of a week in their order, by their ISO numbers. */
export const weekdaysIn = (language: Locale): number[] => Array.from({ length: 7 }, (_, n) => ((firstWeekday[language] - 1 + n) % 7) + 1)

/** Which day of its week a day such as "2026-11-25" is: 0 for the one a week begins with. */
export const placeInWeek = (day: string, language: Locale): number =>
  (new Date(`${day}T00:00:00Z`).getUTCDay() - firstWeekday[language] + 14) % 7
