import { addDays, addMonths, countDays, endOfMonth, maxDate, minDate, startOfMonth } from 'stoa/calendar-date'
import { roundDays } from './figures.ts'
import { countServiceYear, type LeaveYear } from './leave-year.ts'

export const accrualKinds = ['grant', 'monthly_first', 'monthly_last', 'anniversary'] as const
export type AccrualKind = (typeof accrualKinds)[number]
export const roundings = ['none', '0.25', '0.5', '1'] as const
export type Rounding = (typeof roundings)[number]

/** Days a year from a year of service on. */
export interface ScaleStep {
  years: number
  days: number
}

/** How a type of leave accrues. */
export interface AccrualRule {
  accrual: AccrualKind
  scale: readonly ScaleStep[]
  rounding: Rounding
  /** Periods that began earlier accrue nothing: their days are opening balances. */
  effectiveFrom: string
}

/** Employment as accrual sees it. */
export interface Employment {
  joinDate: string
  lastDay: string | null
}

/** Days that accrue for a period. */
export interface Accrual {
  /** Identifies the period, so that it accrues once. */
  key: string
  kind: 'grant' | 'accrual'
  days: number
  valid_from: string
  valid_to: string
  /** The employment ends within the period: days accrued before this was known are corrected. */
  isLast: boolean
}

/** Days a year in a year of service: those of the last step that has begun, 0 before the first. */
export const findScaleDays = (scale: readonly ScaleStep[], serviceYear: number): number =>
  scale.filter(({ years }) => years <= serviceYear).toSorted((one, two) => two.years - one.years)[0]?.days ?? 0

/** Rounds to a multiple, half up; `none` keeps thousandths. */
export function roundTo(rounding: Rounding, days: number): number {
  if (rounding === 'none') return roundDays(days)
  const step = Number(rounding)
  return roundDays(Math.floor(roundDays(days) / step + 0.5) * step)
}

/** The share of a period, 0 to 1, on which somebody is employed. */
export function findEmployedShare({ joinDate, lastDay }: Employment, from: string, to: string): number {
  const employed = countDays(maxDate(from, joinDate), lastDay === null ? to : minDate(to, lastDay))
  return Math.max(0, employed) / countDays(from, to)
}

interface AccrualInput {
  rule: AccrualRule
  employment: Employment
  findYear: (date: string) => LeaveYear
  /** Last day on which a period may accrue: today. */
  until: string
}

/** All accruals from the effective date to `until`, oldest first. Rule: specification backoffice 2.7. */
export function listAccruals(input: AccrualInput): Accrual[] {
  if (input.rule.accrual === 'grant') return listGrants(input)
  return input.rule.accrual === 'anniversary' ? listAnniversaries(input) : listMonths(input)
}

/** The whole leave year on its first day, or on the join date; prorated for who joins or leaves within it. */
function listGrants({ rule, employment, findYear, until }: AccrualInput): Accrual[] {
  const { joinDate, lastDay } = employment
  const grants: Accrual[] = []
  const last = lastDay === null ? until : minDate(until, lastDay)
  for (let year = findYear(maxDate(joinDate, rule.effectiveFrom)); year.start <= last; year = findYear(addDays(year.end, 1))) {
    const from = maxDate(year.start, joinDate)
    if (from > last || from < rule.effectiveFrom) continue
    const days = findScaleDays(rule.scale, countServiceYear(joinDate, from)) * findEmployedShare(employment, year.start, year.end)
    const isLast = lastDay !== null && lastDay <= year.end
    grants.push({
      key: `grant ${year.start}`,
      kind: 'grant',
      days: roundTo(rule.rounding, days),
      valid_from: from,
      valid_to: year.end,
      isLast,
    })
  }
  return grants
}

/**
 * A twelfth of the year each month, on its first or last day. What is rounded is the running total of the leave year, so that the
 * errors of twelve months do not add up.
 */
function listMonths({ rule, employment, findYear, until }: AccrualInput): Accrual[] {
  const { joinDate, lastDay } = employment
  const accruals: Accrual[] = []
  let running = { start: '', raw: 0 }
  for (let month = startOfMonth(maxDate(joinDate, rule.effectiveFrom)); month <= until; month = addMonths(month, 1)) {
    const end = endOfMonth(month)
    if (lastDay !== null && lastDay < month) break
    const isLast = lastDay !== null && lastDay <= end
    const date = rule.accrual === 'monthly_first' ? maxDate(month, joinDate) : isLast ? lastDay : end
    if (date > until) break
    if (maxDate(month, joinDate) < rule.effectiveFrom) continue
    const year = findYear(date)
    if (running.start !== year.start) running = { start: year.start, raw: 0 }
    const before = roundTo(rule.rounding, running.raw)
    running.raw += (findScaleDays(rule.scale, countServiceYear(joinDate, date)) / 12) * findEmployedShare(employment, month, end)
    const days = roundDays(roundTo(rule.rounding, running.raw) - before)
    accruals.push({ key: `month ${month.slice(0, 7)}`, kind: 'accrual', days, valid_from: date, valid_to: year.end, isLast })
  }
  return accruals
}

/** On each anniversary the days of the completed year of service, valid until the next one. */
function listAnniversaries({ rule, employment: { joinDate, lastDay }, until }: AccrualInput): Accrual[] {
  const accruals: Accrual[] = []
  for (let years = 1; ; years++) {
    const date = addMonths(joinDate, years * 12)
    if (date > until || (lastDay !== null && lastDay < date)) return accruals
    if (date < rule.effectiveFrom) continue
    const days = roundTo(rule.rounding, findScaleDays(rule.scale, years))
    const valid_to = addDays(addMonths(joinDate, (years + 1) * 12), -1)
    accruals.push({ key: `anniversary ${date}`, kind: 'grant', days, valid_from: date, valid_to, isLast: false })
  }
}
