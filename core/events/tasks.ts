import { type Kernel, systemCtx } from '../context.ts'
import { type Outbox, queued } from '../db/work.ts'
import type { Registry } from '../plugin/registry.ts'
import { hear, TELL } from './turns.ts'

/** Task that runs one plugin's handler of one event. */
const eventTask = (plugin: string, event: string) => `on:${event}:${plugin}`

/** What an event queues: one job per listening plugin, so that each is retried by itself. */
export const outboxOf = ({ listeners }: Registry): Pick<Outbox, 'told'> => ({
  told: (event, payload, subject) =>
    (listeners.get(event) ?? []).map((plugin) => {
      if (!subject) return { task: eventTask(plugin, event), payload }
      const to = { plugin, subject: `${subject.type} ${subject.id}` }
      return { ...queued(TELL, to), due: { ...to, event, payload } }
    }),
})

/** What is done for each name that can stand in the queue: jobs of plugins, and what they do when told of an event. */
export function tasksOf(kernel: Kernel): Record<string, (payload: unknown) => Promise<void>> {
  const list: ReturnType<typeof tasksOf> = {}
  for (const { id, jobs = [], on = {} } of kernel.registry.plugins) {
    for (const { name, run } of jobs) list[name] = (payload) => run(payload, systemCtx(kernel, name))
    for (const event of Object.keys(on)) list[eventTask(id, event)] = (payload) => hear(kernel, id, event, payload)
  }
  return list
}
