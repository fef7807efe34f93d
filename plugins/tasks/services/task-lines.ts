import { basic, type Ctx, sql, type Sql } from 'stoa'
import { scopeSql } from 'stoa/engine'
import type { TaskLine } from '../api-types.ts'
import { readAccountNames } from './account-names.ts'
import { readSubjects, type SubjectRef } from './subjects.ts'
import { getTaskRights, type TaskPeople } from './task-rights.ts'

/** The time zone of the shop, as SQL. */
export const zoneSql = ({ kernel }: Ctx): Sql => sql`${kernel.settings.of(basic).time_zone}::text`

export const isOpenSql = sql`t.status in ('to_do', 'process')`

/** Condition on the open task `t`: due today or earlier, on the clock of the shop. */
export const isDueSql = (ctx: Ctx): Sql => sql`coalesce((t.due_at at time zone ${zoneSql(ctx)})::date <= (select business_day()), false)`

const isOverdueSql = (ctx: Ctx): Sql =>
  sql`coalesce(case when t.all_day then (t.due_at at time zone ${zoneSql(ctx)})::date < (select business_day()) else t.due_at < now() end, false)`

/** Condition on the task `t`: the actor can see it. */
export const visibleSql = (ctx: Ctx): Sql => scopeSql(ctx, ctx.kernel.registry.resource('task'))

/** A task as the database returns it for a list. */
export type RawLine = Omit<TaskLine, 'actions' | 'subject' | 'assignee'> & TaskPeople & SubjectRef & Pick<TaskLine, 'status'>

/** The select list of a task `t` in a list. */
export const lineColumns = (ctx: Ctx): Sql =>
  sql`t.id, t.version, t.title, t.status, t.priority, to_char(t.due_at at time zone ${zoneSql(ctx)}, 'YYYY-MM-DD') as due_date,
    case when not t.all_day then to_char(t.due_at at time zone ${zoneSql(ctx)}, 'HH24:MI') end as due_time,
    ${isOpenSql} and ${isOverdueSql(ctx)} as is_overdue, ${isOpenSql} and ${isDueSql(ctx)} as is_due, t.assignee_admin_id, t.creator_admin_id,
    (select count(*) from jsonb_array_elements(t.checklist) item where (item->>'done')::boolean) as checklist_done,
    jsonb_array_length(t.checklist) as checklist_total, t.recurrence, t.completed_at, t.subject_type, t.subject_id`

/** Tasks of a list as the API returns them, with the names of people and records. */
export async function toLines(ctx: Ctx, rows: readonly RawLine[]): Promise<TaskLine[]> {
  const [names, getSubject] = await Promise.all([
    readAccountNames(
      ctx.kernel,
      rows.map((row) => row.assignee_admin_id),
    ),
    readSubjects(ctx, rows),
  ])
  return rows.map((row) => {
    const { assignee_admin_id: id, creator_admin_id: _creator, subject_type: _type, subject_id: _id, ...line } = row
    const assignee = id === null ? null : { id, name: names.get(id) ?? '' }
    return { ...line, assignee, actions: getTaskRights(ctx, row).actions, subject: getSubject(row) }
  })
}
