import { type Ctx, hasPermission, type Scope, sql, type Sql } from 'stoa'

/** Permission to read all tasks. */
const SEE_TASKS = 'get task'

/** Condition on the task `t`: it is assigned to the account, or the account created or watches it. */
const concernsSql = (accountId: number): Sql => sql`(t.assignee_admin_id = ${accountId} or t.creator_admin_id = ${accountId}
  or exists (select from task_watcher w where w.task_id = t.id and w.account_id = ${accountId}))`

/** All tasks with the permission to read them; else the own, created and watched ones, which need no permission. */
export const taskScope: Scope = ({ actor }: Ctx) => {
  if (actor.kind === 'system' || hasPermission(actor, SEE_TASKS)) return null
  return actor.kind === 'admin' ? concernsSql(actor.id) : sql`false`
}
