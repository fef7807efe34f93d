import { type Ctx, type Scope, sql, type Sql } from 'stoa'
import { isVisibleSql } from 'stoa/engine'
import { createTeamScope, SEE_ALL } from 'stoa/plugins/hr'

const team = createTeamScope('employee_id')

/**
 * Limits rows to employees below the actor in the manager tree. Unlike the scope of hr it names no column: the engine would fill it with
 * the account of whoever adds a row, and the column holds an employee.
 */
export const employeeScope: Scope = Object.assign((ctx: Ctx) => team(ctx), { all: SEE_ALL })

/** Condition that the actor sees the employee with this id. */
export const isVisibleEmployeeSql = (ctx: Ctx, key: Sql): Sql =>
  isVisibleSql(ctx, ctx.kernel.registry.resource('hr_employee'), key) ?? sql`true`
