import { type Kernel, systemCtx } from '../context.ts'
import { type Outbox, toQueuedJob } from '../db/transaction.ts'
import type { Registry } from '../plugin/registry.ts'
import { callListener, DELIVER_EVENTS } from './event-delivery.ts'

/** Name of the task that runs one plugin's handler of one event. */
const eventTask = (plugin: string, event: string) => `on:${event}:${plugin}`

/** Jobs of an event: one per listening plugin, so that each is retried by itself. */
export const createEventJobs = ({ listeners }: Registry): Pick<Outbox, 'createEventJobs'> => ({
  createEventJobs: (event, payload, subject) =>
    (listeners.get(event) ?? []).map((plugin) => {
      if (!subject) return { task: eventTask(plugin, event), payload }
      const to = { plugin, subject: `${subject.type} ${subject.id}` }
      return { ...toQueuedJob(DELIVER_EVENTS, to), due: { ...to, event, payload } }
    }),
})

/** All job handlers by task name: the jobs of plugins and their event listeners. */
export function collectJobHandlers(kernel: Kernel): Record<string, (payload: unknown) => Promise<void>> {
  const list: ReturnType<typeof collectJobHandlers> = {}
  for (const { id, jobs = [], on = {} } of kernel.registry.plugins) {
    for (const { name, run } of jobs) list[name] = (payload) => run(payload, systemCtx(kernel, name))
    for (const event of Object.keys(on)) list[eventTask(id, event)] = (payload) => callListener(kernel, id, event, payload)
  }
  return list
}
