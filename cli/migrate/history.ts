import type { Client } from 'pg'
import { CliError } from '../errors.ts'
import { listMigrations, type MigrationSource } from './files.ts'

/** The history table of knex. */
export const HISTORY_TABLE = 'migration'

/**
 * State of one migration. `missing`: recorded, but its file is gone from an installed source. `absent`: recorded by a source that
 * is not installed now.
 */
export interface MigrationEntry {
  name: string
  state: 'applied' | 'pending' | 'missing' | 'absent'
  /** When it was applied. */
  at?: Date
}

/** Compares the history with the files: first the applied ones in order of application, then the pending ones in order. */
export async function compare(client: Client, sources: MigrationSource[]): Promise<MigrationEntry[]> {
  const [files, recorded] = await Promise.all([listMigrations(sources), readHistory(client)])
  const fileNames = new Set(files.map(({ name }) => name))
  const installed = new Set(sources.map(({ id }) => id))
  const past = recorded.map(({ name, migration_time: at }): MigrationEntry => {
    const missingState = installed.has(name.split('/')[0] ?? '') ? 'missing' : 'absent'
    // Elsewhere timestamps are read as text, because pg type parsers are global to the process.
    return { name, state: fileNames.has(name) ? 'applied' : missingState, at: new Date(at) }
  })
  const done = new Set(recorded.map(({ name }) => name))
  const pending = files.filter(({ name }) => !done.has(name))
  return [...past, ...pending.map(({ name }): MigrationEntry => ({ name, state: 'pending' }))]
}

/** Warns about removed plugins. @throws CliError for a history that does not match this installation */
export function checkHistory(entries: MigrationEntry[], log: (line: string) => void): void {
  const missing = named(entries, 'missing')
  if (missing.length > 0) {
    throw new CliError('config', `The database has migrations whose files are missing here: ${missing.join(', ')}.`, {
      hint: 'It was used by a newer or different version; install that one, or restore the files.',
    })
  }
  const absent = named(entries, 'absent')
  if (absent.length > 0) {
    log(`The database has migrations of plugins that are not installed: ${absent.join(', ')}. Their data is kept.`)
  }
}

/** Names of the entries in one state. */
export const named = (entries: MigrationEntry[], state: MigrationEntry['state']): string[] =>
  entries.filter((entry) => entry.state === state).map(({ name }) => name)

interface Recorded {
  name: string
  migration_time: Date | string
}

/** The applied migrations in order; none in an empty database. */
export async function readHistory(client: Client): Promise<Recorded[]> {
  try {
    return (await client.query<Recorded>(`select name, migration_time from ${HISTORY_TABLE} order by id`)).rows
  } catch (error) {
    if ((error as { code?: string }).code === '42P01') return []
    throw error
  }
}
