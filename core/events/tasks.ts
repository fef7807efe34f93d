import { type Ctx, type Kernel, systemCtx } from '../context.ts'
import type { Outbox } from '../db/work.ts'
import type { Registry } from '../plugin/registry.ts'

/** Task that runs one plugin's handler of one event. */
const eventTask = (plugin: string, event: string) => `on:${event}:${plugin}`

/** Who is to be told of an event: one task per listening plugin, so that each is retried by itself. */
export function outboxOf(registry: Registry): Pick<Outbox, 'subscribers'> {
  const tasks = new Map([...registry.listeners].map(([event, plugins]) => [event, plugins.map((p) => eventTask(p, event))]))
  return { subscribers: (event) => tasks.get(event) ?? [] }
}

/** What is done for each name that can stand in the queue: jobs of plugins, and what they do when told of an event. */
export function tasksOf(kernel: Kernel): Record<string, (payload: unknown) => Promise<void>> {
  const list: ReturnType<typeof tasksOf> = {}
  for (const plugin of kernel.registry.plugins) {
    for (const { name, run } of plugin.jobs ?? []) list[name] = (payload) => run(payload, systemCtx(kernel, name))
    // Each is given what was emitted under its name.
    for (const [event, told] of Object.entries(plugin.on ?? {}) as [string, (payload: unknown, ctx: Ctx) => Promise<void>][])
      list[eventTask(plugin.id, event)] = (payload) => told(payload, systemCtx(kernel, `${plugin.id} on ${event}`))
  }
  return list
}
