import type { Ctx } from 'stoa'
import type { TaskChange } from 'stoa/plugins/tasks'
import { SEND_TASK } from './jobs.ts'
import { TOOL } from './receive-changes.ts'
import { getSyncConfig } from './sync-config.ts'

/** Queues a changed task for ClickUp. A change that came from there is not sent back. */
export async function queueSend({ kernel }: Ctx, { taskId, origin }: TaskChange): Promise<void> {
  if (origin === TOOL || !getSyncConfig(kernel)) return
  await kernel.transaction(async (tx) => tx.enqueue(SEND_TASK, { task_id: taskId }))
}
