import { AppError, type Ctx, NOT_FOUND, sql, type Sql } from 'stoa'
import type { TaskLines, TasksAbout } from '../api-types.ts'
import { readSubjects } from './subjects.ts'
import { getActorId } from './task-ctx.ts'
import { isDueSql, isOpenSql, lineColumns, type RawLine, toLines, visibleSql } from './task-lines.ts'

/** Most open tasks in a list of one's own. */
const MOST_OPEN = 200
/** Most finished tasks below them. */
const MOST_CLOSED = 20

/** Tasks that match a condition on `t`, of those the actor can see. */
async function readLines(ctx: Ctx, where: Sql, order: Sql, limit: number): Promise<TaskLines> {
  const rows = await ctx.kernel.db.rows<RawLine>(sql`
    select ${lineColumns(ctx)} from task t where ${where} and ${visibleSql(ctx)} order by ${order} limit ${limit + 1}`)
  return { data: await toLines(ctx, rows.slice(0, limit)), more: rows.length > limit }
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
