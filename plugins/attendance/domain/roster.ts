import { addDays } from 'stoa/calendar-date'
import { type AssignmentDays, findOverlap, isAssignedOn, type ShiftTime } from './shift-overlap.ts'

/** An assignment that is not canceled. */
export interface RosterAssignment extends AssignmentDays {
  id: number
  employee_id: number
  shift_id: number
  isPublished: boolean
  excluded_dates: readonly string[]
}

/** A shift as the roster assigns it. */
export interface RosterShift extends ShiftTime {
  id: number
  name: string
  enabled: boolean
}

/** The shifts that an employee should have on a day. */
export interface CellChange {
  employee_id: number
  date: string
  shift_ids: readonly number[]
  /** Those of `shift_ids` that are published at once, such as a shift that an undo restores. */
  published_ids: readonly number[]
  /** The shifts that were shown when the change was made; null to change whatever is there. */
  before: readonly number[] | null
}

/** Why a day is not changed. */
export type RosterProblem = 'changed' | 'overlap' | 'absent' | 'not_employed' | 'shift_disabled' | 'occupied'

/** A refused change, with the other shift and its date for an overlap. */
export interface RosterConflict {
  employee_id: number
  date: string
  problem: RosterProblem
  shift: string
  on: string
}

/** Writes that make the changes. */
export interface RosterPlan {
  creates: { employee_id: number; date: string; shift_id: number; isPublished: boolean }[]
  /** Assignments of a single day that end. */
  cancels: RosterAssignment[]
  /** Assignments of several days with their new excluded dates. */
  updates: Map<RosterAssignment, readonly string[]>
  conflicts: RosterConflict[]
}

/** What is known of a day before it gets a shift. */
export interface RosterDay {
  isEmployed: boolean
  /** Absent for the whole day. */
  isAbsent: boolean
}

export const isSingleDay = ({ start_date, end_date }: AssignmentDays): boolean => start_date === end_date

const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.toSorted((a, b) => a - b).every((id, n) => id === other.toSorted((a, b) => a - b)[n])

/**
 * Plans the changes of one employee, which are about different days. A shift that goes away ends its assignment when that is of a single
 * day; otherwise the day becomes an excluded date of it, so that the other days keep their shift and the day is a rest day. A shift that
 * is added restores an excluded date of an assignment of the same shift, or else is an assignment of one day. Shifts that stay are not
 * touched. Every added shift is compared with all that remain, also across midnight.
 */
export function planChanges(
  changes: readonly CellChange[],
  {
    assignments,
    shifts,
    getDay,
  }: {
    assignments: readonly RosterAssignment[]
    shifts: ReadonlyMap<number, RosterShift>
    getDay: (date: string) => RosterDay
  },
): RosterPlan {
  const plan: RosterPlan = { creates: [], cancels: [], updates: new Map(), conflicts: [] }
  const added: { change: CellChange; shift: RosterShift; days: AssignmentDays; source: RosterAssignment | null }[] = []
  for (const change of changes) {
    const { employee_id, date } = change
    const present = assignments.filter((assignment) => isAssignedOn(assignment, date))
    const refuse = (problem: RosterProblem, shift = '') => plan.conflicts.push({ employee_id, date, problem, shift, on: date })
    if (
      change.before &&
      !isSame(
        change.before,
        present.map(({ shift_id }) => shift_id),
      )
    ) {
      refuse('changed')
      continue
    }
    for (const assignment of present.filter(({ shift_id }) => !change.shift_ids.includes(shift_id)))
      if (isSingleDay(assignment)) plan.cancels.push(assignment)
      else plan.updates.set(assignment, [...(plan.updates.get(assignment) ?? assignment.excluded_dates), date])
    const missing = change.shift_ids.filter((id) => !present.some(({ shift_id }) => shift_id === id))
    const day = getDay(date)
    if (missing.length > 0 && !day.isEmployed) refuse('not_employed')
    else if (missing.length > 0 && day.isAbsent) refuse('absent')
    else
      for (const id of missing) {
        const shift = shifts.get(id)
        if (!shift?.enabled) {
          refuse('shift_disabled', shift?.name)
          continue
        }
        const source = assignments.find(
          (one) => one.shift_id === id && one.excluded_dates.includes(date) && isAssignedOn({ ...one, excluded_dates: [] }, date),
        )
        if (source)
          plan.updates.set(
            source,
            (plan.updates.get(source) ?? source.excluded_dates).filter((excluded) => excluded !== date),
          )
        else plan.creates.push({ employee_id, date, shift_id: id, isPublished: change.published_ids.includes(id) })
        added.push({ change, shift, source: source ?? null, days: { ...shift, start_date: date, end_date: date, weekdays: [] } })
      }
  }
  const canceled = new Set(plan.cancels)
  const remaining = assignments
    .filter((assignment) => !canceled.has(assignment))
    .map((assignment) => ({ ...assignment, excluded_dates: plan.updates.get(assignment) ?? assignment.excluded_dates, source: assignment }))
  for (const one of added) {
    const { employee_id, date } = one.change
    const others = [
      ...remaining.filter(({ source }) => source !== one.source).map((days) => ({ days, name: shifts.get(days.shift_id)?.name ?? '' })),
      ...added.filter((other) => other !== one && other.source === null).map(({ days, shift }) => ({ days, name: shift.name })),
      // A shift that is longer than the time to its next start overlaps itself on the neighbouring days.
      ...remaining
        .filter(({ source }) => source === one.source)
        .map((days) => ({
          days: { ...days, excluded_dates: [...days.excluded_dates, date] },
          name: one.shift.name,
        })),
    ]
    for (const { days, name } of others) {
      if (findOverlap(one.days, days) === undefined) continue
      const on = [date, addDays(date, -1), addDays(date, 1)].find((near) => isAssignedOn(days, near)) ?? date
      plan.conflicts.push({ employee_id, date, problem: 'overlap', shift: name, on })
      break
    }
  }
  return plan
}
