import { AppError, type Ctx, NOT_FOUND, sql } from 'stoa'
import type { TaskView } from '../api-types.ts'
import { readAccountNames } from './account-names.ts'
import { getActorId } from './task-ctx.ts'
import { lineColumns, type RawLine, toLines, visibleSql, zoneSql } from './task-lines.ts'
import { getTaskRights } from './task-rights.ts'

type Details = Pick<
  TaskView,
  'description' | 'checklist' | 'remind_date' | 'remind_time' | 'recurrence_every' | 'recurrence_until' | 'created_at'
>

interface RawDetails extends Details {
  watcher_ids: number[]
  external_tool: string | null
  external_id: string | null
  external_url: string | null
}

/** A task that the actor can see. @throws AppError NOT_FOUND */
export async function readTask(ctx: Ctx, id: number): Promise<TaskView> {
  const { kernel } = ctx
  const row = await kernel.db.one<{ line: RawLine; details: RawDetails; created_at: string; completed_at: string | null }>(sql`
    select row_to_json(line) as line, row_to_json(details) as details, t.created_at, t.completed_at
    from task t, lateral (select ${lineColumns(ctx)}) line, lateral (
      select t.description, t.checklist, to_char(t.remind_at at time zone ${zoneSql(ctx)}, 'YYYY-MM-DD') as remind_date,
        to_char(t.remind_at at time zone ${zoneSql(ctx)}, 'HH24:MI') as remind_time, t.recurrence_every,
        to_char(t.recurrence_until, 'YYYY-MM-DD') as recurrence_until, t.external_tool, t.external_id, t.external_url,
        (select coalesce(json_agg(w.account_id), '[]') from task_watcher w where w.task_id = t.id) as watcher_ids) details
    where t.id = ${id} and ${visibleSql(ctx)}`)
  if (!row) throw new AppError(NOT_FOUND)
  const { created_at, completed_at } = row
  const [line] = await toLines(ctx, [{ ...row.line, completed_at }])
  if (!line) throw new AppError(NOT_FOUND)
  const { watcher_ids, external_tool, external_id, external_url, ...details } = row.details
  const { creator_admin_id, subject_id } = row.line
  const names = await readAccountNames(kernel, [creator_admin_id, ...watcher_ids])
  const { actions: _actions, ...may } = getTaskRights(ctx, row.line)
  const watchers = watcher_ids.map((watcher) => ({ id: watcher, name: names.get(watcher) ?? '' }))
  return {
    ...line,
    ...details,
    created_at,
    creator: creator_admin_id === null ? null : { id: creator_admin_id, name: names.get(creator_admin_id) ?? '' },
    watchers: watchers.toSorted((one, two) => one.name.localeCompare(two.name) || one.id - two.id),
    is_watching: watcher_ids.includes(getActorId(ctx) ?? 0),
    external: external_tool === null || external_id === null ? null : { tool: external_tool, id: external_id, url: external_url },
    has_subject: subject_id !== null,
    may,
  }
}
