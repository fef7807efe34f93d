import { api, notifyFailure } from 'stoa/admin'
import type { TaskLine } from '../api-types.ts'
import { useReloadTasks } from './queries.ts'
import { useMessages } from './messages.ts'

type Action = TaskLine['actions'][number]

/** Functions that change a task and reload what shows it. They report failures, and resolve to whether they succeeded. */
export function useTaskChange() {
  const say = useMessages()
  const reload = useReloadTasks()
  const run = async (call: () => Promise<unknown>): Promise<boolean> => {
    let succeeded = true
    try {
      await call()
    } catch (failure) {
      succeeded = false
      notifyFailure(say('notChanged'), failure)
    }
    await reload()
    return succeeded
  }
  return {
    move: (id: number, action: Action) => run(() => api(`my/task/${id}/status`, { method: 'POST', body: { action } })),
    tick: (id: number, item: string, done: boolean) => run(() => api(`my/task/${id}/checklist`, { method: 'PUT', body: { item, done } })),
    watch: (id: number, watching: boolean) => run(() => api(`my/task/${id}/watch`, { method: 'PUT', body: { watching } })),
    remove: (id: number) => run(() => api(`my/task/${id}`, { method: 'DELETE' })),
  }
}
