import { AppError, basic, type Ctx, type Db, fieldLabel, historySql, NOT_FOUND, sql, type Sql } from 'stoa'
import { scopeSql } from 'stoa/engine'
import type { TaskHistory, TaskLine, TaskLines, TasksAbout, TaskView } from '../api-types.ts'
import type { TaskStatus } from '../domain/statuses.ts'
import { getActorId } from './task-ctx.ts'
import { getTaskRights, type TaskPeople } from './task-rights.ts'
import { readSubjects, type SubjectRef } from './subjects.ts'

/** Most open tasks in a list of one's own. */
export const MOST_OPEN = 200
/** Most finished tasks below them. */
const MOST_CLOSED = 20

export const isOpenSql = sql`t.status in ('to_do', 'process')`

/** Condition on the open task `t`: due today or earlier, on the clock of the shop. */
export const isDueSql = ({ kernel }: Ctx): Sql =>
  sql`coalesce((t.due_at at time zone ${kernel.settings.of(basic).time_zone}::text)::date <= (select business_day()), false)`

const isOverdueSql = ({ kernel }: Ctx): Sql =>
  sql`coalesce(case when t.all_day then (t.due_at at time zone ${kernel.settings.of(basic).time_zone}::text)::date < (select business_day())
    else t.due_at < now() end, false)`

type RawLine = Omit<TaskLine, 'actions' | 'subject' | 'assignee'> &
  TaskPeople &
  SubjectRef & { status: TaskStatus; assignee_name: string | null }

function lineColumns(ctx: Ctx): Sql {
  const zone = sql`${ctx.kernel.settings.of(basic).time_zone}::text`
  return sql`t.id, t.version, t.title, t.status, t.priority, to_char(t.due_at at time zone ${zone}, 'YYYY-MM-DD') as due_date,
    case when not t.all_day then to_char(t.due_at at time zone ${zone}, 'HH24:MI') end as due_time,
    ${isOpenSql} and ${isOverdueSql(ctx)} as is_overdue, ${isOpenSql} and ${isDueSql(ctx)} as is_due,
    t.assignee_admin_id, (select a.name from account a where a.id = t.assignee_admin_id) as assignee_name, t.creator_admin_id,
    (select count(*) from jsonb_array_elements(t.checklist) item where (item->>'done')::boolean) as checklist_done,
    jsonb_array_length(t.checklist) as checklist_total, t.recurrence, t.completed_at, t.subject_type, t.subject_id`
}

function toLine(ctx: Ctx, row: RawLine, subject: TaskLine['subject']): TaskLine {
  const { assignee_admin_id, assignee_name, creator_admin_id: _creator, subject_type: _type, subject_id: _id, ...line } = row
  const assignee = assignee_admin_id === null ? null : { id: assignee_admin_id, name: assignee_name ?? '' }
  return { ...line, assignee, actions: getTaskRights(ctx, row).actions, subject }
}

const visibleSql = (ctx: Ctx): Sql => scopeSql(ctx, ctx.kernel.registry.resource('task'))

/** Tasks that match a condition on `t`, the next due first. */
async function readLines(ctx: Ctx, where: Sql, order: Sql, limit: number): Promise<TaskLines> {
  const rows = await ctx.kernel.db.rows<RawLine>(sql`
    select ${lineColumns(ctx)} from task t where ${where} and ${visibleSql(ctx)} order by ${order} limit ${limit + 1}`)
  const getSubject = await readSubjects(ctx, rows)
  return { data: rows.slice(0, limit).map((row) => toLine(ctx, row, getSubject(row))), more: rows.length > limit }
}

const byDue = sql`t.due_at nulls last, array_position(array['urgent', 'high', 'normal', 'low'], t.priority), t.id`

/** Which of the tasks that concern the actor: assigned to them, created by them for others, or watched. */
export type OwnView = 'assigned' | 'created' | 'watched'

function ownSql(me: number, view: OwnView): Sql {
  if (view === 'assigned') return sql`t.assignee_admin_id = ${me}`
  if (view === 'created') return sql`t.creator_admin_id = ${me} and t.assignee_admin_id is distinct from ${me}`
  return sql`exists (select from task_watcher w where w.task_id = t.id and w.account_id = ${me})`
}

/** Tasks of the actor, whatever else they may see: open ones by due date, or those that were finished last. */
export function readOwnTasks(ctx: Ctx, { view, closed }: { view: OwnView; closed: boolean }): Promise<TaskLines> {
  const own = ownSql(getActorId(ctx) ?? 0, view)
  return closed
    ? readLines(ctx, sql`${own} and not ${isOpenSql}`, sql`t.changed_at desc, t.id desc`, MOST_CLOSED)
    : readLines(ctx, sql`${own} and ${isOpenSql}`, byDue, MOST_OPEN)
}

