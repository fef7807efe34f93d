/** Half of a day, or the whole day. */
export type DayPart = 'full' | 'am' | 'pm'

/** Minutes of a work day without a shift. */
export const DEFAULT_WORK_MINUTES = 480

/** A published holiday of an employee's holiday calendar. */
export interface DayHoliday {
  id: number
  kind: 'statutory' | 'general' | 'company'
  half_day: 'none' | 'am' | 'pm'
  paid: boolean
}

/** What decides whether an employee works on a day. */
export interface WorkDayInput {
  /** ISO weekday, Monday 1 to Sunday 7. */
  weekday: number
  /** Work days of the employee; empty for none of their own. */
  ownWeekdays: readonly number[]
  /** Work days of the settings. */
  defaultWeekdays: readonly number[]
  /** Minutes that the roster schedules; null when it says nothing about the day. 0 is a rest day of the roster. */
  rosterMinutes: number | null
  holiday: DayHoliday | null
}

/** Whether a day is worked. */
export interface WorkDayResult {
  kind: 'work' | 'rest' | 'holiday'
  /** Minutes of a whole work day; 0 on a rest day. On a holiday, the minutes the day would have had. */
  minutes: number
  /** Part of the day that is work: 1, 0.5 with a half-day holiday, or 0. */
  fraction: number
}

/**
 * Whether a day is worked: the roster decides, else the work days of the employee, else those of the settings. A rest day stays a rest
 * day on a holiday, because a holiday frees only days that would be worked.
 */
export function resolveWorkDay({ weekday, ownWeekdays, defaultWeekdays, rosterMinutes, holiday }: WorkDayInput): WorkDayResult {
  const weekdays = ownWeekdays.length > 0 ? ownWeekdays : defaultWeekdays
  const minutes = rosterMinutes ?? (weekdays.includes(weekday) ? DEFAULT_WORK_MINUTES : 0)
  if (minutes === 0) return { kind: 'rest', minutes, fraction: 0 }
  if (holiday?.half_day === 'none') return { kind: 'holiday', minutes, fraction: 0 }
  return { kind: 'work', minutes, fraction: holiday ? 0.5 : 1 }
}
