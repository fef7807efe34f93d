import { MINUTE_MS, toInstant, toLocalDate } from './clock.ts'
import type { DayShift, Punch, ShiftRules } from './rules.ts'
import { getEndMinute } from './shift-overlap.ts'

/** A shift of a day with its instants, in milliseconds. */
export interface ShiftWindow {
  date: string
  rules: ShiftRules
  start: number
  end: number
  /** Punches from here to `to` belong to the shift. */
  from: number
  to: number
}

/**
 * Windows of shifts in order of their start: from `early_in` before the start to `late_out` after the end. Where two overlap, the window
 * of the later shift starts at the end of the earlier one, and that of the earlier one ends there (specification backoffice 2.6; Frappe
 * HR cuts both the same way).
 */
export function findWindows(shifts: readonly DayShift[], zone: string): ShiftWindow[] {
  const windows = shifts
    .map(({ date, rules }) => {
      const start = toInstant(date, rules.start_min, zone)
      const end = toInstant(date, getEndMinute(rules), zone)
      return { date, rules, start, end, from: start - rules.early_in_min * MINUTE_MS, to: end + rules.late_out_min * MINUTE_MS }
    })
    .toSorted((one, other) => one.start - other.start || one.rules.id - other.rules.id)
  for (const [n, window] of windows.entries()) {
    const before = windows[n - 1]
    if (!before) continue
    window.from = Math.max(window.from, Math.min(before.end, window.start))
    before.to = Math.min(before.to, Math.max(window.from, before.end))
  }
  return windows
}

/** Punches by the window they belong to, and by local date where they belong to none. */
export interface SortedPunches {
  byWindow: Map<ShiftWindow, Punch[]>
  byDate: Map<string, Punch[]>
}

/**
 * Sorts punches into windows. An instant on the border of two windows belongs to the earlier shift, unless the punch is an in: people who
 * work two shifts in a row end the first one before they start the second.
 */
export function sortPunches(punches: readonly Punch[], windows: readonly ShiftWindow[], zone: string): SortedPunches {
  const byWindow = new Map<ShiftWindow, Punch[]>(windows.map((window) => [window, []]))
  const byDate = new Map<string, Punch[]>()
  for (const punch of punches.toSorted((one, other) => one.at - other.at || one.id - other.id)) {
    const matches = windows.filter(({ from, to }) => punch.at >= from && punch.at <= to)
    const window = punch.direction === 'in' ? matches.at(-1) : matches[0]
    if (window) byWindow.get(window)?.push(punch)
    else {
      const date = toLocalDate(punch.at, zone)
      byDate.set(date, [...(byDate.get(date) ?? []), punch])
    }
  }
  return { byWindow, byDate }
}
