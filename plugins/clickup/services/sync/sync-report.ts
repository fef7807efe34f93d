import { AppError, type Ctx, NOT_FOUND, sql } from 'stoa'
import type { SyncReport } from '../../api-types.ts'
import { clickup } from '../../settings.ts'
import { SEND_TASK } from './jobs.ts'
import { getSyncConfig } from './sync-config.ts'
import { findSyncState } from './sync-state.ts'
import { type LinkState, restartLink } from './task-links.ts'

/** Most tasks with a problem that are listed. */
const MOST = 50

interface ProblemRow {
  task_id: number
  state: LinkState
  problem: string
  detail: string | null
  updated_at: string
}

/**
 * How the synchronization works: its last run, how many tasks it has, and the tasks with a problem, the latest first. While it is off, those that
 * are still to be deleted in ClickUp.
 */
export async function readSyncReport(ctx: Ctx): Promise<SyncReport> {
  const { kernel } = ctx
  const { db } = kernel
  const config = getSyncConfig(kernel)
  const { sync_tasks, list_id } = kernel.settings.of(clickup)
  const [state, counts, rows] = await Promise.all([
    findSyncState(db, list_id),
    db.one<SyncReport['counts']>(sql`
      select count(*) filter (where state = 'synced') as synced, count(*) filter (where state = 'waiting') as waiting,
        count(*) filter (where state = 'failed') as failed from clickup_task`),
    db.rows<ProblemRow>(sql`
      select task_id, state, problem, detail, updated_at from clickup_task
      where problem is not null and (${config !== undefined} or state = 'erasing') order by updated_at desc, id desc limit ${MOST}`),
  ])
  const titles = await config?.tasks.readTitles(
    ctx,
    rows.map(({ task_id }) => task_id),
  )
  return {
    sync_tasks,
    is_active: config !== undefined,
    list_name: state?.list_name ?? '',
    has_webhook: state?.webhook_id !== null && state?.webhook_id !== undefined,
    ran_at: state?.ran_at ?? null,
    problem: state?.problem ?? null,
    detail: state?.detail ?? null,
    counts: counts ?? { synced: 0, waiting: 0, failed: 0 },
    problems: rows.map((row) => ({ ...row, title: titles?.get(row.task_id) ?? null })),
  }
}

/** Tries a task again that was not synchronized. @throws AppError NOT_FOUND when it has no problem */
export async function retryTask({ kernel }: Ctx, taskId: number): Promise<void> {
  await kernel.transaction(async (tx) => {
    if ((await restartLink(tx, taskId)) === 0) throw new AppError(NOT_FOUND)
    tx.enqueue(SEND_TASK, { task_id: taskId })
  })
}
