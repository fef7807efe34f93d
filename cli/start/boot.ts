import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../../core/config.ts'
import { migrate, type MigrationSource } from '../migrate/migrate.ts'
import { prepareQueue } from '../migrate/queue.ts'
import { AWAY } from '../../core/access/resources.ts'
import { provide } from '../../core/services.ts'
import { createKernel, type OwnedKernel } from '../../core/kernel/create-kernel.ts'
import { sealSettings } from '../migrate/seal-settings.ts'
import { CliError } from '../errors.ts'
import { findLacking } from '../migrate/drift.ts'
import { keepSortIndexes } from '../migrate/sort-indexes.ts'
import { getCode } from '../code.ts'
import { listedPlugins, loadPlugins, getPermissions } from './load.ts'
import type { LoadedPlugin } from '../../core/plugin/define.ts'

export interface BootOptions {
  config: Config
  /** URL of the database, or a promise of it while it is starting. */
  url: string | Promise<string>
  log?: Logger
  /** Receives progress, such as migrations being applied. */
  tell?: (line: string) => void
}

/** A booted kernel and how to close it. */
export interface BootedProduct {
  kernel: OwnedKernel
  plugins: readonly LoadedPlugin[]
  close(): Promise<void>
}

/**
 * Migration sources in boot order. Last come integrations with optional plugins, in folders named after those. They have a history
 * of their own (`content+catalogue`), which pauses while the other plugin is not installed.
 */
export const migrationSources = (plugins: readonly LoadedPlugin[]): MigrationSource[] => {
  const there = new Set(plugins.map(({ plugin }) => plugin.id))
  const beside = plugins.flatMap(({ plugin: { id, after = [] }, dir }) =>
    after.filter((other) => there.has(other)).map((other) => ({ id: `${id}+${other}`, dir: join(dir, 'migrations', other) })),
  )
  return [
    { id: 'core', dir: getCode('migrations') },
    ...plugins.map(({ plugin, dir }) => ({ id: plugin.id, dir: join(dir, 'migrations') })),
    ...beside,
  ]
}

/** Migrates a database for kernel and plugins, and creates the tables of the job queue, which have migrations of their own. */
export async function prepareDatabase(
  url: string,
  plugins: readonly LoadedPlugin[],
  tell: (line: string) => void = () => {},
): Promise<string[]> {
  const [applied] = await Promise.all([migrate({ url, sources: migrationSources(plugins), log: tell }), prepareQueue(url)])
  return applied
}

/**
 * Fails when a resource lacks its table or a column, because every call would fail: usually a migration was changed after it ran.
 * @throws CliError naming what is missing
 */
async function checkTables(kernel: OwnedKernel): Promise<void> {
  const missing = await findLacking(kernel)
  if (missing.length === 0) return
  throw new CliError('config', `The database is not what the plugins declare. ${missing.slice(0, 10).join('; ')}.`, {
    hint: 'Write a new migration: one that ran does not run again. One that ran here alone you may take back, "stoa migrate down --of <plugin>", and then change; or begin anew with an empty data folder.',
  })
}

/** Boots a kernel from the configuration: plugins in order, tables migrated, registry built. Any failure stops here with advice. */
export async function boot({ config, url: address, log, tell }: BootOptions): Promise<BootedProduct> {
  const [plugins, url] = await Promise.all([loadPlugins(listedPlugins(config.pluginsOff)), address])
  await prepareDatabase(url, plugins, tell)
  const kernel = await createKernel({ config, databaseUrl: url, plugins, ...(log ? { log } : {}) })
  await checkTables(kernel).catch(async (error: unknown) => {
    await kernel.close()
    throw error
  })
  await sealSettings(kernel)
  provide(kernel.container, AWAY, () => getPermissions(config.pluginsOff))
  await keepSortIndexes(kernel)
  return { kernel, plugins, close: () => kernel.close() }
}
