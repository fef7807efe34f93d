import { addDays, countDays, type Ctx, groupBy, listDates, message, validationError } from 'stoa'
import type { CellChange, RosterConflict } from '../../domain/roster.ts'
import { changeRoster, type RosterResult } from './change-roster.ts'
import { listShiftIds, readRosterAssignments } from './read-assignments.ts'
import { endOfWeek, findRosterEmployees } from './roster-employees.ts'

export interface CopyInput {
  /** First day of the week that is copied, and of the one that gets its shifts. */
  from: string
  to: string
  department_id: number | null
  q: string
  /** Copies the days without a conflict although others have one. */
  keep_others: boolean
}

/** The copied days with the shifts that they got. */
export type CopyResult = RosterResult & { copied: { employee_id: number; date: string; shift_ids: number[] }[] }

/**
 * Copies the shifts of a week as drafts to another week. A day that has other shifts already is a conflict; a day with the same shifts
 * stays. Everything is one transaction: with a conflict nothing is written, unless the caller keeps the other days.
 */
export async function copyWeek(ctx: Ctx, { from, to, keep_others, ...filter }: CopyInput): Promise<CopyResult> {
  const days = countDays(from, to) - 1
  if (days === 0) throw validationError({ to: message('attendance:error.same_week') })
  const employees = (await findRosterEmployees(ctx, { ...filter, from: to })).map(({ id }) => id)
  return ctx.kernel.transaction(async (tx) => {
    const [source, target] = [
      await readRosterAssignments(tx, { employees, from, to: endOfWeek(from) }),
      await readRosterAssignments(tx, { employees, from: to, to: endOfWeek(to) }),
    ].map((assignments) => groupBy(assignments, ({ employee_id }) => employee_id))
    const changes: CellChange[] = []
    const occupied: RosterConflict[] = []
    for (const employee_id of employees)
      for (const day of listDates(from, endOfWeek(from))) {
        const shift_ids = listShiftIds(source?.get(employee_id) ?? [], day)
        const date = addDays(day, days)
        const present = listShiftIds(target?.get(employee_id) ?? [], date)
        if (shift_ids.every((id) => present.includes(id))) continue
        if (present.length > 0) occupied.push({ employee_id, date, problem: 'occupied', shift: '', on: date })
        else changes.push({ employee_id, date, shift_ids, published_ids: [], before: [] })
      }
    if (occupied.length > 0 && !keep_others) {
      // The other conflicts are named too, so that one look shows all of them.
      const { conflicts } = await changeRoster(ctx, tx, changes, { isRehearsal: true })
      return { applied: false, conflicts: [...occupied, ...conflicts], copied: [] }
    }
    const result = await changeRoster(ctx, tx, changes, { keepOthers: keep_others })
    const refused = new Set(result.conflicts.map(({ employee_id, date }) => `${employee_id}/${date}`))
    return {
      applied: result.applied,
      conflicts: [...occupied, ...result.conflicts],
      copied: result.applied
        ? changes
            .filter(({ employee_id, date }) => !refused.has(`${employee_id}/${date}`))
            .map(({ employee_id, date, shift_ids }) => ({ employee_id, date, shift_ids: [...shift_ids] }))
        : [],
    }
  })
}
