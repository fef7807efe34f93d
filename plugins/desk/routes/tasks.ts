import type { FastifyInstance } from 'fastify'
import { allows, id as name, join, type Kernel, speech, sql } from '#core'
import type { SetupTask } from '../wire.ts'

/**
 * `GET /api/admin/tasks`: what is still to be set up, as the data says and never as somebody ticked it off.
 * Only what the person may do; one statement for all of it.
 */
export function taskRoute(app: FastifyInstance, kernel: Kernel): void {
  app.get('/tasks', { config: { open: 'signed-in' } }, async (request): Promise<{ data: SetupTask[] }> => {
    const locale = speech(kernel, request)
    const tasks = kernel.registry.plugins
      .flatMap((p) => (p.admin?.tasks ?? []).map((task) => ({ ...task, plugin: p.id })))
      .filter((task) => allows(request.actor, task.needs))
      .sort((a, b) => a.order - b.order)
    if (tasks.length === 0) return { data: [] }
    const row = await kernel.db.one<Record<string, boolean>>(
      sql`select ${join(tasks.map((task, i) => sql`(${task.done}) as ${name(`task_${i}`)}`))}`,
    )
    return {
      data: tasks.map((task, i) => ({
        id: `${task.plugin}.${task.id}`,
        label: kernel.catalogue.t(locale, `${task.plugin}:task.${task.id}`),
        hint: kernel.catalogue.t(locale, `${task.plugin}:task.${task.id}_hint`),
        to: task.to,
        done: row?.[`task_${i}`] === true,
      })),
    }
  })
}
