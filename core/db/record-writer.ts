import type { InternalColumns } from '../fields/internal.ts'
import type { InOwnTable, Fields, InMinorUnits } from '../fields/types.ts'
import type { Sql } from './sql.ts'

/** A declared record, as far as its writer must know it. */
export interface RecordHandle<F extends Fields = Fields, C extends InternalColumns = InternalColumns> {
  readonly name: string
  readonly fields: F
  readonly internal: C
}

type Minor<Stored> = null extends Stored ? number | null : number

/** Values of a row by column: fields by their names, amounts as `<field>_minor` in minor units, internal columns. */
export type ColumnValues<F extends Fields, C extends InternalColumns> = {
  -readonly [
    K in keyof F as F[K] extends InOwnTable ? never : F[K] extends InMinorUnits ? `${K & string}_minor` : K
  ]?: F[K] extends InMinorUnits ? Minor<F[K]['stored']> : F[K]['stored']
} & { -readonly [K in keyof C]?: C[K]['value'] | null } & {
  id?: number
  created_at?: string
  /** Values of fields that other plugins contribute, by plugin. Their defaults are set in any case. */
  ext?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** The same, where an expression may stand instead of a value. */
export type ColumnExpressions<F extends Fields, C extends InternalColumns> = {
  [K in keyof ColumnValues<F, C>]: ColumnValues<F, C>[K] | Sql
}

/** Which rows: by equal values, of a list any of them; or a condition on the row `t`. */
export type RowCondition<F extends Fields, C extends InternalColumns> =
  | Sql
  | { readonly [K in keyof ColumnValues<F, C>]?: ColumnValues<F, C>[K] | readonly ColumnValues<F, C>[K][] }

/**
 * Writes records, each call by one statement. It knows their columns, what of them is JSON, the defaults of fields that other plugins
 * contribute, `updated_at` and `version`, and drops what caches hold of them with the commit.
 */
export interface RecordWriter {
  /** Inserts a row; expressions may stand for values. @returns its id */
  insert<F extends Fields, C extends InternalColumns>(record: RecordHandle<F, C>, row: ColumnExpressions<F, C>): Promise<number>
  /**
   * Inserts rows, none when the list is empty. A column that some of them name is null in the others.
   * @param shared columns that have the same value or expression in all of them
   * @returns their ids, in the order of the rows
   */
  insertAll<F extends Fields, C extends InternalColumns>(
    record: RecordHandle<F, C>,
    rows: readonly ColumnValues<F, C>[],
    shared?: ColumnExpressions<F, C>,
  ): Promise<number[]>
  /** Changes rows; expressions may stand for values, in which `t` is the row as it was. @returns how many */
  update<F extends Fields, C extends InternalColumns>(
    record: RecordHandle<F, C>,
    where: RowCondition<F, C>,
    set: ColumnExpressions<F, C>,
  ): Promise<number>
  /**
   * `insert into …` of one row without `returning`, as a part of a larger statement of this transaction.
   * @param from what the row is selected from, with conditions and order: it is inserted once for each row of that
   */
  insertSql<F extends Fields, C extends InternalColumns>(record: RecordHandle<F, C>, row: ColumnExpressions<F, C>, from?: Sql): Sql
  /**
   * `insert into …` of many rows without `returning`, as a part of a larger statement of this transaction. Its text depends on the columns
   * alone, so that it is planned once for any number of rows.
   * @param from what else the rows are selected from, for expressions in `shared`
   */
  insertAllSql<F extends Fields, C extends InternalColumns>(
    record: RecordHandle<F, C>,
    rows: readonly ColumnValues<F, C>[],
    shared?: ColumnExpressions<F, C>,
    from?: Sql,
  ): Sql
  /** `update … set … where …` without `returning`, as a part of a larger statement of this transaction. `t` is the row. */
  updateSql<F extends Fields, C extends InternalColumns>(
    record: RecordHandle<F, C>,
    where: RowCondition<F, C>,
    set: ColumnExpressions<F, C>,
  ): Sql
  /** Deletes rows. @returns how many */
  remove<F extends Fields, C extends InternalColumns>(record: RecordHandle<F, C>, where: RowCondition<F, C>): Promise<number>
}
