import { type Ctx, AppError } from 'stoa'
import { findDifferences } from '../../domain/synced-fields.ts'
import { clickup } from '../../settings.ts'
import { toFingerprints } from './fingerprints.ts'
import { queueOpenErasures } from './erase-task.ts'
import { RECEIVE_TASK, SEND_TASK } from './jobs.ts'
import type { RemoteTask } from './read-tasks.ts'
import { isNewTask } from './receive-task.ts'
import { toProblem } from './record-failure.ts'
import { toShopValues } from './remote-values.ts'
import { getSyncConfig, type SyncConfig } from './sync-config.ts'
import { claimSyncState, releaseSyncState, saveListName, savePolledUntil, type SyncState } from './sync-state.ts'
import { listRemoteTasks, readRemoteList } from './task-calls.ts'
import { findLinks, isActive, listRecoverable } from './task-links.ts'
import { registerWebhook, removeWebhooks } from './webhooks.ts'

/** How far polls overlap: ClickUp lists a change a moment after it was made, and clocks differ. */
const OVERLAP_MS = 5 * 60_000

/** Removes the webhooks of lists that are not synchronized both ways any more, and all of them after ClickUp was disconnected. */
async function removeOldWebhooks(ctx: Ctx, config: SyncConfig | undefined): Promise<void> {
  const { kernel } = ctx
  const listId = config?.isTwoWay && kernel.settings.of(clickup).token ? config.listId : null
  await removeWebhooks(ctx, ({ list_id }) => list_id !== listId).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    kernel.log.warn(toProblem(error), 'a webhook of ClickUp was not removed')
  })
}

/** Queues the tasks of a page that differ from what was received last. */
async function queueChanged({ kernel }: Ctx, config: SyncConfig, page: readonly RemoteTask[]): Promise<void> {
  const links = await findLinks(
    kernel.db,
    page.map(({ id }) => id),
  )
  const byId = new Map(links.map((link) => [link.clickup_id, link]))
  const changed = page.filter((remote) => {
    const link = byId.get(remote.id)
    if (!link) return isNewTask(remote, config)
    return isActive(link) && findDifferences(toFingerprints(toShopValues(remote, config)), link.received).length > 0
  })
  await kernel.transaction(async (tx) => {
    for (const { id } of changed) tx.enqueue(RECEIVE_TASK, { clickup_id: id })
  })
}

/** Finds what changed since the last poll: calls of the webhook can be lost. @throws AppError of `callClickUp` */
async function poll(ctx: Ctx, config: SyncConfig, { polled_until }: SyncState): Promise<void> {
  const begin = new Date().toISOString()
  for await (const page of listRemoteTasks(ctx, config.listId, 'date_updated_gt', Date.parse(polled_until) - OVERLAP_MS))
    await queueChanged(ctx, config, page)
  await savePolledUntil(ctx.kernel.db, config.listId, begin)
}

/** Queues tasks that failed while ClickUp did not work. */
async function queueRecoverable({ kernel }: Ctx): Promise<void> {
  const ids = await listRecoverable(kernel.db)
  await kernel.transaction(async (tx) => {
    for (const task_id of ids) tx.enqueue(SEND_TASK, { task_id })
  })
}

/** Checks the list; both ways, also registers the webhook and finds changes. Returns why it failed. */
async function runClaimed(ctx: Ctx, config: SyncConfig, state: SyncState): Promise<ReturnType<typeof toProblem> | null> {
  try {
    const list = await readRemoteList(ctx, config.listId)
    await saveListName(ctx.kernel.db, config.listId, list.name)
    await queueRecoverable(ctx)
    if (!config.isTwoWay) return null
    await poll(ctx, config, state)
    await registerWebhook(ctx, state, list)
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return toProblem(error)
  }
}

/** Synchronizes the list: by schedule, and when a person asks. Failures are stored, and the next run tries again. */
export async function runSync(ctx: Ctx): Promise<void> {
  const { kernel } = ctx
  const config = getSyncConfig(kernel)
  await queueOpenErasures(ctx)
  await removeOldWebhooks(ctx, config)
  const state = config && (await claimSyncState(kernel.db, config.listId))
  if (!config || !state) return
  let problem: ReturnType<typeof toProblem> | null = { problem: 'unexpected' }
  try {
    problem = await runClaimed(ctx, config, state)
  } finally {
    await releaseSyncState(kernel.db, config.listId, problem)
  }
}
