import { hasPermission, id as name, join, route, requestLanguage, sql, t } from 'stoa'
import { SetupTask } from '../api-types.ts'

/**
 * `GET /api/admin/tasks`: what is still to be set up, as the data says and never as somebody ticked it off.
 * Only what the person may do; one statement for all of it.
 */
export const taskRoute = route({
  on: 'GET /tasks',
  id: 'desk.tasks',
  summary: 'What is still to be set up',
  open: 'signed-in',
  response: t.object({ data: t.list(SetupTask) }),
  run: async ({ kernel, ctx, request }) => {
    const locale = requestLanguage(kernel, request)
    const tasks = kernel.registry.plugins
      .flatMap((p) => (p.admin?.tasks ?? []).map((task) => ({ ...task, plugin: p.id })))
      .filter((task) => hasPermission(ctx.actor, task.needs))
      .sort((a, b) => a.order - b.order)
    if (tasks.length === 0) return { data: [] }
    const row = await kernel.db.one<Record<string, boolean>>(
      sql`select ${join(tasks.map((task, i) => sql`(${task.done}) as ${name(`task_${i}`)}`))}`,
    )
    return {
      data: tasks.map((task, i) => ({
        id: `${task.plugin}.${task.id}`,
        label: kernel.i18n.t(locale, `${task.plugin}:task.${task.id}`),
        hint: kernel.i18n.t(locale, `${task.plugin}:task.${task.id}_hint`),
        to: task.to,
        done: row?.[`task_${i}`] === true,
      })),
    }
  },
})
