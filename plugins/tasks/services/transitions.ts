import { AppError, basic, lockKeys, message, sql, systemCtx, type TransitionContext, type Tx, WRONG_STATE } from 'stoa'
import { cleanChecklist } from '../domain/checklist.ts'
import { moveWith, toInstant, toLocal } from '../domain/due.ts'
import { findNextDate } from '../domain/recurrence.ts'
import type { TaskAction } from '../domain/statuses.ts'
import type { taskFields } from '../resources/task-fields.ts'
import { notifyTransition } from './notify-people.ts'
import { withOrigin } from './task-ctx.ts'
import { emitTaskEvents } from './task-events.ts'

type TaskTransition = Pick<TransitionContext<typeof taskFields>, 'ctx' | 'tx' | 'row'>

/** Emits the event of a transition, and notifies whom the task concerns. */
export async function recordTransition({ ctx, tx, row }: TaskTransition, action: TaskAction): Promise<void> {
  await emitTaskEvents(tx, ctx, action === 'complete' ? 'task.completed' : 'task.updated', [row.id])
  await notifyTransition(tx, ctx, row.id, action)
}

/** Whether a series has an open task beside this one. Holds the lock of the series, so that the result stays true in the transaction. */
async function hasOpenTask(tx: Tx, seriesId: number, id: number): Promise<boolean> {
  await lockKeys(tx, [`tasks/series ${seriesId}`])
  const found = await tx.one(sql`
    select 1 from task where series_id = ${seriesId} and status in ('to_do', 'process') and id <> ${id} limit 1`)
  return found !== undefined
}

/** A series has one open task. @throws AppError WRONG_STATE when the next task of the series is open already */
export async function assertMayReopen({ tx, row }: TaskTransition): Promise<void> {
  if (row.series_id !== null && (await hasOpenTask(tx, row.series_id, row.id)))
    throw new AppError(WRONG_STATE, { status: [message('tasks:error.series_open')] })
}

/**
 * Creates the next task of a series in the transaction that completes the last one, so that it exists exactly once. A canceled task ends
 * its series.
 */
export async function repeatTask({ ctx, tx, row }: TaskTransition): Promise<void> {
  const { kernel } = ctx
  if (row.recurrence === 'none' || row.due_at === null) return
  const zone = kernel.settings.of(basic).time_zone
  const due = toLocal(row.due_at, zone)
  const today = await tx.one<{ day: string }>(sql`select to_char(business_day(), 'YYYY-MM-DD') as day`)
  const rule = { recurrence: row.recurrence, every: row.recurrence_every, until: row.recurrence_until, day: row.recurrence_day }
  const date = findNextDate(due.date, rule, today?.day ?? '')
  const seriesId = row.series_id ?? row.id
  if (date === null || (await hasOpenTask(tx, seriesId, row.id))) return
  const dueAt = toInstant({ date, time: row.all_day ? null : due.time }, zone)
  const { title, description, priority, all_day, assignee_admin_id, watchers, recurrence, recurrence_every, recurrence_until } = row
  const series = {
    creator_admin_id: row.creator_admin_id,
    series_id: seriesId,
    recurrence_day: row.recurrence_day,
    subject_type: row.subject_type,
    subject_id: row.subject_id,
  }
  await kernel.resources.createIn(tx, withOrigin(systemCtx(kernel, 'tasks'), { series }), 'task', {
    ...{ title, description, priority, all_day, assignee_admin_id, watchers, recurrence, recurrence_every, recurrence_until },
    due_at: dueAt,
    remind_at: row.remind_at === null ? null : moveWith(row.remind_at, row.due_at, dueAt, zone),
    checklist: cleanChecklist(row.checklist).map((item) => ({ ...item, done: false })),
  })
}
