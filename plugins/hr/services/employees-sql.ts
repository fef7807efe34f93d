import { basic, type Ctx, join, type Sql, sql } from 'stoa'
import { scopeSql } from 'stoa/engine'

/** Which employees of a period to select. Dates are `2026-11-30`, both ends included. */
export interface EmployeeFilter {
  from: string
  to: string
  department_id: number | null
  /** Part of a name or staff number; blank for all. */
  q: string
}

/** A row of `employeesSql`, except the dates. */
export interface SelectedEmployee {
  id: number
  name: string
  staff_no: string
  account_id: number | null
  /** Time zone of the employee, or else of the shop. */
  zone: string
}

/**
 * SQL: a query of the enabled employees that the actor sees and who are employed in a period, without an order. Columns: those of
 * `SelectedEmployee`, and the dates `join_date` and `last_day`. Conditions that are not asked for are not in the text: PostgreSQL would
 * expect one row from them, and join whatever follows by nested loops.
 */
export function employeesSql(ctx: Ctx, { from, to, department_id, q }: EmployeeFilter): Sql {
  const text = q.trim()
  const conditions = [
    sql`t.enabled and t.join_date <= ${to}::date and (t.last_day is null or t.last_day >= ${from}::date)`,
    ...(department_id === null ? [] : [sql`t.department_id = ${department_id}`]),
    ...(text === '' ? [] : [sql`(strpos(lower(t.name), lower(${text})) > 0 or strpos(lower(t.staff_no), lower(${text})) > 0)`]),
    scopeSql(ctx, ctx.kernel.registry.resource('hr_employee')),
  ]
  const { time_zone } = ctx.kernel.settings.of(basic)
  return sql`
    select t.id, t.name, t.staff_no, t.account_id, coalesce(t.time_zone, ${time_zone}) as zone, t.join_date, t.last_day
    from hr_employee t where ${join(conditions, ' and ')}`
}
