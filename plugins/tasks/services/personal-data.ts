import { sql, type Sql } from 'stoa'
import { scopeSql } from 'stoa/engine'
import type { PersonalDataHandler } from 'stoa/plugins/people'

/** Condition on tasks `t` about rows of the person. */
function aboutSql(rows: Readonly<Record<string, readonly number[]>>): Sql {
  const ids = JSON.stringify(rows)
  return sql`exists (select from jsonb_each(${ids}::jsonb) owned
    where owned.key = t.subject_type and owned.value @> to_jsonb(t.subject_id))`
}

/**
 * Tasks about a person and the rows of a person. Staff can write anything in them, so erasing the person deletes them like the comments on
 * these rows. An export for the person leaves them out, because they are internal notes of staff.
 */
export const taskPersonalData: PersonalDataHandler = {
  tables: { task: true, task_watcher: 'which members of staff watch a task' },
  needs: 'get task',
  findOwnedRows: async (db, { rows }) => ({
    task: (await db.rows<{ id: number }>(sql`select t.id from task t where ${aboutSql(rows)} order by t.id`)).map(({ id }) => id),
  }),
  async exportData(ctx, { rows }, requester) {
    if (requester === 'person') return {}
    const r = ctx.kernel.registry.resource('task')
    return {
      tasks: await ctx.kernel.db.rows(sql`
        select t.title, t.description, t.status, t.due_at, t.checklist, t.created_at, t.completed_at from task t
        where t.id = any(${[...(rows['task'] ?? [])]}::bigint[]) and ${scopeSql(ctx, r)} order by t.id`),
    }
  },
  async eraseData(tx, _ctx, { rows }) {
    const ids = [...(rows['task'] ?? [])]
    await tx.run(sql`delete from task where id = any(${ids}::bigint[])`)
    tx.invalidate('task')
    for (const taskId of ids) tx.emit('task.erased', { taskId }, { type: 'task', id: taskId })
  },
  eraseAuditOf: ['task'],
}
