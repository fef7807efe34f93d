import { AppError, basic, type Ctx, FORBIDDEN, hasPermission, message, type Sql, sql } from 'stoa'
import {
  CANCELED_DAYS,
  type CalendarSource,
  getStart,
  parseEntryId,
  visibleRowsSql,
  type SourceEntry,
  type Span,
  type Target,
} from 'stoa/plugins/calendar'
import { task } from '../resources/task.ts'
import { getActorId } from './task-ctx.ts'
import { getTaskRights } from './task-rights.ts'

/** Moves the due date. A task keeps being of a whole day or at a time. @throws AppError NOT_FOUND, FORBIDDEN, STALE, INVALID by field */
async function moveDue(ctx: Ctx, id: number, { start, version }: Target): Promise<void> {
  const { kernel } = ctx
  await kernel.transaction(async (tx) => {
    const row = await kernel.resources.lockIn(tx, ctx, task, id)
    if (!getTaskRights(ctx, row).edit) throw new AppError(FORBIDDEN, [message('core:error.needs', { needs: 'update task' })])
    const isDay = !start.includes('T')
    // A day without a time is the start of it in the shop; the time zone is applied by the database.
    const due = isDay ? await tx.one<{ at: string }>(sql`select ${getStart(ctx, start)} as at`) : { at: new Date(start).toISOString() }
    await kernel.resources.updateIn(tx, ctx, task, id, {
      due_at: due?.at ?? null,
      all_day: isDay,
      ...(version === null ? {} : { version }),
    })
  })
}

/** Due dates of the open tasks that meet a condition, within the row scope. */
function readDueTasks(ctx: Ctx, { from, to, most, outside, anonymous }: Span, condition: Sql): Promise<SourceEntry[]> {
  const zone = ctx.kernel.settings.of(basic).time_zone
  const movable = hasPermission(ctx.actor, 'update task')
    ? sql`true`
    : sql`coalesce(t.creator_admin_id = ${getActorId(ctx)}::bigint, false)`
  return ctx.kernel.db.rows<SourceEntry>(sql`
      select t.id::text as id, case when ${anonymous} then ${ctx.kernel.i18n.t(ctx.language, 'tasks:task._label')}::text || ' #' || t.id else t.title end as title,
        case when t.all_day then to_char(t.due_at at time zone ${zone}::text, 'YYYY-MM-DD')
          else to_char(t.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') end as start,
        null as "end", t.all_day, t.status, 'tasks/' || t.id as link, ${movable} as movable, t.version, t.updated_at as changed_at,
        t.status = 'canceled' as gone
      from task t
      where t.due_at >= ${getStart(ctx, from)} and t.due_at < ${getStart(ctx, to)} and ${visibleRowsSql(ctx, 'task')} and ${condition}
        and (t.status in ('to_do', 'process')
          or ${outside} and t.status = 'canceled' and t.updated_at > now() - make_interval(days => ${CANCELED_DAYS}))
      order by t.due_at, t.id limit ${most}`)
}

/**
 * Due dates of open tasks: all with the permission to read tasks, else the own, because the row scope decides. In "My calendar": those
 * assigned to the account. Titles are free text, so feeds contain them only together with names of customers.
 */
export const dueTasks: CalendarSource = {
  title: 'tasks:calendar.tasks',
  hue: 'orange',
  customerNames: 'get customer',
  read: (ctx, span) => readDueTasks(ctx, span, sql`true`),
  mine: { read: (ctx, span) => readDueTasks(ctx, span, sql`t.assignee_admin_id = ${getActorId(ctx)}::bigint`) },
  move: { by: 'either', run: (ctx, id, target) => moveDue(ctx, parseEntryId(id), target) },
}
