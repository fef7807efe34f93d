import { addDays, type Ctx, groupBy, hasPermission, message, recordAudit, sql, type Tx, validationError } from 'stoa'
import { isOwnEmployee, readAbsences, SEE_ALL } from 'stoa/plugins/hr'
import { type CellChange, planChanges, type RosterConflict, type RosterPlan, type RosterShift } from '../../domain/roster.ts'
import { hrShiftAssignment } from '../../resources/shift-assignment.ts'
import { type EmployeeInfo, readEmployees, selectVisible } from '../employees.ts'
import { lockEmployees } from '../lock-employees.ts'
import { RECOMPUTE } from '../recalculate.ts'
import { lockShifts } from '../shift-conflicts.ts'
import { notifyRosterChange } from './notify-roster.ts'
import { readRosterAssignments } from './read-assignments.ts'

/** Permission to make assignments visible to their employees. */
export const PUBLISH = 'publish hr shift assignment'

export interface RosterResult {
  /** Whether the changes were made. */
  applied: boolean
  conflicts: RosterConflict[]
}

/** Shifts by id. */
const readShifts = async (tx: Tx): Promise<ReadonlyMap<number, RosterShift>> =>
  new Map(
    (await tx.rows<RosterShift>(sql`select id, name, start_min, end_min, enabled from hr_shift order by id`)).map((shift) => [
      shift.id,
      shift,
    ]),
  )

/** Refuses employees that the actor does not see, and the actor's own record unless every employee is visible. */
async function requireEmployees(tx: Tx, ctx: Ctx, changes: readonly CellChange[]): Promise<Map<number, EmployeeInfo>> {
  const ids = [...new Set(changes.map(({ employee_id }) => employee_id))]
  const [employees, visible] = [await readEmployees(tx, ctx, ids), await selectVisible(tx, ctx, ids)]
  const seesAll = hasPermission(ctx.actor, SEE_ALL)
  for (const [n, { employee_id }] of changes.entries()) {
    const employee = visible.has(employee_id) ? employees.get(employee_id) : undefined
    if (!employee || (isOwnEmployee(ctx, employee) && !seesAll))
      throw validationError({ [`changes.${n}.employee_id`]: message('core:rule.not_exists') })
  }
  return employees
}

/** Refuses two changes of one day, because their order would decide. */
function requireOneChangePerDay(changes: readonly CellChange[]): void {
  const days = new Set<string>()
  for (const [n, { employee_id, date }] of changes.entries()) {
    const key = `${employee_id}/${date}`
    if (days.has(key)) throw validationError({ [`changes.${n}.date`]: message('attendance:error.same_day') })
    days.add(key)
  }
}

/** Plans changes under the locks of their shifts and employees. */
async function planAll(tx: Tx, ctx: Ctx, changes: readonly CellChange[]): Promise<RosterPlan & { employees: Map<number, EmployeeInfo> }> {
  const employees = await requireEmployees(tx, ctx, changes)
  requireOneChangePerDay(changes)
  await lockShifts(tx, [...new Set(changes.flatMap(({ shift_ids }) => shift_ids))])
  await lockEmployees(tx, [...employees.keys()])
  const dates = changes.map(({ date }) => date).toSorted()
  const [from = '', to = ''] = [dates[0], dates.at(-1)]
  const span = { employees: [...employees.keys()], from, to }
  const shifts = await readShifts(tx)
  const assignments = groupBy(
    await readRosterAssignments(tx, { ...span, from: addDays(from, -1), to: addDays(to, 1) }),
    ({ employee_id }) => employee_id,
  )
  const absent = new Map<string, number>()
  for (const { employee_id, date, fraction } of await readAbsences(tx, ctx, span))
    absent.set(`${employee_id}/${date}`, (absent.get(`${employee_id}/${date}`) ?? 0) + fraction)
  const plan: RosterPlan = { creates: [], cancels: [], updates: new Map(), conflicts: [] }
  for (const [id, own] of groupBy(changes, ({ employee_id }) => employee_id)) {
    const { join_date = '', last_day = null, enabled = false } = employees.get(id) ?? {}
    const planned = planChanges(own, {
      assignments: assignments.get(id) ?? [],
      shifts,
      getDay: (date) => ({
        isEmployed: enabled && date >= join_date && (last_day === null || date <= last_day),
        isAbsent: (absent.get(`${id}/${date}`) ?? 0) >= 1,
      }),
    })
    plan.creates.push(...planned.creates)
    plan.cancels.push(...planned.cancels)
    plan.conflicts.push(...planned.conflicts)
    for (const [assignment, dates] of planned.updates) plan.updates.set(assignment, dates)
  }
  return { ...plan, employees }
}

/** `keepOthers` leaves out the days with a conflict instead of refusing all; a rehearsal writes nothing. */
export interface ChangeOptions {
  keepOthers?: boolean
  isRehearsal?: boolean
}

