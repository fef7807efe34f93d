import { account, basic, message, validationError, type ValidatedInput } from 'stoa'
import { toLocal } from '../domain/due.ts'
import type { taskFields } from '../resources/task-fields.ts'
import { getOrigin } from './task-ctx.ts'

type TaskWrite = ValidatedInput<typeof taskFields>

/** @throws AppError INVALID for a series without a due date, or one that ends before its first date */
function checkSeries({ ctx, old, input }: TaskWrite): void {
  const { recurrence, due_at, recurrence_until } = { ...old, ...input }
  if (!recurrence || recurrence === 'none') return
  if (!due_at) throw validationError({ due_at: message('tasks:error.recurrence_due') })
  const { date } = toLocal(due_at, ctx.kernel.settings.of(basic).time_zone)
  if (recurrence_until && recurrence_until < date) throw validationError({ recurrence_until: message('tasks:error.recurrence_until') })
}

/** Refuses series without dates, and new assignees whose account is disabled. @throws AppError INVALID by field */
export async function checkTasks(writes: readonly TaskWrite[]): Promise<void> {
  for (const write of writes) checkSeries(write)
  const assigned = writes.flatMap(({ ctx, old, input: { assignee_admin_id: id } }) =>
    id && id !== old?.assignee_admin_id && !getOrigin(ctx).series ? [id] : [],
  )
  const [first] = writes
  if (!first || assigned.length === 0) return
  const disabled = await first.tx.query(account).whereIn('id', assigned).where('enabled', false)
  if (disabled.length > 0) throw validationError({ assignee_admin_id: message('tasks:error.assignee_disabled') })
}
