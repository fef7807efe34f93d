import type { Knex } from 'knex'
import { listMigrations, loadMigration, type MigrationFile, type MigrationSource } from './files.ts'
import { checkHistory, compare, HISTORY_TABLE, named, type MigrationEntry } from './history.ts'
import { clearKnexLock, withConnection, withMigrationLock } from './lock.ts'

export type { MigrationSource } from './files.ts'
export type { MigrationEntry } from './history.ts'

/** The database and the migration folders in boot order, the kernel's first. */
export interface MigrationTask {
  url: string
  sources: MigrationSource[]
  /** Applies only these. */
  only?: readonly string[]
  /** Receives progress and warnings, one line each. */
  log?: (line: string) => void
}

/** How far to roll back: a number of migrations, the name of the migration that stays the last applied, or all migrations of one plugin. */
export type HowFar = { steps: number } | { to: string } | { of: string }
export type RollbackTask = MigrationTask & HowFar

/** Applies pending migrations and returns their names. Safe to call from several processes at once. */
export async function migrate({ url, sources, only, log = () => {} }: MigrationTask): Promise<string[]> {
  const filterNames = (names: string[]) => (only ? names.filter((name) => only.includes(name)) : names)
  return withConnection(url, async (client) => {
    const before = await compare(client, sources)
    checkHistory(before, log)
    if (filterNames(named(before, 'pending')).length === 0) return []
    return withMigrationLock(client, async () => {
      // Another process may have migrated while this one waited.
      const entries = await compare(client, sources)
      checkHistory(entries, () => {})
      const pending = filterNames(named(entries, 'pending'))
      if (pending.length === 0) return []
      log(`Applying ${pending.length} migrations`)
      await clearKnexLock(client)
      const files = (await listMigrations(sources)).filter(({ name }) => !only || only.includes(name))
      await withKnex(url, files, (knex) => knex.migrate.latest())
      return pending
    })
  })
}

/** The state of every migration. Read-only. */
export async function migrationStatus({ url, sources }: MigrationTask): Promise<MigrationEntry[]> {
  return withConnection(url, (client) => compare(client, sources))
}

/** Rolls back migrations, the last applied first, and returns their names. Stops at the first failure. */
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

/** Names to roll back, in order, from `applied`, the last one first. */
export function chooseToUndo(applied: string[], target: HowFar): string[] {
  if ('of' in target) return applied.filter((name) => /^[^/+]*/.exec(name)?.[0] === target.of)
  if ('steps' in target) {
    if (!Number.isSafeInteger(target.steps) || target.steps < 1) throw new Error('steps must be a whole number from 1.')
    return applied.slice(0, target.steps)
  }
  const index = applied.indexOf(target.to)
  if (index < 0) throw new Error(`Migration ${target.to} is not applied, so nothing can go back to it.`)
  return applied.slice(0, index)
}

async function withKnex(url: string, files: MigrationFile[], work: (knex: Knex) => Promise<unknown>) {
  // Takes 150 ms to load, which a start without pending migrations does not pay.
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
      // knex reports a removed plugin as corruption; checkHistory distinguishes the two.
      disableMigrationsListValidation: true,
    },
  })
  try {
    await work(knex)
  } finally {
    await knex.destroy()
  }
}
