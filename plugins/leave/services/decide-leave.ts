import { AppError, type Ctx, hasPermission, message, sql, systemCtx, type Tx, validationError, WRONG_STATE } from 'stoa'
import { isOwnEmployee, SEE_ALL } from 'stoa/plugins/hr'
import { consumeLots, findShortfall } from '../domain/consume.ts'
import { daysText } from '../domain/figures.ts'
import type { LeaveSpan } from '../domain/leave-days.ts'
import { leaveSettings } from '../settings.ts'
import { countEmployeeLeave } from './count-leave.ts'
import { type LeaveEmployee, lockEmployee, readLeaveEmployee } from './employee.ts'
import { findLots, type LedgerEntry, readLedger, reverseRows, writeLedger } from './ledger.ts'
import { createYearFinder, findLeaveRules } from './leave-rules.ts'
import { notifyApprovers, notifyRequester } from './notices.ts'

/** A leave as its transitions see it. */
export interface StoredLeave {
  id: number
  number: string
  employee_id: number
  type_id: number
  start_date: string
  end_date: string
  start_half: 'full' | 'pm'
  end_half: 'full' | 'am'
  hours: string | null
  status: string
  approval_step: string
  endorsed_by: number | null
}

interface Decision {
  ctx: Ctx
  tx: Tx
  row: StoredLeave
  input: { note?: string; reason?: string }
}

/** The dates of a stored leave. */
export const toSpan = ({ start_date, end_date, start_half, end_half, hours }: StoredLeave): LeaveSpan => ({
  start_date,
  end_date,
  start_half,
  end_half,
  hours: hours === null ? null : Number(hours),
})

/** Guard of all transitions: the lock of the employee comes before any write, so that decisions cannot wait for each other. */
export const lockLeave = async ({ tx, row }: Pick<Decision, 'tx' | 'row'>): Promise<void> => void (await lockEmployee(tx, row.employee_id))

/**
 * Why the actor may not decide on a pending leave, as a key of the error texts; undefined when nothing but a permission can be missing.
 * Nobody decides on the own leave. With two levels, the manager endorses first; then somebody else who sees all employees decides.
 */
export function findDecisionObstacle(
  ctx: Ctx,
  leave: Pick<StoredLeave, 'approval_step' | 'endorsed_by'>,
  employee: Pick<LeaveEmployee, 'account_id'>,
  action: 'endorse' | 'approve' | 'reject',
): 'own_leave' | 'not_to_endorse' | 'endorse_first' | 'hr_decides' | 'other_person' | undefined {
  if (isOwnEmployee(ctx, employee)) return 'own_leave'
  const { actor, kernel } = ctx
  const accountId = actor.kind === 'admin' ? actor.id : null
  const hasTwoLevels = kernel.settings.of(leaveSettings).approval === 'manager_hr'
  const isHr = leave.approval_step === 'hr'
  if (action === 'endorse') return isHr || !hasTwoLevels ? 'not_to_endorse' : undefined
  if (action === 'approve' && hasTwoLevels && !isHr) return 'endorse_first'
  if (isHr && !hasPermission(actor, SEE_ALL)) return 'hr_decides'
  return action === 'approve' && isHr && accountId !== null && accountId === leave.endorsed_by ? 'other_person' : undefined
}

/** @throws AppError INVALID at `status`, with the reason of `findDecisionObstacle` */
export async function assertMayDecide(
  { ctx, tx, row }: Pick<Decision, 'ctx' | 'tx' | 'row'>,
  action: 'endorse' | 'approve' | 'reject',
): Promise<void> {
  const obstacle = findDecisionObstacle(ctx, row, await readLeaveEmployee(tx, ctx, row.employee_id), action)
  if (obstacle) throw validationError({ status: message(`leave:error.${obstacle}`) })
}

/**
 * Guard of a cancellation: an employee cancels the own approved leave only before its first day, also with rights of HR.
 * @throws AppError INVALID at `status`
 */
export async function assertMayCancel({ ctx, tx, row }: Pick<Decision, 'ctx' | 'tx' | 'row'>): Promise<void> {
  const employee = await readLeaveEmployee(tx, ctx, row.employee_id)
  if (isOwnEmployee(ctx, employee) && row.status === 'approved' && row.start_date <= employee.today)
    throw validationError({ status: message('leave:error.has_begun') })
}

