import { Sql as SqlClass } from 'sql-template-tag'
import { join, id as name, literal, raw, sql, type Sql } from '../db/sql.ts'
import type { ColumnExpressions, ColumnValues, RecordHandle, RecordWriter, RowCondition } from '../db/record-writer.ts'
import type { Tx } from '../db/transaction.ts'
import { columnType } from '../fields/columns.ts'
import type { InternalColumns } from '../fields/internal.ts'
import type { Fields } from '../fields/types.ts'
import type { Registry } from '../plugin/registry.ts'
import { toReadValue } from './changes.ts'
import type { Resource } from './compile.ts'

declare module '../context.ts' {
  interface Kernel {
    /** Statements that write declared records, as parts of larger statements. `tx.insert` and `tx.update` run them alone. */
    readonly records: Records
  }
}

type Row = Readonly<Record<string, unknown>>
/** Values of contributed fields by plugin. */
type Ext = Readonly<Record<string, Row>>

/** The table of a record. */
interface Table {
  r: Resource
  /** PostgreSQL types of the writable columns. */
  types: ReadonlyMap<string, string>
  /** Defaults of contributed fields. */
  ext: Ext
}

/** Builds the statements that write records from their declarations. */
export class Records {
  readonly #registry: Registry
  readonly #tables = new Map<string, Table>()

  constructor(registry: Registry) {
    this.#registry = registry
  }

  /**
   * `insert into …` of one row without `returning`, for a larger statement. Values may be expressions.
   * @param from source of the select, with conditions: one row is inserted for each row of it
   */
  insertSql<F extends Fields, C extends InternalColumns>(record: RecordHandle<F, C>, row: ColumnExpressions<F, C>, from?: Sql): Sql {
    const table = this.#table(record)
    const columns = definedEntries(withExt(table, row as Row))
    const values = columns.map(([column, value]) => valueSql(table, column, value, from !== undefined))
    return sql`${intoSql(
      table,
      columns.map(([column]) => column),
    )} ${from ? sql`select ${join(values)} from ${from}` : sql`values (${join(values)})`}`
  }

  /**
   * `insert into … select …` of many rows without `returning`, for a larger statement. The text depends on the columns only, so
   * that it is planned once for any number of rows. A column that some of the rows name is null in the others.
   * @param shared columns with the same value or expression in all rows
   * @param from further sources of the select, for expressions in `shared`
   */
  insertAllSql<F extends Fields, C extends InternalColumns>(
    record: RecordHandle<F, C>,
    rows: readonly ColumnValues<F, C>[],
    shared?: ColumnExpressions<F, C>,
    from?: Sql,
  ): Sql {
    const table = this.#table(record)
    const columns = [...new Set(rows.flatMap((row) => definedEntries(row as Row).map(([column]) => column)))]
    const hasExt = columns.includes('ext')
    const json = hasExt ? rows.map((row) => withExt(table, row as Row)) : rows
    const common = definedEntries(hasExt ? ((shared ?? {}) as Row) : withExt(table, (shared ?? {}) as Row))
    const definitions = columns.map((column) => sql`${name(column)} ${raw(getColumnType(table, column))}`)
    const numbered = columns.map((column) => name(column))
    const values = common.map(([column, value]) => valueSql(table, column, value, true))
    const source = sql`rows from (jsonb_to_recordset(${JSON.stringify(json)}::jsonb) as (${join(definitions)})) with ordinality as r(${join(numbered)}, row_number)`
    return sql`${intoSql(table, [...columns, ...common.map(([column]) => column)])} select ${join([...columns.map((column) => ownSql(table, column)), ...values])}
      from ${from ? sql`${from}, ` : sql``}${source} order by r.row_number`
  }

  /** `update … set … where …` without `returning`, for a larger statement. `t` is the row. */
  updateSql<F extends Fields, C extends InternalColumns>(
    record: RecordHandle<F, C>,
    where: RowCondition<F, C>,
    set: ColumnExpressions<F, C>,
  ): Sql {
    const table = this.#table(record)
    const sets = definedEntries(set as Row).map(([column, value]) => sql`${name(column)} = ${valueSql(table, column, value, true)}`)
    if (table.r.locked) sets.push(sql`version = t.version + 1`)
    return sql`update ${name(table.r.table)} t set ${join([...sets, sql`updated_at = now()`])} where ${this.#where(table, where as Sql | Row)}`
  }

