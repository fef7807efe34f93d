import type { Kernel } from '../../core/context.ts'
import { columnType } from '../../core/fields/columns.ts'
import type { Resource } from '../../core/resource/compile.ts'
import { sql } from '../../core/db/sql.ts'

interface Column {
  name: string
  type: string
}

interface Difference {
  description: string
  /** A column or table that a resource needs is missing: its rows cannot be used. */
  lacks: boolean
}

/**
 * Differences between declared resources and the database: missing columns, columns of another type, missing link tables, and
 * missing unique indexes. Additional columns are allowed. Empty when there are none.
 */
export const findDrift = async (kernel: Kernel): Promise<string[]> => (await differences(kernel)).map(({ description }) => description)

/** The differences that make a resource unusable: missing tables and columns. */
export const findLacking = async (kernel: Kernel): Promise<string[]> =>
  (await differences(kernel)).filter(({ lacks }) => lacks).map(({ description }) => description)

async function differences(kernel: Kernel): Promise<Difference[]> {
  const rows = await kernel.db.rows<Column & { table: string }>(sql`
    select c.relname as "table", a.attname as name, format_type(a.atttypid, null) as type
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped`)
  const tables = new Map<string, Map<string, string>>()
  for (const { table, name, type } of rows) tables.set(table, (tables.get(table) ?? new Map()).set(name, type))
  const uniqueIndexes = await kernel.db.rows<{ name: string }>(sql`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid where i.indisunique and i.indisvalid`)
  const unique = new Set(uniqueIndexes.map(({ name }) => name))
  const checks = await kernel.db.rows<{ name: string }>(sql`select conname as name from pg_constraint where contype = 'c' and convalidated`)
  const constraints = new Set(checks.map(({ name }) => name))
  return [...kernel.registry.resources.values()].flatMap((r) => [...compare(r, tables), ...unkept(r, unique), ...unchecked(r, constraints)])
}

/** JSON fields that people write without the check constraint on their shape. Per-language maps are written by the engine and need none. */
const unchecked = (r: Resource, constraints: ReadonlySet<string>): Difference[] =>
  r.fields
    .filter(({ meta }) => meta.kind === 'json' && !meta.readOnly && !meta.localized && !meta.ext)
    .filter(({ name }) => !constraints.has(`${r.table}_${name}_shape`))
    .map(({ name }) => ({ description: `${r.table}.${name}: no check constraint holds its JSON to its shape`, lacks: false }))

/** Unique fields whose unique index is missing. */
const unkept = (r: Resource, unique: ReadonlySet<string>): Difference[] =>
  r.fields
    .filter((f) => f.meta.unique && !unique.has(`${r.table}_${f.name}_unique`))
    .map((f) => ({ description: `${r.table}.${f.name}: nothing keeps two rows from holding the same`, lacks: false }))

function compare(r: Resource, tables: ReadonlyMap<string, ReadonlyMap<string, string>>): Difference[] {
  const table = tables.get(r.table)
  if (!table) return [{ description: `${r.table}: the table is missing`, lacks: true }]
  const expectedColumns: [string, string][] = [
    ['id', 'bigint'],
    ['created_at', 'timestamp with time zone'],
    ['updated_at', 'timestamp with time zone'],
    ...(r.locked ? [['version', 'integer'] as [string, string]] : []),
    ...(r.softDelete ? [['deleted_at', 'timestamp with time zone'] as [string, string]] : []),
    ...(r.fields.some((f) => f.meta.ext) ? [['ext', 'jsonb'] as [string, string]] : []),
  ]
  const problems: Difference[] = []
  for (const f of r.fields) {
    if (f.meta.kind === 'password') continue
    if (f.meta.kind === 'many' && !tables.has(f.meta.through ?? ''))
      problems.push({ description: `${r.table}.${f.name}: the link table ${f.meta.through} is missing`, lacks: true })
    if (f.column) expectedColumns.push([f.column, columnType(f.meta) ?? ''])
  }
  for (const [column, { type }] of Object.entries(r.internal)) expectedColumns.push([column, type])
  for (const [name, type] of expectedColumns) {
    const there = table.get(name)
    if (there === undefined) problems.push({ description: `${r.table}.${name}: the column is missing`, lacks: true })
    else if (there !== type && !(there === 'bigint' && type === 'integer'))
      problems.push({ description: `${r.table}.${name}: is ${there}, declared as ${type}`, lacks: false })
  }
  return problems
}
