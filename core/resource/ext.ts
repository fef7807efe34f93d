import { id as name, join, literal, sql, type Sql } from '../db/sql.ts'
import type { Tx } from '../db/transaction.ts'
import { findProblem } from '../fields/rules.ts'
import type { Registry } from '../plugin/registry.ts'
import { toReadValue } from './changes.ts'
import type { Values } from './parse-input.ts'

/**
 * Assignment to the `ext` column that sets contributed values by plugin and leaves all others unchanged; empty when there is
 * nothing to set. `t` is the row's table.
 */
export function mergeExtSql(values: Readonly<Record<string, Values>>): Sql[] {
  const parts = Object.entries(values).map(
    ([plugin, fields]) =>
      sql`jsonb_build_object(${literal(plugin)}, coalesce(t.ext->${literal(plugin)}, '{}'::jsonb) || ${JSON.stringify(fields)}::jsonb)`,
  )
  return parts.length > 0 ? [sql`ext = t.ext || ${join(parts, ' || ')}`] : []
}

/**
 * Sets contributed fields of a row from a plugin's own code: without hooks and audit, with cache invalidation.
 * @throws Error when a field is not contributed, or a value is invalid for its field type.
 */
export async function setExt(tx: Tx, registry: Registry, resource: string, rowId: number, values: Values): Promise<void> {
  const r = registry.resource(resource)
  const byPlugin: Record<string, Values> = {}
  for (const [field, value] of Object.entries(values)) {
    const f = r.byName.get(field)
    if (!f?.meta.ext || f.meta.kind === 'rows') throw new Error(`"${field}" is no field that a plugin contributes to ${resource}`)
    if (f.meta.secret) throw new Error(`"${field}" of ${resource} is sealed when it is written; use an update`)
    const settled = f.kind.normalize(value)
    const problem = settled === null ? undefined : findProblem(f.schema, settled)
    if (problem || (settled === null && !f.meta.nullable)) throw new Error(`${JSON.stringify(value)} is no value of ${resource}.${field}`)
    const clean = settled !== null && f.kind.sanitize ? await f.kind.sanitize(settled as never, f.meta) : settled
    ;(byPlugin[f.meta.ext] ??= {})[field] = toReadValue(f, clean)
  }
  const sets = mergeExtSql(byPlugin)
  if (sets.length === 0) return
  await tx.run(sql`update ${name(r.table)} t set ${join(sets)} where t.id = ${rowId}`)
  tx.invalidate(r.name)
}
