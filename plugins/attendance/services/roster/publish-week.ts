import { type Ctx, groupBy, listDates } from 'stoa'
import type { SelectedEmployee } from 'stoa/plugins/hr'
import { NOTICES } from 'stoa/plugins/notes'
import { isAssignedOn } from '../../domain/shift-overlap.ts'
import { hrShiftAssignment } from '../../resources/shift-assignment.ts'
import { lockEmployees } from '../lock-employees.ts'
import { enqueueRecompute } from './change-roster.ts'
import { ROSTER_PUBLISHED } from './notify-roster.ts'
import { readRosterAssignments } from './read-assignments.ts'
import { endOfWeek, findRosterEmployees, type WeekFilter } from './roster-employees.ts'

/** Employees of a transaction, so that it holds their locks for a moment only. */
const CHUNK = 50

/**
 * Publishes all drafts with a day in the week, each with its whole period, and notifies the employees. It is safe to run twice: what is
 * published stays so.
 */
export async function publishWeek(ctx: Ctx, filter: WeekFilter): Promise<{ assignments: number; employees: number }> {
  const employees = await findRosterEmployees(ctx, filter)
  const sorted = employees.toSorted((one, other) => one.id - other.id)
  const sum = { assignments: 0, employees: 0 }
  for (let n = 0; n < sorted.length; n += CHUNK) {
    const part = await publishChunk(ctx, sorted.slice(n, n + CHUNK), filter.from)
    sum.assignments += part.assignments
    sum.employees += part.employees
  }
  return sum
}

async function publishChunk(
  ctx: Ctx,
  employees: readonly SelectedEmployee[],
  from: string,
): Promise<{ assignments: number; employees: number }> {
  const { resources } = ctx.kernel
  const to = endOfWeek(from)
  const dates = listDates(from, to)
  return ctx.kernel.transaction(async (tx) => {
    const ids = employees.map(({ id }) => id)
    await lockEmployees(tx, ids)
    const assignments = await readRosterAssignments(tx, { employees: ids, from, to })
    const drafts = assignments.filter((one) => !one.isPublished && dates.some((date) => isAssignedOn(one, date)))
    for (const { id } of drafts.toSorted((one, other) => one.id - other.id))
      await resources.transitionIn(tx, ctx, hrShiftAssignment, id, 'publish')
    const own = groupBy(drafts, ({ employee_id }) => employee_id)
    const notices = ctx.kernel.find(NOTICES)
    for (const { id, account_id } of employees) {
      const last = own.get(id)?.at(-1)
      if (!notices || !last || account_id === null) continue
      const key = `roster ${from} ${Math.max(...(own.get(id) ?? []).map((draft) => draft.id))}`
      await notices.notify(tx, { kind: ROSTER_PUBLISHED, to: [account_id], actor: ctx.actor, params: { from, to }, key })
    }
    enqueueRecompute(
      tx,
      [...own.keys()].flatMap((employee_id) => [from, to].map((date) => ({ employee_id, date }))),
    )
    return { assignments: drafts.length, employees: own.size }
  })
}
