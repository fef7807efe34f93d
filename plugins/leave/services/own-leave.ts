import { account, AppError, type Ctx, NOT_FOUND, signedPath, sql } from 'stoa'
import { type OwnEmployee, withAllEmployees } from 'stoa/plugins/hr'
import type { OwnLeave } from '../api-types.ts'
import { hrLeave } from '../resources/leave.ts'
import { findLeaveEmployee } from './employee.ts'
import { readLeaveRules } from './leave-rules.ts'

interface StoredOwnLeave extends Omit<OwnLeave, 'type' | 'document' | 'can_cancel' | 'detail' | 'approver'> {
  approver_id: number | null
  type_id: number
  days_detail: Record<string, number>
  path: string
  file_name: string
}

/** Most leaves of the history on one page. */
export const MOST_LEAVES = 200

/** The own leaves, newest first; with `id` one of them. Documents have signed URLs that expire after some minutes. */
export async function readOwnLeaves(ctx: Ctx, { id: employeeId }: Pick<OwnEmployee, 'id'>, id?: number): Promise<OwnLeave[]> {
  const { kernel } = ctx
  const employee = await findLeaveEmployee(kernel, ctx, employeeId)
  const types = new Map((await readLeaveRules(kernel.db, ctx, sql`true`)).map((rules) => [rules.id, rules]))
  const rows = await kernel.db.rows<StoredOwnLeave>(sql`
    select t.id, t.number, t.type_id, to_char(t.start_date, 'YYYY-MM-DD') as start_date, to_char(t.end_date, 'YYYY-MM-DD') as end_date,
      t.start_half, t.end_half, t.hours::float8 as hours, t.days::float8 as days, t.days_detail, t.reason, t.status, t.approval_step,
      t.approver_id, t.decided_at, t.decision_note, t.created_at, t.document_path as path, t.document_name as file_name
    from hr_leave t
    where t.employee_id = ${employeeId} and ${id === undefined ? sql`true` : sql`t.id = ${id}`}
    order by t.start_date desc, t.id desc limit ${MOST_LEAVES}`)
  const approverIds = [...new Set(rows.flatMap(({ approver_id }) => approver_id ?? []))]
  const approvers = new Map((await kernel.query(account).whereIn('id', approverIds)).map(({ id: accountId, name }) => [accountId, name]))
  return rows.map(({ type_id, days_detail, path, file_name, approver_id, ...row }) => {
    const rules = types.get(type_id)
    return {
      ...row,
      approver: approver_id === null ? null : (approvers.get(approver_id) ?? null),
      type: { id: type_id, title: rules?.title ?? '', unit: rules?.unit ?? 'day' },
      detail: Object.entries(days_detail)
        .map(([date, fraction]) => ({ date, fraction }))
        .toSorted((one, two) => (one.date < two.date ? -1 : 1)),
      document: path === '' ? null : { name: file_name, url: signedPath(kernel.config, path) },
      can_cancel: row.status === 'pending' || (row.status === 'approved' && row.start_date > (employee?.today ?? '')),
    }
  })
}

/** One of the own leaves. @throws AppError NOT_FOUND, also for a leave of somebody else */
export async function readOwnLeave(ctx: Ctx, employee: Pick<OwnEmployee, 'id'>, id: number): Promise<OwnLeave> {
  const [leave] = await readOwnLeaves(ctx, employee, id)
  if (!leave) throw new AppError(NOT_FOUND)
  return leave
}

/**
 * Cancels one of the own leaves: a pending one, or an approved one before its first day in the employee's time zone.
 * @throws AppError NOT_FOUND, INVALID at `status`, WRONG_STATE
 */
export async function cancelOwnLeave(ctx: Ctx, { id: employeeId }: Pick<OwnEmployee, 'id'>, id: number, reason: string): Promise<void> {
  await ctx.kernel.transaction(async (tx) => {
    const leave = await tx.one(sql`select 1 from hr_leave where id = ${id} and employee_id = ${employeeId}`)
    if (!leave) throw new AppError(NOT_FOUND)
    await ctx.kernel.resources.transitionIn(tx, withAllEmployees(ctx), hrLeave, id, 'cancel', { reason })
  })
}
