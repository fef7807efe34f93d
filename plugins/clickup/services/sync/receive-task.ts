import { account, type Ctx, lockKeys, systemCtx, type Tx } from 'stoa'
import { toFingerprints } from './fingerprints.ts'
import type { RemoteTask } from './read-tasks.ts'
import { getRetryTime } from './record-failure.ts'
import { RECEIVE_TASK } from './jobs.ts'
import { hasUnknownAssignee, TOOL } from './receive-changes.ts'
import { toShopValues } from './remote-values.ts'
import { readShopTask } from './shop-task.ts'
import { getSyncConfig, type SyncConfig } from './sync-config.ts'
import { syncTask } from './sync-task.ts'
import { findTaskId } from './task-address.ts'
import { findRemoteTask } from './task-calls.ts'
import { findLink, findLinks, saveLink } from './task-links.ts'

/** Whether a task of ClickUp that has no link becomes a task of the shop. */
export const isNewTask = (remote: RemoteTask, config: SyncConfig): boolean =>
  remote.listId === config.listId &&
  !remote.isSubtask &&
  !remote.isArchived &&
  remote.title !== '' &&
  ['to_do', 'process'].includes(toShopValues(remote, config).status)

async function findAccount(tx: Tx, email: string | undefined): Promise<number | null> {
  if (email === undefined) return null
  const [found] = await tx.query(account).where('email', email).where('enabled', true)
  return found?.id ?? null
}

/** Creates the task of the shop for a task of ClickUp, once. */
async function createShopTask(tx: Tx, ctx: Ctx, config: SyncConfig, remote: RemoteTask): Promise<void> {
  await lockKeys(tx, [`clickup/task ${remote.id}`])
  if ((await findLinks(tx, [remote.id])).length > 0) return
  const theirs = toShopValues(remote, config)
  const { title, status, dueAt, allDay, emails } = theirs
  const external = { tool: TOOL, id: remote.id, url: remote.url }
  const assignee_admin_id = await findAccount(tx, emails[0])
  const system = systemCtx(ctx.kernel, TOOL)
  const id = await config.tasks.create(tx, system, { title, due_at: dueAt, all_day: allDay, assignee_admin_id, external })
  const change = { tool: TOOL, id: remote.id, changedAt: remote.updatedAt, isConflictFree: true }
  if (status !== 'to_do') await config.tasks.applyExternalChange(tx, system, { ...change, status })
  const ours = (await readShopTask(tx, id)) ?? theirs
  const problem = hasUnknownAssignee(ours, theirs) ? { problem: 'assignee_unknown_here' } : null
  await saveLink(tx, id, { clickupId: remote.id, sent: toFingerprints(ours), received: toFingerprints(theirs), problem })
}

/** Reads a task of ClickUp that has no link. It becomes a task, unless it is the one that is being created for a task. */
async function receiveUnlinked(ctx: Ctx, config: SyncConfig, clickupId: string): Promise<void> {
  const remote = await findRemoteTask(ctx, clickupId)
  if (!remote || !isNewTask(remote, config)) return
  const taskId = findTaskId(ctx.kernel, remote.description)
  const link = taskId === undefined ? undefined : await findLink(ctx.kernel.db, taskId)
  if (link && link.clickup_id === null) return syncTask(ctx, link.task_id, 'there')
  await ctx.kernel.transaction((tx) => createShopTask(tx, ctx, config, remote))
}

/**
 * Applies what changed in a task of ClickUp; a new task of the list becomes a task of the shop.
 * @throws Error for a job to repeat
 */
export async function receiveTask(ctx: Ctx, clickupId: string): Promise<void> {
  const config = getSyncConfig(ctx.kernel)
  if (!config?.isTwoWay) return
  const [link] = await findLinks(ctx.kernel.db, [clickupId])
  if (link) return syncTask(ctx, link.task_id, 'there')
  try {
    await receiveUnlinked(ctx, config, clickupId)
  } catch (error) {
    const retryAt = getRetryTime(error)
    if (!retryAt) throw error
    await ctx.kernel.transaction(async (tx) => tx.enqueue(RECEIVE_TASK, { clickup_id: clickupId }, { runAt: retryAt }))
  }
}
