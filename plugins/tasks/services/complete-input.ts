import { basic, type DraftInput } from 'stoa'
import { moveWith, startOfDay, toLocal } from '../domain/due.ts'
import type { taskFields } from '../resources/task-fields.ts'
import { getActorId, getOrigin } from './task-ctx.ts'

/** Sets what nobody enters: creator, the start of the day of an all-day task, the day of the month of a series, and the moved reminder. */
export function completeInput({ ctx, input, old }: DraftInput<typeof taskFields>): void {
  const zone = ctx.kernel.settings.of(basic).time_zone
  const { series, subject } = getOrigin(ctx)
  if (!old) Object.assign(input, { creator_admin_id: getActorId(ctx), ...subject, ...series })
  const dueAt = input.due_at === undefined ? (old?.due_at ?? null) : input.due_at
  const isAllDay = input.all_day ?? old?.all_day ?? false
  if (dueAt !== null && isAllDay && (input.due_at !== undefined || input.all_day !== undefined)) input.due_at = startOfDay(dueAt, zone)
  if (input.due_at && !series) input.recurrence_day = Number(toLocal(input.due_at, zone).date.slice(8))
  if (!old) return
  const isMoved = Boolean(input.due_at && old.due_at && Date.parse(input.due_at) !== Date.parse(old.due_at))
  if (isMoved && input.due_at && old.due_at && old.remind_at && input.remind_at === undefined)
    input.remind_at = moveWith(old.remind_at, old.due_at, input.due_at, zone)
  // A changed reminder is sent again.
  if (input.remind_at !== undefined && input.remind_at !== old.remind_at) input.reminded_at = null
}
