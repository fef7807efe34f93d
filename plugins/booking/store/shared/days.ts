import type { Locale } from 'stoa/api-types'
import { placeInWeek } from 'stoa/week'
import { dateFormat } from 'stoa/store'

/** Dates as text, "2026-11-25", computed in UTC, where every day has 24 hours. */

const DAY = 86_400_000

const at = (day: string) => Date.parse(`${day}T00:00:00Z`)
const text = (moment: number) => new Date(moment).toISOString().slice(0, 10)

export const plusDays = (day: string, days: number): string => text(at(day) + days * DAY)

/** "2026-11" */
export const getMonth = (day: string): string => day.slice(0, 7)

export const plusMonths = (month: string, months: number): string => {
  const n = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + months
  return `${Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}`
}

/** The weeks of a month by locale; null for days of other months. */
export function getWeeks(month: string, language: Locale): (string | null)[][] {
  const first = `${month}-01`
  const end = at(`${plusMonths(month, 1)}-01`)
  const days: (string | null)[] = Array.from({ length: placeInWeek(first, language) }, () => null)
  for (let day = first; at(day) < end; day = plusDays(day, 1)) days.push(day)
  while (days.length % 7 > 0) days.push(null)
  return Array.from({ length: days.length / 7 }, (_, i) => days.slice(i * 7, i * 7 + 7))
}

/** A formatted date, independent of the machine's time zone. */
export const dayWords = (day: string, language: string, options: Intl.DateTimeFormatOptions): string =>
  dateFormat(language, { ...options, timeZone: 'UTC' }).format(at(day))
