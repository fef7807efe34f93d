import { AppError, type Ctx, fieldLabel, historySql, NOT_FOUND, sql, systemCtx } from 'stoa'
import type { TaskHistory } from '../api-types.ts'
import { visibleSql } from './task-lines.ts'

type Entry = TaskHistory['data'][number]

/** Fields whose changes other entries tell, or which people do not know. */
const SILENT = new Set(['status', 'recurrence_day', 'reminded_at', 'series_id', 'external_id'])

/** Most changes of fields that are shown. */
const MOST = '100'

/** Changes of fields from the audit log, without their values: whoever can see a task may know that it was changed. */
async function readFieldChanges(ctx: Ctx, id: number): Promise<Entry[]> {
  const { kernel } = ctx
  const query = { resource: 'task', row_id: String(id), verb: 'update', limit: MOST, fields: '*' }
  const { data } = await kernel.resources.list(systemCtx(kernel, 'tasks'), 'audit_log', query)
  const r = kernel.registry.resource('task')
  return data.flatMap((row) => {
    const changes = (Array.isArray(row['changes']) ? row['changes'] : []) as { field: string }[]
    const fields = [...new Set(changes.map(({ field }) => field))].filter((field) => r.byName.has(field) && !SILENT.has(field))
    if (fields.length === 0) return []
    const who = String(row['actor_kind'] === 'admin' ? row['actor_name'] : row['actor_kind'])
    const label = (field: string) => fieldLabel(kernel, ctx.interfaceLanguage ?? ctx.language, r, field)
    return [{ at: String(row['created_at']), who, to_status: null, fields: fields.map(label) }]
  })
}

/** Changes of a task that the actor can see, oldest first. @throws AppError NOT_FOUND */
export async function readHistory(ctx: Ctx, id: number): Promise<TaskHistory> {
  const { db } = ctx.kernel
  if (!(await db.one(sql`select 1 from task t where t.id = ${id} and ${visibleSql(ctx)}`))) throw new AppError(NOT_FOUND)
  const [statuses, fields] = await Promise.all([
    db.rows<Omit<Entry, 'fields'>>(sql`
      select h.created_at as at, coalesce(a.name, h.actor_kind) as who, h.to_status
      from ${historySql} where h.document_type = 'task' and h.document_id = ${id} order by h.id`),
    readFieldChanges(ctx, id),
  ])
  const entries = [...statuses.map((entry) => ({ ...entry, fields: [] })), ...fields]
  return { data: entries.toSorted((one, two) => Date.parse(one.at) - Date.parse(two.at)) }
}
