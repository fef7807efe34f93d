import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Knex } from 'knex'

/** A folder of migrations and the prefix of its history entries: `core` or a plugin's id. */
export interface MigrationSource {
  id: string
  dir: string
}

/** A migration file with its history name, such as `catalogue/0003_product`. */
export interface MigrationFile {
  name: string
  file: string
}

/** What a migration file exports. */
export interface MigrationModule {
  up: (knex: Knex) => Promise<unknown>
  down: (knex: Knex) => Promise<unknown>
  config?: { transaction?: boolean }
}

/** All migrations in the order they run: sources as given, files by number. */
export async function listMigrations(sources: MigrationSource[]): Promise<MigrationFile[]> {
  return (await Promise.all(sources.map(listSource))).flat()
}

async function listSource({ id, dir }: MigrationSource): Promise<MigrationFile[]> {
  const entries = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const files = entries.filter((entry) => /\.[jt]s$/.test(entry) && !entry.endsWith('.d.ts')).sort()
  return files.map((entry) => {
    // Without the extension, so that the history is the same for sources and compiled code.
    const stem = entry.slice(0, -3)
    if (!/^\d{4}_[a-z0-9_]+$/.test(stem)) {
      throw new Error(`Migration ${join(dir, entry)} must be named like 0001_what_it_does.ts.`)
    }
    return { name: `${id}/${stem}`, file: join(dir, entry) }
  })
}

/** Loads a migration; errors in it name the file. */
export async function loadMigration({ name, file }: MigrationFile): Promise<MigrationModule> {
  const module = (await import(pathToFileURL(file).href)) as Partial<MigrationModule>
  const { up, down, config } = module
  if (!up || !down) throw new Error(`Migration ${name} must export up and down.`)
  const named = (step: MigrationModule['up']) => async (knex: Knex) => {
    try {
      await step(knex)
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new Error(`Migration ${name} failed: ${reason}`, { cause })
    }
  }
  return { up: named(up), down: named(down), ...(config && { config }) }
}
