import { type Ctx, defineJob, id, join, likeText, type TransitionContext, sql, t, message } from 'stoa'

type At = Omit<TransitionContext, 'input'>

/** A file cannot be deleted while a row of any resource or a setting references it. */
export async function isUnused({ ctx, tx, row }: At): Promise<true | ReturnType<typeof message>> {
  const path = String(row.path)
  const pattern = `%${likeText(path)}%`
  const holders = getHolders(ctx).map(
    ({ table, column }) => sql`exists (select 1 from ${id(table)} x where x.${id(column)}::text like ${pattern})`,
  )
  const conditions = [...holders, sql`exists (select 1 from setting s where s.value::text like ${pattern})`]
  const found = await tx.one<{ used: boolean }>(sql`select ${join(conditions, ' or ')} as used`)
  return found?.used ? message('core:error.in_use') : true
}

/** Resources whose mention of a path is not a use of the file. */
const silent = new Set(['file', 'audit_log'])

/** Columns that may contain the path of a file. */
function getHolders(ctx: Ctx): { table: string; column: string }[] {
  const kinds = new Set(['image', 'file', 'rich', 'json', 'code'])
  return [...ctx.kernel.registry.resources.values()]
    .filter((r) => !silent.has(r.name))
    .flatMap((r) => r.fields.filter((f) => f.column && kinds.has(f.meta.kind)).map((f) => ({ table: r.table, column: f.column ?? '' })))
}

/** Deletes the file of a deleted upload from storage. */
export const DROP_FILE = defineJob({ name: 'content/drop-file', payload: { path: t.text() } })

/** The file is deleted after the commit, so that a rollback keeps it. */
export function dropStored({ tx, row }: At): void {
  tx.enqueue(DROP_FILE, { path: String(row.path) })
}
