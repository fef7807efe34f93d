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
  /** First day. */
  start: string
  minutes: number
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
