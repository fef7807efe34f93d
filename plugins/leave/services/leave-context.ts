import { type Ctx, hasPermission, sql } from 'stoa'
import { isVisibleSql } from 'stoa/engine'
import { hrEmployee } from 'stoa/plugins/hr'
import type { LeaveContext } from '../api-types.ts'
import { sumBalance } from '../domain/consume.ts'
import { findPart } from '../domain/leave-days.ts'
import { hrLeave } from '../resources/leave.ts'
import { SEE_ABSENCE } from './calendar-source.ts'
import { countEmployeeLeave } from './count-leave.ts'
import { findDecisionObstacle, toSpan } from './decide-leave.ts'
import { readLeaveEmployee } from './employee.ts'
import { readLedger } from './ledger.ts'
import { findLeaveRules } from './leave-rules.ts'

/** What somebody who decides on a leave needs to see: the cost by date, the balance, and who else of the team is away. @throws AppError NOT_FOUND */
export async function readLeaveContext(ctx: Ctx, id: number): Promise<LeaveContext> {
  const { db, resources } = ctx.kernel
  const leave = await resources.get(ctx, hrLeave, id)
  const employee = await readLeaveEmployee(ctx.kernel, ctx, leave.employee_id)
  const rules = await findLeaveRules(db, ctx, leave.type_id)
  const { detail } = await countEmployeeLeave(db, ctx, employee.id, toSpan(leave), rules?.includes_holidays ?? false)
  const isFrozen = leave.status === 'approved' || leave.status === 'canceled'
  const rows = await readLedger(db, employee.id, leave.type_id)
  const pending = await db.one<{ days: number }>(sql`
    select coalesce(sum(days), 0)::float8 as days from hr_leave where employee_id = ${employee.id} and type_id = ${leave.type_id} and status = 'pending'`)
  const colleagues = await findAwayColleagues(ctx, employee.id, leave)
  const mayDecide = (action: 'endorse' | 'approve' | 'reject') =>
    leave.status === 'pending' && hasPermission(ctx.actor, `${action} hr leave`) && !findDecisionObstacle(ctx, leave, employee, action)
  return {
    employee: employee.name,
    type: rules?.title ?? '',
    unit: rules?.unit ?? 'day',
    balance: rules?.needs_balance ? sumBalance(rows, leave.start_date) : null,
    pending: pending?.days ?? 0,
    detail: isFrozen
      ? Object.entries(leave.days_detail)
          .toSorted(([one], [two]) => (one < two ? -1 : 1))
          .map(([date, fraction]) => ({
            date,
            fraction,
            part: findPart(toSpan(leave), date),
            kind: detail.find((day) => day.date === date)?.kind ?? 'work',
          }))
      : detail.map(({ date, part, kind, fraction }) => ({ date, part, kind, fraction })),
    colleagues,
    may_endorse: mayDecide('endorse'),
    may_approve: mayDecide('approve'),
    may_reject: mayDecide('reject'),
  }
}

/**
 * Colleagues with the same manager or department who are away on a date of the leave: all of them for who may see absences in the
 * calendar, else those in the row scope.
 */
async function findAwayColleagues(
  ctx: Ctx,
  employeeId: number,
  { start_date, end_date }: { start_date: string; end_date: string },
): Promise<LeaveContext['colleagues']> {
  const { kernel } = ctx
  const own = await kernel.query(hrEmployee).findById(employeeId)
  const team = await kernel
    .query(hrEmployee)
    .where((either) => either.where('manager_id', own?.manager_id ?? 0).orWhere('department_id', own?.department_id ?? 0))
    .whereNot('id', employeeId)
  const names = new Map(team.map(({ id, name }) => [id, name]))
  const scope = isVisibleSql(ctx, kernel.registry.resource(hrEmployee.name), sql`t.employee_id`)
  const visible = scope === undefined || hasPermission(ctx.actor, SEE_ABSENCE) ? sql`true` : scope
  const rows = await kernel.db.rows<{ employee_id: number; start_date: string; end_date: string }>(sql`
    select t.employee_id, to_char(t.start_date, 'YYYY-MM-DD') as start_date, to_char(t.end_date, 'YYYY-MM-DD') as end_date from hr_leave t
    where t.status = 'approved' and t.employee_id = any(${[...names.keys()]}::bigint[]) and t.start_date <= ${end_date}::date
      and t.end_date >= ${start_date}::date and ${visible} order by t.start_date, t.id limit 20`)
  return rows.map(({ employee_id, ...dates }) => ({ name: names.get(employee_id) ?? '', ...dates }))
}
