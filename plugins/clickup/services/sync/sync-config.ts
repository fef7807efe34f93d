import { basic, type Kernel } from 'stoa'
import { TASKS, type Tasks } from 'stoa/plugins/tasks'
import type { StatusNames } from '../../domain/task-statuses.ts'
import { clickup } from '../../settings.ts'

/** What is synchronized, and how. */
export interface SyncConfig {
  isTwoWay: boolean
  listId: string
  statusNames: StatusNames
  /** Time zone of the shop. */
  zone: string
  tasks: Tasks
}

/** The configuration of the synchronization; undefined while it is off, or the plugin `tasks` is. */
export function getSyncConfig(kernel: Kernel): SyncConfig | undefined {
  const settings = kernel.settings.of(clickup)
  const tasks = kernel.find(TASKS)
  if (settings.sync_tasks === 'off' || settings.list_id === '' || !tasks) return undefined
  return {
    isTwoWay: settings.sync_tasks === 'both',
    listId: settings.list_id,
    statusNames: {
      to_do: settings.status_to_do,
      process: settings.status_process,
      completed: settings.status_completed,
      canceled: settings.status_canceled,
    },
    zone: kernel.settings.of(basic).time_zone,
    tasks,
  }
}
