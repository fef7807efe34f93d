import type { InternalColumns } from '../fields/internal.ts'
import type { InOwnTable, Fields, InMinorUnits } from '../fields/types.ts'
import type { Sql } from './sql.ts'

/** The parts of a declared record that its writer needs. */
export interface RecordHandle<F extends Fields = Fields, C extends InternalColumns = InternalColumns> {
  readonly name: string
  readonly fields: F
  readonly internal: C
}

type Minor<Stored> = null extends Stored ? number | null : number

/** Values of a row by column: fields by name, amounts as `<field>_minor` in minor units, and internal columns. */
export type ColumnValues<F extends Fields, C extends InternalColumns> = {
  -readonly [
    K in keyof F as F[K] extends InOwnTable ? never : F[K] extends InMinorUnits ? `${K & string}_minor` : K
  ]?: F[K] extends InMinorUnits ? Minor<F[K]['stored']> : F[K]['stored']
} & { -readonly [K in keyof C]?: C[K]['value'] | null } & {
  id?: number
  created_at?: string
  /** Values of fields that other plugins contribute, by plugin. Their defaults are always set. */
  ext?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** Column values where an SQL expression may replace a value. */
export type ColumnExpressions<F extends Fields, C extends InternalColumns> = {
  [K in keyof ColumnValues<F, C>]: ColumnValues<F, C>[K] | Sql
}

/** Selects rows: by equal values, where a list matches any of its items, or by a condition on the row `t`. */
export type RowCondition<F extends Fields, C extends InternalColumns> =
  | Sql
  | { readonly [K in keyof ColumnValues<F, C>]?: ColumnValues<F, C>[K] | readonly ColumnValues<F, C>[K][] }

/**
 * Writes records, each call in one statement. It knows their columns, which of them are JSON, the defaults of contributed fields,
 * `updated_at` and `version`. It invalidates caches of the record on commit.
 */
export interface RecordWriter {
  /** Inserts a row; values may be expressions. @returns its id */
  insert<F extends Fields, C extends InternalColumns>(record: RecordHandle<F, C>, row: ColumnExpressions<F, C>): Promise<number>
  /**
   * Inserts rows; nothing when the list is empty. A column that only some of them name is null in the others.
   * @param shared columns with the same value or expression in all rows
   * @returns their ids, in the order of the rows
   */
  insertAll<F extends Fields, C extends InternalColumns>(
    record: RecordHandle<F, C>,
    rows: readonly ColumnValues<F, C>[],
    shared?: ColumnExpressions<F, C>,
  ): Promise<number[]>
  /** Updates rows; values may be expressions, in which `t` is the row before the update. @returns the number of rows */
  update<F extends Fields, C extends InternalColumns>(
    record: RecordHandle<F, C>,
    where: RowCondition<F, C>,
    set: ColumnExpressions<F, C>,
  ): Promise<number>
  /**
   * `insert into …` of one row without `returning`, as part of a larger statement of this transaction.
   * @param from source of the select, with conditions and order: one row is inserted for each row of it
   */
  insertSql<F extends Fields, C extends InternalColumns>(record: RecordHandle<F, C>, row: ColumnExpressions<F, C>, from?: Sql): Sql
  /**
   * `insert into …` of many rows without `returning`, as part of a larger statement of this transaction. The text depends on the
   * columns only, so that it is planned once for any number of rows.
   * @param from further sources of the select, for expressions in `shared`
   */
  insertAllSql<F extends Fields, C extends InternalColumns>(
    record: RecordHandle<F, C>,
    rows: readonly ColumnValues<F, C>[],
    shared?: ColumnExpressions<F, C>,
    from?: Sql,
  ): Sql
  /** `update … set … where …` without `returning`, as part of a larger statement of this transaction. `t` is the row. */
  updateSql<F extends Fields, C extends InternalColumns>(
    record: RecordHandle<F, C>,
    where: RowCondition<F, C>,
    set: ColumnExpressions<F, C>,
  ): Sql
  /** Deletes rows. @returns the number of rows */
  remove<F extends Fields, C extends InternalColumns>(record: RecordHandle<F, C>, where: RowCondition<F, C>): Promise<number>
}
