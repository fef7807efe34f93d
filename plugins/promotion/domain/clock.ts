import type { LocalClock, Rule } from './types.ts'

/**
 * Whether a rule is active at this local time. A period past midnight belongs to the day it starts: Friday 22:00 to 02:00 includes Saturday
 * 01:00. The end is exclusive.
 */
export function isOpen(rule: Pick<Rule, 'weekdays' | 'from_minute' | 'to_minute'>, { weekday, minute }: LocalClock): boolean {
  const from = rule.from_minute ?? 0
  const to = rule.to_minute ?? 1_440
  const on = (day: number) => rule.weekdays.length === 0 || rule.weekdays.includes(day)
  if (from < to) return on(weekday) && minute >= from && minute < to
  const before = weekday === 1 ? 7 : weekday - 1
  return (on(weekday) && minute >= from) || (on(before) && minute < to)
}