/** Sets the shifts of days, all of them or none: one conflict refuses all changes. Employees learn of changes of published shifts. */
export async function changeRoster(
  ctx: Ctx,
  tx: Tx,
  requested: readonly CellChange[],
  { keepOthers = false, isRehearsal = false }: ChangeOptions = {},
): Promise<RosterResult> {
  if (requested.length === 0) return { applied: true, conflicts: [] }
  const mayPublish = hasPermission(ctx.actor, PUBLISH)
  const changes = requested.map((change) => (mayPublish ? change : { ...change, published_ids: [] }))
  const plan = await planAll(tx, ctx, changes)
  if (isRehearsal) return { applied: false, conflicts: plan.conflicts }
  if (plan.conflicts.length === 0) {
    await writePlan(tx, ctx, plan, changes)
    return { applied: true, conflicts: [] }
  }
  const refused = new Set(plan.conflicts.map(({ employee_id, date }) => `${employee_id}/${date}`))
  const others = changes.filter(({ employee_id, date }) => !refused.has(`${employee_id}/${date}`))
  if (!keepOthers || others.length === 0) return { applied: false, conflicts: plan.conflicts }
  // Two refused days may have stood in the way of each other only, so the rest is planned again without them.
  const { applied, conflicts } = await changeRoster(ctx, tx, others, { keepOthers })
  return { applied, conflicts: [...plan.conflicts, ...conflicts] }
}

async function writePlan(tx: Tx, ctx: Ctx, plan: Awaited<ReturnType<typeof planAll>>, changes: readonly CellChange[]): Promise<void> {
  const { resources } = ctx.kernel
  for (const { id } of plan.cancels.toSorted((one, other) => one.id - other.id))
    await resources.transitionIn(tx, ctx, hrShiftAssignment, id, 'cancel')
  const updates = [...plan.updates].toSorted(([one], [other]) => one.id - other.id)
  // Days that end go first, so that no day has its old and its new shift for a moment, which the check of the assignment would refuse.
  for (const [{ id, excluded_dates }, next] of updates)
    if (next.some((date) => !excluded_dates.includes(date)))
      await resources.updateIn(tx, ctx, hrShiftAssignment, id, { excluded_dates: [...excluded_dates, ...next] })
  for (const [{ id, excluded_dates }, next] of updates)
    if (excluded_dates.some((date) => !next.includes(date)))
      await resources.updateIn(tx, ctx, hrShiftAssignment, id, { excluded_dates: [...next] })
  const rows = plan.creates.map(({ employee_id, shift_id, date }) => ({
    employee_id,
    shift_id,
    start_date: date,
    end_date: date,
    weekdays: [],
    excluded_dates: [],
    status: 'draft' as const,
  }))
  const ids = await tx.insertAll({ ...hrShiftAssignment, internal: {} }, rows)
  const entries = rows.map((row, n) => ({
    resource: 'hr_shift_assignment',
    rowId: ids[n] ?? null,
    verb: 'create',
    changes: (['employee_id', 'shift_id', 'start_date', 'end_date'] as const).map((field) => ({ field, old: null, new: row[field] })),
  }))
  if (entries.length > 0) await recordAudit(tx, ctx, ...entries)
  for (const [n, { isPublished }] of plan.creates.entries())
    if (isPublished) await resources.transitionIn(tx, ctx, hrShiftAssignment, ids[n] ?? 0, 'publish')
  const published = new Set([
    ...plan.cancels.filter(({ isPublished }) => isPublished).map(({ employee_id }) => employee_id),
    ...[...plan.updates.keys()].filter(({ isPublished }) => isPublished).map(({ employee_id }) => employee_id),
    ...plan.creates.filter(({ isPublished }) => isPublished).map(({ employee_id }) => employee_id),
  ])
  if (published.size === 0) return
  const concerned = changes.filter(({ employee_id }) => published.has(employee_id))
  await notifyRosterChange(
    tx,
    ctx,
    [...published].flatMap((id) => plan.employees.get(id) ?? []),
    concerned,
  )
  enqueueRecompute(tx, concerned)
}

/** Computes the attendance of changed days again; days to come are computed when they begin. */
export function enqueueRecompute(tx: Tx, days: readonly { employee_id: number; date: string }[]): void {
  const dates = days.map(({ date }) => date).toSorted()
  const [from, to] = [dates[0], dates.at(-1)]
  const tomorrow = addDays(new Date().toISOString().slice(0, 10), 1)
  if (from === undefined || to === undefined || from > tomorrow) return
  tx.enqueue(RECOMPUTE, { employees: [...new Set(days.map(({ employee_id }) => employee_id))], from, to: to < tomorrow ? to : tomorrow })
}
