import { account, type Ctx, sql, type Tx } from 'stoa'
import { getOrigin } from './task-ctx.ts'

/** Values of a task after a change, for other tools. */
export interface TaskChange {
  taskId: number
  title: string
  status: 'to_do' | 'process' | 'completed' | 'canceled'
  /** ISO 8601; of an all-day task, the start of the day in the shop. */
  dueAt: string | null
  allDay: boolean
  assigneeEmail: string | null
  /** Time of the last change of these values. */
  changedAt: string
  externalTool: string | null
  externalId: string | null
  /** The other tool that made this change; null for a change made here. */
  origin: string | null
}

/** Emits an event with the current values of these tasks, for each of them. The caller has locked or created them. */
export async function emitTaskEvents(
  tx: Tx,
  ctx: Ctx,
  event: 'task.created' | 'task.updated' | 'task.completed',
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  const rows = await tx.rows<Omit<TaskChange, 'origin' | 'assigneeEmail'> & { assignee_admin_id: number | null }>(sql`
    select t.id as "taskId", t.title, t.status, t.due_at as "dueAt", t.all_day as "allDay", t.assignee_admin_id,
      t.changed_at as "changedAt", t.external_tool as "externalTool", t.external_id as "externalId"
    from task t where t.id = any(${[...ids]}::bigint[]) order by t.id`)
  const assigneeIds = rows.flatMap((row) => row.assignee_admin_id ?? [])
  const assignees = assigneeIds.length > 0 ? await tx.query(account).whereIn('id', assigneeIds) : []
  const emails = new Map(assignees.map(({ id, email }) => [id, email]))
  const origin = getOrigin(ctx).tool ?? null
  for (const { assignee_admin_id: assignee, ...row } of rows) {
    const assigneeEmail = assignee === null ? null : (emails.get(assignee) ?? null)
    tx.emit(event, { ...row, assigneeEmail, origin }, { type: 'task', id: row.taskId })
  }
}
