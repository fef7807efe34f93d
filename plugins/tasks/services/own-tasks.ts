import { AppError, basic, type Ctx, idempotent, message, NOT_FOUND, type Tx, validationError } from 'stoa'
import { cleanChecklist, tickItem } from '../domain/checklist.ts'
import { toInstant } from '../domain/due.ts'
import { findActions, type TaskAction } from '../domain/statuses.ts'
import { task } from '../resources/task.ts'
import { assertReadable } from './subjects.ts'
import { getActorId, withOrigin } from './task-ctx.ts'
import { assertMayInvolve, assertTaskRight, getTaskRights } from './task-rights.ts'

/** Input of the forms of tasks: dates and times are on the clock of the shop. */
export interface TaskInput {
  title?: string
  description?: string
  priority?: (typeof task.Row)['priority']
  due_date?: string | null
  due_time?: string | null
  remind_date?: string | null
  remind_time?: string | null
  assignee_admin_id?: number | null
  watchers?: number[]
  checklist?: (typeof task.Row)['checklist']
  recurrence?: (typeof task.Row)['recurrence']
  recurrence_every?: number
  recurrence_until?: string | null
}

/** @throws AppError INVALID for a time without a date */
function toMoment(name: 'due' | 'remind', date: string | null, time: string | null, zone: string): string | null {
  if (date !== null) return toInstant({ date, time }, zone)
  if (time !== null) throw validationError({ [`${name}_date`]: message('core:rule.required') })
  return null
}

/** Values of the resource. A due date without a time is the whole day. */
function toValues({ kernel }: Ctx, { due_date, due_time, remind_date, remind_time, ...values }: TaskInput) {
  const zone = kernel.settings.of(basic).time_zone
  return {
    ...values,
    ...(due_date === undefined
      ? {}
      : { due_at: toMoment('due', due_date, due_time ?? null, zone), all_day: due_date !== null && !due_time }),
    ...(remind_date === undefined ? {} : { remind_at: toMoment('remind', remind_date, remind_time ?? null, zone) }),
  }
}

/** The record that a new task is about. */
interface NewSubject {
  subject_type: string | null
  subject_id: number | null
}

/** Creates a task of the actor; `key` is an idempotency key. Returns its id. @throws AppError INVALID by field */
export async function createOwnTask(
  ctx: Ctx,
  { subject_type, subject_id }: NewSubject,
  input: TaskInput,
  key: string | undefined,
): Promise<number> {
  const { kernel } = ctx
  const me = getActorId(ctx)
  assertMayInvolve(ctx, input, { assignee_admin_id: me, watchers: [] })
  if ((subject_type === null) !== (subject_id === null)) throw validationError({ subject_id: message('core:rule.required') })
  const subject = subject_type !== null && subject_id !== null ? { subject_type, subject_id } : undefined
  if (subject) await assertReadable(ctx, subject)
  const values = { assignee_admin_id: me, ...toValues(ctx, input), title: input.title ?? '' }
  const { id } = await kernel.transaction((tx) =>
    idempotent(tx, `task ${me}`, key, { subject, input }, async () => {
      const { id: made } = await kernel.resources.createIn(tx, subject ? withOrigin(ctx, { subject }) : ctx, task, values)
      return { id: made }
    }),
  )
  return id
}

/** Locks a task that the actor can see. @throws AppError NOT_FOUND */
async function lockTask(tx: Tx, ctx: Ctx, id: number) {
  const row = await ctx.kernel.resources.lockIn(tx, ctx, task, id)
  return { row, rights: getTaskRights(ctx, row) }
}

/** Changes a task. @throws AppError NOT_FOUND, FORBIDDEN, STALE, INVALID by field */
export async function editTask(ctx: Ctx, id: number, version: number, input: TaskInput): Promise<void> {
  const { kernel } = ctx
  const values = toValues(ctx, input)
  await kernel.transaction(async (tx) => {
    const { row, rights } = await lockTask(tx, ctx, id)
    assertTaskRight(rights.edit, 'update')
    assertMayInvolve(ctx, values, row)
    await kernel.resources.updateIn(tx, ctx, task, id, { ...values, version })
  })
}

/** Changes the status of a task. @throws AppError NOT_FOUND, FORBIDDEN, WRONG_STATE */
export async function moveTask(ctx: Ctx, id: number, action: TaskAction): Promise<void> {
  const { kernel } = ctx
  await kernel.transaction(async (tx) => {
    const { row, rights } = await lockTask(tx, ctx, id)
    // A transition that the status does not allow gives its own error.
    if (findActions(row.status).includes(action)) assertTaskRight(rights.actions.includes(action), action)
    await kernel.resources.transitionIn(tx, ctx, task, id, action)
  })
}

/** Ticks an item of the checklist, or unticks it. Other items stay as they are in the database. @throws AppError NOT_FOUND, FORBIDDEN */
export async function tickTaskItem(ctx: Ctx, id: number, itemId: string, done: boolean): Promise<void> {
  const { kernel } = ctx
  await kernel.transaction(async (tx) => {
    const { row, rights } = await lockTask(tx, ctx, id)
    assertTaskRight(rights.tick, 'update')
    const checklist = tickItem(cleanChecklist(row.checklist), itemId, done)
    if (!checklist) throw new AppError(NOT_FOUND)
    await kernel.resources.updateIn(tx, ctx, task, id, { checklist })
  })
}

/** Begins or ends watching a task that the actor can see. @throws AppError NOT_FOUND */
export async function watchTask(ctx: Ctx, id: number, watching: boolean): Promise<void> {
  const me = getActorId(ctx)
  if (me === null) throw new AppError(NOT_FOUND)
  await ctx.kernel.transaction(async (tx) => {
    const { row } = await lockTask(tx, ctx, id)
    const others = row.watchers.filter((watcher) => watcher !== me)
    await ctx.kernel.resources.updateIn(tx, ctx, task, id, { watchers: watching ? [...others, me] : others })
  })
}

/** Deletes a task. @throws AppError NOT_FOUND, FORBIDDEN */
export async function deleteTask(ctx: Ctx, id: number): Promise<void> {
  await ctx.kernel.transaction(async (tx) => {
    const { rights } = await lockTask(tx, ctx, id)
    assertTaskRight(rights.destroy, 'destroy')
    await ctx.kernel.resources.removeIn(tx, ctx, task, id)
  })
}