/** Open tasks about a record. @throws AppError NOT_FOUND when the actor may not read the record */
export async function readTasksAbout(ctx: Ctx, type: string, id: number): Promise<TasksAbout> {
  const ref = { subject_type: type, subject_id: id }
  const subject = (await readSubjects(ctx, [ref]))(ref)
  if (!subject) throw new AppError(NOT_FOUND)
  return { subject, ...(await readLines(ctx, sql`t.subject_type = ${type} and t.subject_id = ${id} and ${isOpenSql}`, byDue, MOST_OPEN)) }
}

/** Number of open tasks of the actor that are due today or earlier; counting stops at `most`. */
export async function countDue(ctx: Ctx, most: number): Promise<number> {
  const row = await ctx.kernel.db.one<{ n: number }>(sql`
    select count(*) as n from (select 1 from task t
      where t.assignee_admin_id = ${getActorId(ctx) ?? 0} and ${isOpenSql} and ${isDueSql(ctx)} limit ${most}) due`)
  return row?.n ?? 0
}

type RawView = RawLine &
  Pick<TaskView, 'description' | 'checklist' | 'remind_date' | 'remind_time' | 'recurrence_every' | 'recurrence_until' | 'created_at'> &
  Pick<TaskView, 'watchers'> & {
    creator_name: string | null
    external_tool: string | null
    external_id: string | null
    external_url: string | null
  }

/** A task that the actor can see. @throws AppError NOT_FOUND */
export async function readTask(ctx: Ctx, id: number): Promise<TaskView> {
  const zone = sql`${ctx.kernel.settings.of(basic).time_zone}::text`
  const row = await ctx.kernel.db.one<RawView>(sql`
    select ${lineColumns(ctx)}, t.description, t.checklist, to_char(t.remind_at at time zone ${zone}, 'YYYY-MM-DD') as remind_date,
      to_char(t.remind_at at time zone ${zone}, 'HH24:MI') as remind_time, t.recurrence_every,
      to_char(t.recurrence_until, 'YYYY-MM-DD') as recurrence_until, t.created_at,
      (select a.name from account a where a.id = t.creator_admin_id) as creator_name, t.external_tool, t.external_id, t.external_url,
      (select coalesce(json_agg(json_build_object('id', a.id, 'name', a.name) order by a.name, a.id), '[]')
        from task_watcher w join account a on a.id = w.account_id where w.task_id = t.id) as watchers
    from task t where t.id = ${id} and ${visibleSql(ctx)}`)
  if (!row) throw new AppError(NOT_FOUND)
  const getSubject = await readSubjects(ctx, [row])
  const { creator_name, external_tool, external_id, external_url, ...rest } = row
  const { description, checklist, remind_date, remind_time, recurrence_every, recurrence_until, created_at, watchers, ...line } = rest
  const { actions: _actions, ...may } = getTaskRights(ctx, row)
  return {
    ...toLine(ctx, line, getSubject(row)),
    ...{ description, checklist, remind_date, remind_time, recurrence_every, recurrence_until, created_at, watchers },
    creator: row.creator_admin_id === null ? null : { id: row.creator_admin_id, name: creator_name ?? '' },
    is_watching: watchers.some((watcher) => watcher.id === getActorId(ctx)),
    external: external_tool === null || external_id === null ? null : { tool: external_tool, id: external_id, url: external_url },
    has_subject: row.subject_id !== null,
    may,
  }
}

/** Fields whose changes are told by other entries, or by nobody. */
const SILENT = new Set(['status', 'recurrence_day', 'reminded_at', 'series_id'])

/** Changes of a task that the actor can see. @throws AppError NOT_FOUND */
export async function readHistory(ctx: Ctx, id: number): Promise<TaskHistory> {
  const { db, registry } = ctx.kernel
  if (!(await db.one(sql`select 1 from task t where t.id = ${id} and ${visibleSql(ctx)}`))) throw new AppError(NOT_FOUND)
  const rows = await readChanges(db, id)
  const r = registry.resource('task')
  const label = (field: string) => fieldLabel(ctx.kernel, ctx.interfaceLanguage ?? ctx.language, r, field)
  return {
    data: rows.flatMap(({ fields, ...change }) => {
      const shown = fields.filter((field) => r.byName.has(field) && !SILENT.has(field))
      return change.to_status === null && shown.length === 0 ? [] : [{ ...change, fields: shown.map(label) }]
    }),
  }
}

interface Change {
  at: string
  who: string
  to_status: TaskStatus | null
  fields: string[]
}

const readChanges = (db: Db, id: number): Promise<Change[]> =>
  db.rows<Change>(sql`
    select at, who, to_status, fields from (
      select h.created_at as at, coalesce(a.name, h.actor_kind) as who, h.to_status, '[]'::jsonb as fields
      from ${historySql} where h.document_type = 'task' and h.document_id = ${id}
      union all
      select l.created_at, case when l.actor_kind = 'admin' then l.actor_name else l.actor_kind end, null,
        jsonb_path_query_array(l.changes, '$[*].field')
      from audit_log l where l.resource = 'task' and l.row_id = ${id} and l.verb = 'update'
    ) changes order by at limit 500`)
