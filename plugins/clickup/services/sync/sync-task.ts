import type { Ctx } from 'stoa'
import { findDifferences } from '../../domain/synced-fields.ts'
import { findCreatedTask } from './find-created-task.ts'
import { type SyncedValues, toFingerprints } from './fingerprints.ts'
import { recordFailure } from './record-failure.ts'
import { receiveChanges } from './receive-changes.ts'
import { createLinkedTask, linkTasks, sendChanges } from './send-changes.ts'
import { readShopTask } from './shop-task.ts'
import { getSyncConfig, type SyncConfig } from './sync-config.ts'
import { findRemoteTask } from './task-calls.ts'
import { claimLink, findLink, isActive, type LinkedTask, releaseLink, setLinkState, type TaskLink } from './task-links.ts'

/** Ends a link whose task was deleted here or in ClickUp. The other one stays as it is. */
export async function endLink(ctx: Ctx, { tasks }: SyncConfig, taskId: number, problem: 'deleted_here' | 'deleted_there'): Promise<void> {
  await ctx.kernel.transaction(async (tx) => {
    if (problem === 'deleted_there') await tasks.link(tx, ctx, taskId, null)
    await setLinkState(tx, taskId, 'ended', { problem })
  })
}

/** The link with a task of ClickUp: that of a lost attempt, or a new one. Undefined when it was created just now. */
async function findOrCreateLinked(ctx: Ctx, config: SyncConfig, link: TaskLink, values: SyncedValues): Promise<LinkedTask | undefined> {
  if (link.clickup_id !== null) return { ...link, clickup_id: link.clickup_id }
  const created = await findCreatedTask(ctx, config, link)
  // What the lost attempt sent is not known, so everything is sent again.
  if (created) return linkTasks(ctx, config, link.task_id, created, { sent: {}, problem: null })
  await createLinkedTask(ctx, config, link.task_id, values)
  return undefined
}

/** Makes both sides of a claimed link equal. @throws AppError of `callClickUp`, or of the rules of tasks */
async function syncClaimed(ctx: Ctx, config: SyncConfig, link: TaskLink): Promise<void> {
  const values = await readShopTask(ctx.kernel, link.task_id)
  if (!values) return endLink(ctx, config, link.task_id, 'deleted_here')
  const linked = await findOrCreateLinked(ctx, config, link, values)
  if (!linked) return
  const remote = await findRemoteTask(ctx, linked.clickup_id)
  if (!remote) return endLink(ctx, config, link.task_id, 'deleted_there')
  // First what was changed there: a value that is sent before it would win, although it may be older.
  const received = config.isTwoWay ? await receiveChanges(ctx, config, linked, remote) : linked
  const current = await readShopTask(ctx.kernel, link.task_id)
  if (current) await sendChanges(ctx, config, received, remote, current)
}

/** Whether a change here needs a call: an unchanged task is not sent, nor is a closed one that ClickUp does not have. */
async function needsCall({ kernel }: Ctx, taskId: number): Promise<boolean> {
  const [link, values] = await Promise.all([findLink(kernel.db, taskId), readShopTask(kernel, taskId)])
  if (!link) return values !== undefined && ['to_do', 'process'].includes(values.status)
  if (!values || link.state !== 'synced') return true
  return findDifferences(toFingerprints(values), link.sent).length > 0
}

/**
 * Synchronizes a task with its task in ClickUp, which is created if necessary. Failures are stored with the link.
 * @param cause where the change was made
 * @throws Error for a job to repeat: another process works on this task, or ClickUp cannot be reached
 */
export async function syncTask(ctx: Ctx, taskId: number, cause: 'here' | 'there'): Promise<void> {
  const { kernel } = ctx
  const config = getSyncConfig(kernel)
  if (!config || (cause === 'here' && !(await needsCall(ctx, taskId)))) return
  const link = await claimLink(kernel.db, taskId)
  if (!link) {
    const other = await findLink(kernel.db, taskId)
    if (other && !isActive(other)) return
    throw new Error(`another process synchronizes task ${taskId}`)
  }
  try {
    await syncClaimed(ctx, config, link)
  } catch (error) {
    await recordFailure(ctx, taskId, error)
  } finally {
    await releaseLink(kernel.db, taskId)
  }
}
