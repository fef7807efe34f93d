import { Temporal } from 'temporal-polyfill'

/** A due time as a task of the shop has it. */
export interface Due {
  /** ISO 8601; null without a due date. */
  dueAt: string | null
  allDay: boolean
}

/** A due time as ClickUp gets it: Unix time in milliseconds, and whether it is shown with its time. */
export interface ClickUpDue {
  due_date: number | null
  due_date_time: boolean
}

/** Times of day, in minutes, that mean the whole day: what is sent from here, and what ClickUp stores when a person chooses a date. */
const WHOLE_DAY = new Set([12 * 60, 4 * 60])

const toLocal = (instant: number, zone: string) => Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone)

/** The due time for ClickUp. A whole day is sent as its noon, so that it is the same date in most time zones of its readers. */
export function toClickUpDue({ dueAt, allDay }: Due, zone: string): ClickUpDue {
  if (dueAt === null) return { due_date: null, due_date_time: false }
  const due = Date.parse(dueAt)
  if (!allDay) return { due_date: due, due_date_time: true }
  return { due_date: toLocal(due, zone).withPlainTime('12:00').epochMilliseconds, due_date_time: false }
}

/**
 * The due time of a task of ClickUp. Its answers rarely say whether the time counts; then the time of day decides.
 * @param due Unix time in milliseconds
 * @param hasTime what ClickUp says; null when it says nothing
 */
export function fromClickUpDue(due: number | null, hasTime: boolean | null, zone: string): Due {
  if (due === null) return { dueAt: null, allDay: false }
  const local = toLocal(due, zone)
  const allDay = hasTime === null ? local.second === 0 && WHOLE_DAY.has(local.hour * 60 + local.minute) : !hasTime
  const instant = allDay ? local.startOfDay().epochMilliseconds : due
  return { dueAt: new Date(instant).toISOString(), allDay }
}
