import { basic, type Ctx, id, join, type Period, raw, sql, type Sql, systemCtx } from 'stoa'
import { type Resource, scopeSql } from 'stoa/engine'
import type { ReportFile } from './report-file.ts'

/** The statement of a file as one text. */
export const getStatement = ({ sql: text }: Pick<ReportFile, 'sql'>): string => (typeof text === 'string' ? text : text.join('\n')).trim()

/** Whether a statement asks for a period: its facts then have a day. */
export const isDated = (statement: string): boolean => /(?<!:):(?:from|to)\b/.test(statement)

/** SQL: a statement with its parameters: `:from`, `:to` and `:time_zone`. */
export function bindParameters(statement: string, values: { from: Sql; to: Sql; time_zone: Sql }): Sql {
  const parts = statement.split(/(?<!:):(from|to|time_zone)\b/)
  return join(
    parts.map((part, n) => (n % 2 === 0 ? raw(part) : values[part as keyof typeof values])),
    '',
  )
}

/** The resources whose tables a statement names. */
export const findTables = ({ kernel }: Pick<Ctx, 'kernel'>, statement: string): Resource[] => {
  const words = new Set(statement.toLowerCase().match(/[a-z_][a-z0-9_]*/g))
  return [...kernel.registry.resources.values()].filter(({ table }) => words.has(table))
}

/** Names of columns that are no fields and hold references, amounts and times. Others may be hashes and tokens. */
const PLAIN_COLUMN = /_(?:id|minor|at)$/

/**
 * The columns that a file may read: the fields of a resource without secrets and without fields that need a permission of their own, and its
 * references, amounts and times.
 */
export function listReadableColumns({ fields, internal }: Resource): string[] {
  const open = fields.filter(({ meta }) => !meta.secret && !meta.needs && meta.kind !== 'password' && meta.kind !== 'privateFile')
  const plain = Object.keys(internal).filter((column) => PLAIN_COLUMN.test(column))
  return [...new Set(['id', 'created_at', 'updated_at', ...open.flatMap(({ column }) => column ?? []), ...plain])]
}

/** SQL: the facts of a file. Every table it names stands for the rows and columns that the reader may see. */
export function factSql(ctx: Ctx, file: ReportFile, { from, to }: Period): Sql {
  const statement = getStatement(file)
  const reader = file.scope === 'none' ? systemCtx(ctx.kernel, 'reports') : ctx
  const tables = findTables(ctx, statement)
  const bound = bindParameters(statement, {
    from: sql`${from}::date`,
    to: sql`${to}::date`,
    time_zone: sql`${ctx.kernel.settings.of(basic).time_zone}::text`,
  })
  if (tables.length === 0) return bound
  // The conditions of a row scope may name other tables, so that the names are given in a second step.
  const visible = tables.map(
    (r) =>
      sql`${id(`visible_${r.table}`)} as not materialized (select ${join(listReadableColumns(r).map((name) => sql`t.${id(name)}`))} from ${id(r.table)} t where ${scopeSql(reader, r)})`,
  )
  const named = tables.map(({ table }) => sql`${id(table)} as not materialized (select * from ${id(`visible_${table}`)})`)
  return sql`with ${join([...visible, ...named])} select * from (${bound}) facts`
}
