import { type Ctx, hasPermission, type Scope, sql } from 'stoa'

/** Permission to see every employee. */
export const SEE_ALL = 'see all hr employee'

/** Permission to read, write, import and export bank details and identity numbers. */
export const SEE_BANK = 'see hr bank detail'

export const seesAll = ({ actor }: Pick<Ctx, 'actor'>): boolean => actor.kind === 'system' || hasPermission(actor, SEE_ALL)

/** Limits employees to those below the actor in the manager tree. `union` ends the recursion even if the tree had a cycle. */
export const teamScope: Scope = Object.assign(
  (ctx: Ctx) => {
    if (seesAll(ctx)) return null
    if (ctx.actor.kind !== 'admin') return sql`false`
    return sql`t.id in (
      with recursive team as (
        select e.id from hr_employee e join hr_employee manager on manager.id = e.manager_id where manager.account_id = ${ctx.actor.id}
        union select e.id from hr_employee e join team on e.manager_id = team.id)
      select team.id from team)`
  },
  { all: SEE_ALL },
)
