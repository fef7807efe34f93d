import { type Ctx, sql, type Sql } from 'stoa'
import { isVisibleSql } from 'stoa/engine'

/** Condition that the actor sees the employee with this id. */
export const isVisibleEmployeeSql = (ctx: Ctx, key: Sql): Sql =>
  isVisibleSql(ctx, ctx.kernel.registry.resource('hr_employee'), key) ?? sql`true`
