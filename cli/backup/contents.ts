/** What stands in a backup, in this order. A table is cut into parts, so that nobody has to know its size before. */
export const HEAD = 'backup.json'
export const KEYS = 'signing-key'
export const SUMS = 'sums.json'
export const partName = (table: string, part: number) => `tables/${table}/${String(part).padStart(6, '0')}`
export const fileName = (path: string) => `files/${path}`

/** What an entry belongs to: a table, by its full name, or a file, by its path. */
export function getPlace(name: string): { table: string } | { file: string } | undefined {
  const [kind, ...rest] = name.split('/')
  if (kind === 'tables' && rest.length === 2) return { table: rest[0] ?? '' }
  return kind === 'files' && rest.length > 0 ? { file: rest.join('/') } : undefined
}

/** Raised when what is written cannot be read by an older version any more. */
export const FORMAT = 1

/** A table as it is copied: generated columns are worked out again by the database. */
export interface TableShape {
  schema: string
  name: string
  columns: string[]
}

export const fullName = ({ schema, name }: Pick<TableShape, 'schema' | 'name'>) => `${schema}.${name}`

/** What a backup says of itself before anything else. */
export interface Head {
  format: number
  made: string
  /** Version of the server it was read from, as `18.4`. */
  postgres: string
  /** Migrations its tables are made by, in the order they were applied. */
  migrations: string[]
  tables: TableShape[]
}

/** Of rows or bytes, so that what was brought back can be held against what was taken. */
export interface Sum {
  /** Rows of a table, bytes of a file. */
  count: number
  sha256: string
}

export interface Sequence {
  schema: string
  name: string
  last: string
  called: boolean
}

/** What a backup says last: one without it was cut short. */
export interface Sums {
  tables: Record<string, Sum>
  files: Record<string, Sum>
  /** Files the shop names that were not there to be copied. */
  missing: string[]
  sequences: Sequence[]
}
