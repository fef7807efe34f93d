/** Entries of a backup in this order. A table is split into parts, so that its size need not be known beforehand. */
export const HEAD = 'backup.json'
export const KEYS = 'signing-key'
export const SUMS = 'sums.json'
export const partName = (table: string, part: number) => `tables/${table}/${String(part).padStart(6, '0')}`
export const fileName = (path: string) => `files/${path}`

/** What an entry contains: part of a table, by its full name, or a file, by its path. */
export function getPlace(name: string): { table: string } | { file: string } | undefined {
  const [kind, ...rest] = name.split('/')
  if (kind === 'tables' && rest.length === 2) return { table: rest[0] ?? '' }
  return kind === 'files' && rest.length > 0 ? { file: rest.join('/') } : undefined
}

/** Version of the backup format. Increased when older versions can no longer read it. */
export const FORMAT = 1

/** A table as it is copied. Generated columns are omitted, because the database computes them again. */
export interface TableShape {
  schema: string
  name: string
  columns: string[]
}

export const fullName = ({ schema, name }: Pick<TableShape, 'schema' | 'name'>) => `${schema}.${name}`

/** The first entry of a backup: its description. */
export interface Head {
  format: number
  made: string
  /** Version of the PostgreSQL server, such as `18.4`. */
  postgres: string
  /** Applied migrations, in order. */
  migrations: string[]
  tables: TableShape[]
}

/** Count and checksum of a table or file, for comparing the restored data with the original. */
export interface Sum {
  /** Rows of a table or bytes of a file. */
  count: number
  sha256: string
}

export interface Sequence {
  schema: string
  name: string
  last: string
  called: boolean
}

/** The last entry of a backup. Without it the backup is truncated. */
export interface Sums {
  tables: Record<string, Sum>
  files: Record<string, Sum>
  /** Files that rows refer to but that did not exist. */
  missing: string[]
  sequences: Sequence[]
}
