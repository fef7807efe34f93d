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
  /** Address of the database, or the promise of it from one that is starting. */
  url: string | Promise<string>
  log?: Logger
  /** Hears what takes time, such as applying migrations. */
  tell?: (line: string) => void
}

/** A booted kernel and how to leave it. */
export interface BootedProduct {
  kernel: OwnedKernel
  plugins: readonly LoadedPlugin[]
  close(): Promise<void>
}

/**
 * Where a plugin list's migrations lie: in boot order, and last what plugins do for others they can be without, in a folder
 * named after these. That is a history of its own (`content+catalogue`), which stands still while the other one is away.
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

/** Brings a database up to what kernel and plugins need: migrations, and the queue's own tables, of which they know nothing. */
export async function prepareDatabase(
  url: string,
  plugins: readonly LoadedPlugin[],
  tell: (line: string) => void = () => {},
): Promise<string[]> {
  const [applied] = await Promise.all([migrate({ url, sources: migrationSources(plugins), log: tell }), prepareQueue(url)])
  return applied
}

/**
 * Stops where a resource has no table or lacks a column, which every call of it would trip over: most often a migration was changed
 * after it had run. @throws CliError naming what is missing
 */
async function checkTables(kernel: OwnedKernel): Promise<void> {
  const missing = await findLacking(kernel)
  if (missing.length === 0) return
  throw new CliError('config', `The database is not what the plugins declare. ${missing.slice(0, 10).join('; ')}.`, {
    hint: 'Write a new migration: one that ran does not run again. One that ran here alone you may take back, "stoa migrate down --of <plugin>", and then change; or begin anew with an empty data folder.',
  })
}

/**
 * From configuration to a running kernel on a database that answers: plugins in order, tables migrated, registry
 * built. Any failure stops here and says what to do.
 */
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
