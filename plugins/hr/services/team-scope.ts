import { type Ctx, type Db, hasPermission, id, type Scope, type Sql, sql } from 'stoa'

/** Permission to see every employee. */
export const SEE_ALL = 'see all hr employee'

/** Permission to read, write, import and export bank details and identity numbers. */
export const SEE_BANK = 'see hr bank detail'
/** Permission to link one's own account to an employee record, or to unlink it. */
export const LINK_OWN = 'link own hr employee'

export const seesAll = ({ actor }: Pick<Ctx, 'actor'>): boolean => actor.kind === 'system' || hasPermission(actor, SEE_ALL)

/** Ids of the employees below an account in the manager tree. `union` ends the recursion even if the tree had a cycle. */
const teamSql = (accountId: number): Sql => sql`(
  with recursive team as (
    select e.id from hr_employee e join hr_employee manager on manager.id = e.manager_id where manager.account_id = ${accountId}
    union select e.id from hr_employee e join team on e.manager_id = team.id)
  select team.id from team)`

/**
 * Limits rows `t` to employees below the actor in the manager tree, for resources with a column that names the employee. The actor's own
 * rows are not among them: staff read those through self-service. It names no `column`, because the column holds an employee and not the
 * account of whoever adds a row.
 */
export const createTeamScope = (column: 'id' | 'employee_id'): Scope =>
  Object.assign(
    (ctx: Ctx) => {
      if (seesAll(ctx)) return null
      if (ctx.actor.kind !== 'admin') return sql`false`
      return sql`t.${id(column)} in ${teamSql(ctx.actor.id)}`
    },
    { all: SEE_ALL },
  )

/** Limits employees to those below the actor in the manager tree. */
export const teamScope: Scope = createTeamScope('id')

/** Whether an employee is below the actor in the manager tree. False for the actor's own record. */
export async function isInTeam(db: Pick<Db, 'one'>, { actor }: Pick<Ctx, 'actor'>, employeeId: number): Promise<boolean> {
  if (actor.kind !== 'admin') return false
  return (await db.one(sql`select 1 where ${employeeId} in ${teamSql(actor.id)}`)) !== undefined
}

/**
 * The context of a person acting on a row of their own, or on one whose employee was checked before, which the team scope may exclude: the
 * same account, so that history and audit name it, and every employee visible. Other permissions stay as they are.
 */
export function withAllEmployees(ctx: Ctx): Ctx {
  const { actor } = ctx
  return actor.kind === 'admin' ? { ...ctx, actor: { ...actor, allows: (needs: string) => needs === SEE_ALL || actor.allows(needs) } } : ctx
}
