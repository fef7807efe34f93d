import { type Ctx, sql, type Tx } from 'stoa'
import type { TaskChange } from '../index.ts'
import { getOrigin } from './task-ctx.ts'

/** Emits an event with the current values of these tasks, for each of them. The caller has locked or created them. */
export async function emitTaskEvents(
  tx: Tx,
  ctx: Ctx,
  event: 'task.created' | 'task.updated' | 'task.completed',
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  const rows = await tx.rows<Omit<TaskChange, 'origin'>>(sql`
    select t.id as "taskId", t.title, t.status, t.due_at as "dueAt", t.all_day as "allDay", a.email as "assigneeEmail",
      t.changed_at as "changedAt", t.external_tool as "externalTool", t.external_id as "externalId"
    from task t left join account a on a.id = t.assignee_admin_id where t.id = any(${[...ids]}::bigint[]) order by t.id`)
  const origin = getOrigin(ctx).tool ?? null
  for (const row of rows) tx.emit(event, { ...row, origin }, { type: 'task', id: row.taskId })
}
