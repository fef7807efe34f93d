import { hasPermission, id as name, join, route, requestLanguage, sql, t } from 'stoa'
import { SetupTask } from '../api-types.ts'

/**
 * `GET /api/admin/tasks`: open setup steps, derived from the data and not from check marks. Only steps the user may take; one query for
 * all. `finished`: the business is running and no required step is open for any user.
 */
export const taskRoute = route({
  on: 'GET /tasks',
  id: 'desk.tasks',
  summary: 'Open set-up steps',
  open: 'signed-in',
  response: t.object({ data: t.list(SetupTask), finished: t.flag() }),
  run: async ({ kernel, ctx, request }) => {
    const locale = requestLanguage(kernel, request)
    const tasks = kernel.registry.plugins
      .flatMap((p) => (p.admin?.tasks ?? []).map((task) => ({ ...task, plugin: p.id })))
      .sort((a, b) => a.order - b.order)
    if (!tasks.some((task) => hasPermission(ctx.actor, task.needs))) return { data: [], finished: false }
    const inUse = tasks.flatMap((task) => (task.inUse ? [sql`(${task.inUse})`] : []))
    const row = await kernel.db.one<Record<string, boolean>>(
      sql`select ${join(tasks.map((task, i) => sql`(${task.done}) as ${name(`task_${i}`)}`))},
        (${inUse.length > 0 ? join(inUse, ' or ') : sql`false`}) as in_use`,
    )
    const isDone = (task: (typeof tasks)[number]) => row?.[`task_${tasks.indexOf(task)}`] === true
    return {
      finished: row?.['in_use'] === true && tasks.every((task) => !task.required || isDone(task)),
      data: tasks
        .filter((task) => hasPermission(ctx.actor, task.needs))
        .map((task) => ({
          id: `${task.plugin}.${task.id}`,
          label: kernel.i18n.t(locale, `${task.plugin}:task.${task.id}`),
          hint: kernel.i18n.t(locale, `${task.plugin}:task.${task.id}_hint`),
          to: task.to,
          done: isDone(task),
        })),
    }
  },
})
