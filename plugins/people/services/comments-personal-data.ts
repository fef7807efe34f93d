import { hasPermission, type Ctx, id as name, sql } from 'stoa'
import { verbPermission, scopeSql } from 'stoa/engine'
import { NOTES, NOTE_TABLES } from 'stoa/plugins/notes'
import type { PersonalDataHandler } from './personal-data-handler.ts'

/** Rows visible to the member of staff: row scopes may hide some. */
async function filterVisibleIds(ctx: Ctx, resource: string, ids: readonly number[]): Promise<number[]> {
  const r = ctx.kernel.registry.resources.get(resource)
  if (!r) return []
  const rows = await ctx.kernel.db.rows<{ id: number }>(
    sql`select t.id from ${name(r.table)} t where t.id = any(${[...ids]}::bigint[]) and ${scopeSql(ctx, r)}`,
  )
  return rows.map(({ id }) => id)
}

/** Comments on rows of a person. The comments plugin knows no persons, so people handles them. */
export const commentsPersonalData: PersonalDataHandler = {
  tables: NOTE_TABLES,
  async exportData(ctx, { rows }, requester) {
    const { kernel, actor } = ctx
    const notes = kernel.find(NOTES)
    if (!notes || requester === 'person') return {}
    const visibleSubjects = Object.entries(rows).filter(([subject]) => hasPermission(actor, verbPermission('get', subject)))
    const all = await Promise.all(
      visibleSubjects.map(async ([subject, ids]) => notes.about(kernel.db, subject, await filterVisibleIds(ctx, subject, ids))),
    )
    return { notes: all.flat() }
  },
  async eraseData(tx, { kernel }, { rows }) {
    for (const [subject, ids] of Object.entries(rows)) await kernel.find(NOTES)?.deleteAll(tx, subject, ids)
  },
}
