import type { Ctx } from 'stoa'
import type { RemoteTask } from './read-tasks.ts'
import type { SyncConfig } from './sync-config.ts'
import { getTaskUrl } from './task-address.ts'
import { listRemoteTasks } from './task-calls.ts'
import type { TaskLink } from './task-links.ts'

/** How much earlier than the first attempt a created task is searched: clocks differ. */
const SEARCH_MS = 10 * 60_000

/** The task that an earlier attempt created although its answer was lost; undefined when there is none. @throws AppError of `callClickUp` */
export async function findCreatedTask(
  ctx: Ctx,
  { listId }: SyncConfig,
  { task_id, create_tried_at }: Pick<TaskLink, 'task_id' | 'create_tried_at'>,
): Promise<RemoteTask | undefined> {
  if (create_tried_at === null) return undefined
  const url = getTaskUrl(ctx.kernel, task_id)
  for await (const page of listRemoteTasks(ctx, listId, 'date_created_gt', Date.parse(create_tried_at) - SEARCH_MS)) {
    const found = page.find(({ description }) => description.trim() === url)
    if (found) return found
  }
  return undefined
}
