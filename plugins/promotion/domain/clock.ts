import type { LocalClock, Rule } from './types.ts'

/**
 * Whether a rule is open at this hour. What goes on past midnight belongs to the day it began: Friday 22:00 to 02:00 holds on Saturday
 * at one. The end is not part of it.
 */
export function isOpen(rule: Pick<Rule, 'weekdays' | 'from_minute' | 'to_minute'>, { weekday, minute }: LocalClock): boolean {
  const from = rule.from_minute ?? 0
  const to = rule.to_minute ?? 1_440
  const on = (day: number) => rule.weekdays.length === 0 || rule.weekdays.includes(day)
  if (from < to) return on(weekday) && minute >= from && minute < to
  const before = weekday === 1 ? 7 : weekday - 1
  return (on(weekday) && minute >= from) || (on(before) && minute < to)
}
