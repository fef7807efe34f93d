import type { Ctx } from 'stoa'
import { beginErasure, claimErasure, endErasure, isErasing, listOpenErasures } from './erasures.ts'
import { findCreatedTask } from './find-created-task.ts'
import { ERASE_TASK } from './jobs.ts'
import { getRetryTime, isTemporary, toProblem } from './record-failure.ts'
import { getSyncConfig } from './sync-config.ts'
import { deleteRemoteTask } from './task-calls.ts'

/** Queues the deletion of the task of ClickUp that is linked to an erased task. */
export const queueErasure = ({ kernel }: Ctx, taskId: number): Promise<void> =>
  kernel.transaction(async (tx) => {
    if (await beginErasure(tx, taskId)) tx.enqueue(ERASE_TASK, { task_id: taskId })
  })

/** Queues erasures that failed: also while the synchronization is off, because the person does not wait for it. */
export async function queueOpenErasures({ kernel }: Ctx): Promise<void> {
  const ids = await listOpenErasures(kernel.db)
  await kernel.transaction(async (tx) => {
    for (const task_id of ids) tx.enqueue(ERASE_TASK, { task_id })
  })
}

/**
 * Deletes the task of ClickUp that is linked to an erased task. A failure is stored, and the schedule tries again.
 * @throws Error for a job to repeat
 */
export async function eraseTask(ctx: Ctx, taskId: number): Promise<void> {
  const { db } = ctx.kernel
  const erasure = await claimErasure(db, taskId)
  if (!erasure) {
    if (await isErasing(db, taskId)) throw new Error(`another process synchronizes task ${taskId}`)
    return
  }
  try {
    const config = getSyncConfig(ctx.kernel)
    const id = erasure.clickup_id ?? (config && (await findCreatedTask(ctx, config, erasure))?.id)
    if (id) await deleteRemoteTask(ctx, id)
    await endErasure(db, taskId, null)
  } catch (error) {
    await endErasure(db, taskId, toProblem(error))
    if (isTemporary(error) && !getRetryTime(error)) throw error
  }
}
