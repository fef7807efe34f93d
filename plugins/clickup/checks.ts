import { type Kernel, sql } from 'stoa'
import { getSyncConfig } from './services/sync/sync-config.ts'

/** What `stoa doctor` checks of the synchronization of tasks. */
export const checks = {
  'tasks are synchronized with ClickUp': async (kernel: Kernel): Promise<string[]> =>
    getSyncConfig(kernel)
      ? (
          await kernel.db.rows<{ task_id: number; problem: string; detail: string | null }>(sql`
            select task_id, problem, detail from clickup_task where state = 'failed' order by task_id limit 20`)
        ).map(({ task_id, problem, detail }) => `task ${task_id}: ${problem}${detail ? ` (${detail})` : ''}`)
      : [],
  'erased tasks are deleted in ClickUp': async (kernel: Kernel): Promise<string[]> =>
    (
      await kernel.db.rows<{ clickup_id: string | null; detail: string }>(sql`
        select clickup_id, detail from clickup_task where state = 'erasing' and detail is not null order by task_id limit 20`)
    ).map(({ clickup_id, detail }) => `task ${clickup_id ?? 'unknown'} of ClickUp: ${detail}`),
  'the list of ClickUp can be read': async (kernel: Kernel): Promise<string[]> => {
    const listId = getSyncConfig(kernel)?.listId
    if (listId === undefined) return []
    const row = await kernel.db.one<{ problem: string }>(sql`
      select problem from clickup_sync where list_id = ${listId} and problem is not null and problem <> 'rate_limited'`)
    return row ? [`list ${listId}: ${row.problem}`] : []
  },
}
