import type { Knex } from 'knex'
import { listMigrations, loadMigration, type MigrationFile, type MigrationSource } from './files.ts'
import { checkHistory, compare, HISTORY_TABLE, named, type MigrationEntry } from './history.ts'
import { clearKnexLock, withConnection, withMigrationLock } from './lock.ts'

export type { MigrationSource } from './files.ts'
export type { MigrationEntry } from './history.ts'

/** The database and the folders of migrations in boot order, the kernel's first. */
export interface MigrationTask {
  url: string
  sources: MigrationSource[]
  /** Applies no others than these. */
  only?: readonly string[]
  /** Hears, in single lines, what is done and what looks odd. */
  log?: (line: string) => void
}

/** How far back: a number of migrations, the name of the one that is to be the last applied, or all that one plugin made. */
export type HowFar = { steps: number } | { to: string } | { of: string }
export type RollbackTask = MigrationTask & HowFar

/** Applies what is pending and answers its names. Any number of processes may call it at once. */
export async function migrate({ url, sources, only, log = () => {} }: MigrationTask): Promise<string[]> {
  const wanted = (names: string[]) => (only ? names.filter((name) => only.includes(name)) : names)
  return withConnection(url, async (client) => {
    const before = await compare(client, sources)
    checkHistory(before, log)
    if (wanted(named(before, 'pending')).length === 0) return []
    return withMigrationLock(client, async () => {
      // Another process may have done it while we waited.
      const entries = await compare(client, sources)
      checkHistory(entries, () => {})
      const pending = wanted(named(entries, 'pending'))
      if (pending.length === 0) return []
      log(`Applying ${pending.length} migrations`)
      await clearKnexLock(client)
      const files = (await listMigrations(sources)).filter(({ name }) => !only || only.includes(name))
      await withKnex(url, files, (knex) => knex.migrate.latest())
      return pending
    })
  })
}

/** Where every migration stands. Changes nothing. */
export async function migrationStatus({ url, sources }: MigrationTask): Promise<MigrationEntry[]> {
  return withConnection(url, (client) => compare(client, sources))
}

/** Undoes migrations, the last applied first, and answers their names. Stops at the first that fails. */
export async function rollback(task: RollbackTask): Promise<string[]> {
  const { url, sources, log = () => {} } = task
  return withConnection(url, (client) =>
    withMigrationLock(client, async () => {
      const entries = await compare(client, sources)
      checkHistory(entries, log)
      const names = chooseToUndo(named(entries, 'applied').reverse(), task)
      if (names.length === 0) return []
      await clearKnexLock(client)
      await withKnex(url, await listMigrations(sources), async (knex) => {
        for (const name of names) {
          log(`Undoing ${name}`)
          await knex.migrate.down({ name })
        }
      })
      return names
    }),
  )
}

/** Names to undo, in that order, of those `applied`, the last one first. */
export function chooseToUndo(applied: string[], how: HowFar): string[] {
  if ('of' in how) return applied.filter((name) => /^[^/+]*/.exec(name)?.[0] === how.of)
  if ('steps' in how) {
    if (!Number.isSafeInteger(how.steps) || how.steps < 1) throw new Error('steps must be a whole number from 1.')
    return applied.slice(0, how.steps)
  }
  const index = applied.indexOf(how.to)
  if (index < 0) throw new Error(`Migration ${how.to} is not applied, so nothing can go back to it.`)
  return applied.slice(0, index)
}

async function withKnex(url: string, files: MigrationFile[], work: (knex: Knex) => Promise<unknown>) {
  // Costs 150 ms to load, which a start with nothing pending does not pay.
  const { default: createKnex } = await import('knex')
  const quiet = () => {}
  const knex = createKnex({
    client: 'pg',
    connection: { connectionString: url, application_name: 'stoa migrate' },
    pool: { min: 0, max: 2 },
    log: { warn: quiet, error: quiet, debug: quiet, deprecate: quiet },
    migrations: {
      tableName: HISTORY_TABLE,
      migrationSource: {
        getMigrations: () => Promise.resolve(files),
        getMigrationName: ({ name }) => name,
        getMigration: loadMigration,
      } satisfies Knex.MigrationSource<MigrationFile>,
      // It takes a plugin that was taken out for corruption; checkHistory tells the two apart.
      disableMigrationsListValidation: true,
    },
  })
  try {
    await work(knex)
  } finally {
    await knex.destroy()
  }
}