/** First level of approval: the request goes on to HR. */
export async function endorseLeave(context: Decision): Promise<void> {
  const { ctx, tx, row } = context
  await lockLeave(context)
  if (row.status !== 'pending') throw new AppError(WRONG_STATE)
  await assertMayDecide(context, 'endorse')
  const by = ctx.actor.kind === 'admin' ? ctx.actor.id : null
  await tx.run(sql`update hr_leave set approval_step = 'hr', endorsed_by = ${by}, endorsed_at = now(), version = version + 1, updated_at = now()
    where id = ${row.id}`)
  await notifyApprovers(tx, ctx, { ...row, approval_step: 'hr' })
}

/**
 * Effect of an approval: counts the leave by today's holidays, freezes the count, and takes the days from the ledger. The lock of the
 * employee is held, so concurrent approvals cannot exceed the balance together. @throws AppError INVALID at `status`
 */
export async function approveLeave({ ctx, tx, row }: Decision): Promise<void> {
  const owner = { employee_id: row.employee_id, type_id: row.type_id }
  const employee = await readLeaveEmployee(tx, ctx, row.employee_id)
  const rules = await findLeaveRules(tx, ctx, row.type_id)
  if (!rules) throw new AppError(WRONG_STATE)
  const { days, detail } = await countEmployeeLeave(tx, ctx, row.employee_id, toSpan(row), rules.includes_holidays)
  if (days === 0) throw validationError({ status: message('leave:error.no_work_day') })
  const rows = await readLedger(tx, row.employee_id, row.type_id)
  const findYear = createYearFinder(ctx, rules, employee.join_date)
  const takenRows = consumeLots(detail, findLots(rows), findYear)
  if (rules.needs_balance) {
    const dates = detail.filter(({ fraction }) => fraction > 0).map(({ date }) => date)
    const shortfall = findShortfall([...rows, ...takenRows], dates, rules.allow_negative)
    if (shortfall)
      throw validationError({ status: message('leave:error.short', { days: daysText(shortfall.missing), date: shortfall.date }) })
  }
  await tx.run(sql`
    update hr_leave set days = ${daysText(days)}::numeric, paid_fraction = ${daysText(rules.paid_fraction)}::numeric,
      days_detail = ${JSON.stringify(Object.fromEntries(detail.map(({ date, fraction }) => [date, fraction])))}::jsonb where id = ${row.id}`)
  const takes = takenRows.map((entry, n): LedgerEntry => ({
    ...entry,
    kind: 'take',
    leave_id: row.id,
    note: row.number,
    key: `take ${row.id} ${n}`,
  }))
  const returned = detail
    .filter((day) => rules.needs_balance && day.returned > 0)
    .map((day): LedgerEntry => ({
      kind: 'adjust',
      days: day.returned,
      valid_from: day.date,
      valid_to: findYear(day.date).end,
      leave_id: row.id,
      note: ctx.kernel.i18n.t(ctx.mainLanguage, 'leave:note.holiday_within', { number: row.number, date: day.date }),
      key: `return ${row.id} ${day.date}`,
    }))
  await writeLedger(tx, ctx, owner, [...takes, ...returned])
}

/** Records who decided, and notifies the employee. */
export async function recordDecision({ ctx, tx, row, input }: Decision, outcome: 'approved' | 'rejected'): Promise<void> {
  const by = ctx.actor.kind === 'admin' ? ctx.actor.id : null
  await tx.run(sql`update hr_leave set approver_id = ${by}, decided_at = now(), decision_note = ${(input.note ?? '').slice(0, 2_000)}
    where id = ${row.id}`)
  await notifyRequester(tx, ctx, row, outcome)
}

/** Effect of a cancellation: exact reversals of every row of an approved leave, and an end of open proposals. */
export async function cancelLeave({ ctx, tx, row }: Decision): Promise<void> {
  const proposals = await tx.rows<{ id: number }>(
    sql`select id from hr_leave_adjustment where leave_id = ${row.id} and status = 'pending' order by id for update`,
  )
  const system = systemCtx(ctx.kernel, 'leave')
  for (const { id } of proposals) await ctx.kernel.resources.transitionIn(tx, system, 'hr_leave_adjustment', id, 'reject')
  if (row.status === 'approved') {
    const rows = (await readLedger(tx, row.employee_id, row.type_id)).filter(
      ({ leave_id, kind }) => leave_id === row.id && kind !== 'cancel',
    )
    const note = ctx.kernel.i18n.t(ctx.mainLanguage, 'leave:note.canceled', { number: row.number })
    await reverseRows(tx, ctx, { employee_id: row.employee_id, type_id: row.type_id }, rows, note)
  }
  await notifyRequester(tx, ctx, row, 'canceled')
}
