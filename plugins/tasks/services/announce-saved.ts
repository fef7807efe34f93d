import { type SavedRecord, sql } from 'stoa'
import type { taskFields } from '../resources/task-fields.ts'
import { notifyAssignee } from './notify-people.ts'
import { getOrigin } from './task-ctx.ts'
import { emitTaskEvents } from './task-events.ts'

type SavedTask = SavedRecord<typeof taskFields>

const toTime = (instant: string | null | undefined) => (instant ? Date.parse(instant) : null)

/** Whether a write changed something that other tools synchronize. The status changes by transitions only. */
const isSyncedChange = ({ old, input }: SavedTask): boolean =>
  old !== null &&
  ((input.title !== undefined && input.title !== old.title) ||
    (input.due_at !== undefined && toTime(input.due_at) !== toTime(old.due_at)) ||
    (input.all_day !== undefined && input.all_day !== old.all_day) ||
    (input.assignee_admin_id !== undefined && input.assignee_admin_id !== old.assignee_admin_id))

/** After tasks were written: begins series, emits the events, and notifies new assignees. */
export async function announceSaved(saved: readonly SavedTask[]): Promise<void> {
  const [first] = saved
  if (!first) return
  const { tx, ctx } = first
  const ids = saved.map(({ id }) => id)
  const changed = saved.filter(isSyncedChange).map(({ id }) => id)
  await tx.run(sql`update task set series_id = id where id = any(${ids}::bigint[]) and recurrence <> 'none' and series_id is null`)
  await tx.run(sql`update task set changed_at = now() where id = any(${changed}::bigint[])`)
  await emitTaskEvents(
    tx,
    ctx,
    'task.created',
    saved.flatMap(({ id, old }) => (old === null ? [id] : [])),
  )
  await emitTaskEvents(tx, ctx, 'task.updated', changed)
  // The next task of a series belongs to whom the last one belonged to, so nobody is notified.
  if (getOrigin(ctx).series) return
  for (const { id, old, input } of saved)
    if (input.assignee_admin_id && input.assignee_admin_id !== old?.assignee_admin_id)
      await notifyAssignee(tx, ctx, id, input.assignee_admin_id)
}