  /** The writer of one transaction. It invalidates caches of the record on commit. */
  over(tx: Pick<Tx, 'rows' | 'run' | 'invalidate'>): RecordWriter {
    const insertSql: RecordWriter['insertSql'] = (record, row, from) => {
      tx.invalidate(record.name)
      return this.insertSql(record, row, from)
    }
    const insertAllSql: RecordWriter['insertAllSql'] = (record, rows, shared, from) => {
      tx.invalidate(record.name)
      return this.insertAllSql(record, rows, shared, from)
    }
    const insertReturningIds = async (insert: Sql) => (await tx.rows<{ id: number }>(sql`${insert} returning id`)).map(({ id }) => id)
    const runCounted = async (record: Pick<RecordHandle, 'name'>, write: Sql) => {
      const changed = await tx.run(write)
      if (changed > 0) tx.invalidate(record.name)
      return changed
    }
    return {
      insertSql,
      insertAllSql,
      updateSql: (record, where, set) => {
        tx.invalidate(record.name)
        return this.updateSql(record, where, set)
      },
      insert: async (record, row) => (await insertReturningIds(insertSql(record, row)))[0] ?? 0,
      insertAll: async (record, rows, shared) => (rows.length === 0 ? [] : insertReturningIds(insertAllSql(record, rows, shared))),
      update: async (record, where, set) => runCounted(record, this.updateSql(record, where, set)),
      remove: async (record, where) => {
        const table = this.#table(record)
        return runCounted(record, sql`delete from ${name(table.r.table)} t where ${this.#where(table, where as Sql | Row)}`)
      },
    }
  }

  #table(record: Pick<RecordHandle, 'name'>): Table {
    const cached = this.#tables.get(record.name)
    if (cached) return cached
    const r = this.#registry.resource(record.name)
    const types = new Map<string, string>([
      ['id', 'bigint'],
      ['created_at', 'timestamp with time zone'],
      ['ext', 'jsonb'],
    ])
    // A column of whole numbers may have either size; a value that is too large is refused when it is stored.
    const typeIn = (type: string | null) => (type === 'integer' ? 'bigint' : (type ?? ''))
    for (const f of r.fields) if (f.column) types.set(f.column, typeIn(columnType(f.meta)))
    for (const [column, { type }] of Object.entries(r.internal)) types.set(column, type)
    const ext: Record<string, Record<string, unknown>> = {}
    for (const f of r.fields)
      if (f.meta.ext && f.kind.column !== null && f.meta.default !== undefined)
        (ext[f.meta.ext] ??= {})[f.name] = toReadValue(f, f.meta.default)
    const table = { r, types, ext }
    this.#tables.set(record.name, table)
    return table
  }

  #where(table: Table, where: Sql | Row): Sql {
    if (isSql(where)) return where
    const parts = definedEntries(where).map(([column, value]) => {
      const left = sql`t.${name(column)}`
      if (value === null) return sql`${left} is null`
      if (Array.isArray(value)) return sql`${left} = any(${value}::${raw(getColumnType(table, column))}[])`
      return sql`${left} = ${value}`
    })
    // An empty condition would write every row.
    if (parts.length === 0) throw new Error(`rows of "${table.r.name}" are written without a condition`)
    return join(parts, ' and ')
  }
}

const isSql = (value: unknown): value is Sql => value instanceof SqlClass

/** The defined columns of a row; undefined ones get their default. */
const definedEntries = (row: Row): [string, unknown][] => Object.entries(row).filter(([, value]) => value !== undefined)

function getColumnType({ r, types }: Table, column: string): string {
  const type = types.get(column)
  if (type === undefined) throw new Error(`"${column}" is no column of "${r.name}"`)
  return type
}

/** Adds the defaults of contributed fields to a new row. */
function withExt({ ext }: Table, row: Row): Row {
  const values = (row.ext ?? {}) as Ext
  const plugins = [...new Set([...Object.keys(ext), ...Object.keys(values)])]
  if (plugins.length === 0) return row
  return { ...row, ext: Object.fromEntries(plugins.map((plugin) => [plugin, { ...ext[plugin], ...values[plugin] }])) }
}

/** A column of the inserted rows. Rows without an id get the next one. */
const ownSql = ({ r }: Table, column: string): Sql =>
  column === 'id' ? sql`coalesce(r.id, nextval(${literal(`${r.table}_id_seq`)}))` : sql`r.${name(column)}`

/** Explicit ids require `overriding system value`. */
const intoSql = ({ r }: Table, columns: readonly string[]): Sql =>
  sql`insert into ${name(r.table)} (${join(columns.map(name))})${columns.includes('id') ? sql` overriding system value` : sql``}`

/** A value bound to its column. `cast`: where PostgreSQL cannot infer the type. */
function valueSql(table: Table, column: string, value: unknown, cast: boolean): Sql {
  if (isSql(value)) return value
  const type = getColumnType(table, column)
  if (type === 'jsonb') return sql`${value === null ? null : JSON.stringify(value)}::jsonb`
  return cast || Array.isArray(value) ? sql`${value}::${raw(type)}` : sql`${value}`
}
