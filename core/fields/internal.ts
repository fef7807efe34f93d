/** TypeScript types of columns by PostgreSQL type, as `format_type` names it. */
interface ColumnTypes {
  bigint: number
  integer: number
  numeric: string
  boolean: boolean
  text: string
  date: string
  'timestamp with time zone': string
  uuid: string
  tstzrange: string
  'bigint[]': readonly number[]
  'text[]': readonly string[]
}

/** A column that only code reads and writes: no form, list, sheet or response contains it. `value` exists for its type only. */
export interface InternalColumn<T = unknown> {
  readonly type: string
  readonly value: T
}

export type InternalColumns = Readonly<Record<string, InternalColumn>>

/** An internal column of this PostgreSQL type. */
export const column = <K extends keyof ColumnTypes>(type: K): InternalColumn<ColumnTypes[K]> => ({ type }) as InternalColumn<ColumnTypes[K]>

/** An internal column of JSON. */
export const jsonColumn = <T>(): InternalColumn<T> => ({ type: 'jsonb' }) as InternalColumn<T>
