import { addDays, getWeekday } from 'stoa/calendar-date'

/** A version of the test of a continuous contract. */
export interface ContinuityRule {
  effective_from: string
  /** Minutes of work in a week. */
  week_minutes: number
  /** Minutes of work in a week and those before it, `weeks` together; null for no such test. */
  four_week_minutes: number | null
  weeks: number
}

/** Minutes of work in a week. */
export interface WorkedWeek {
  /** Its Sunday. */
  start: string
  minutes: number
}

/** Days of a week. */
const WEEK = 7

/**
 * The whole weeks among days of employment, each of which is there once. A week ends on Saturday; one that the employment begins or ends
 * within does not count. Source: Employment Ordinance (Cap. 57), First Schedule.
 */
export function listWholeWeeks(days: readonly { date: string; minutes: number }[]): WorkedWeek[] {
  const weeks = new Map<string, { minutes: number; days: number }>()
  for (const { date, minutes } of days) {
    const start = addDays(date, -(getWeekday(date) % WEEK))
    const week = weeks.get(start) ?? { minutes: 0, days: 0 }
    weeks.set(start, { minutes: week.minutes + minutes, days: week.days + 1 })
  }
  return [...weeks].flatMap(([start, week]) => (week.days === WEEK ? { start, minutes: week.minutes } : []))
}

/**
 * Number of weeks, up to the last one, in each of which the work was enough for a continuous contract: by the week alone, or together
 * with the weeks before it. Each week is judged by the rule in effect when it begins. Without a rule all weeks count.
 * Source: Employment Ordinance (Cap. 57), First Schedule, and its amendment in effect from 2026-01-18.
 */
export function countContinuousWeeks(rules: readonly ContinuityRule[], weeks: readonly WorkedWeek[]): number {
  const dated = rules.toSorted((one, two) => two.effective_from.localeCompare(one.effective_from))
  const sorted = weeks.toSorted((one, two) => one.start.localeCompare(two.start))
  const isEnough = ({ start, minutes }: WorkedWeek, index: number): boolean => {
    const rule = dated.find(({ effective_from }) => effective_from <= start)
    if (rule === undefined || minutes >= rule.week_minutes) return true
    if (rule.four_week_minutes === null || index + 1 < rule.weeks) return false
    const together = sorted.slice(index + 1 - rule.weeks, index + 1)
    return together.reduce((sum, week) => sum + week.minutes, 0) >= rule.four_week_minutes
  }
  return sorted.length - 1 - sorted.findLastIndex((week, index) => !isEnough(week, index))
}
