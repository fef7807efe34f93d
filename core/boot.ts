import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { migrate, type MigrationSource } from './db/migrate.ts'
import { prepareQueue } from './events/jobs.ts'
import { createKernel, type OwnedKernel } from './kernel/create.ts'
import { listedPlugins, loadPlugins, type Loaded } from './plugin/load.ts'

export interface BootOptions {
  config: Config
  log?: Logger
  /** Hears what takes time: starting the database, applying migrations. */
  tell?: (line: string) => void
}

/** A booted kernel and how to leave it. */
export interface Booted {
  kernel: OwnedKernel
  plugins: readonly Loaded[]
  close(): Promise<void>
}

/** Where a plugin list's migrations lie, in boot order. The code's own folder: sources or compiled. */
export const migrationSources = (plugins: readonly Loaded[]): MigrationSource[] => [
  { id: 'core', dir: join(import.meta.dirname, '..', 'migrations') },
  ...plugins.map(({ plugin, dir }) => ({ id: plugin.id, dir: join(dir, 'migrations') })),
]

/** Address of the database: the configured one, else the embedded one, started when it is not running. */
export async function databaseUrl(config: Config, tell: (line: string) => void = () => {}): Promise<string> {
  if (config.databaseUrl) return config.databaseUrl
  const { startEmbedded } = await import('./db/embedded/index.ts')
  const { url } = await startEmbedded({ dataDir: config.dataDir, log: tell })
  return url
}

/** Brings a database up to what kernel and plugins need: migrations, then the queue's own tables. */
export async function prepareDatabase(url: string, plugins: readonly Loaded[], tell: (line: string) => void = () => {}): Promise<string[]> {
  const applied = await migrate({ url, sources: migrationSources(plugins), log: tell })
  await prepareQueue(url)
  return applied
}

/**
 * From configuration to a running kernel: plugins in order, database found or started and migrated, registry
 * built. Any failure stops here and says what to do.
 */
export async function boot({ config, log, tell }: BootOptions): Promise<Booted> {
  const plugins = await loadPlugins(listedPlugins(config.pluginsOff))
  const url = await databaseUrl(config, tell)
  await prepareDatabase(url, plugins, tell)
  const kernel = await createKernel({ config, databaseUrl: url, plugins, ...(log ? { log } : {}) })
  return {
    kernel,
    plugins,
    close: async () => {
      await kernel.close()
      if (config.databaseUrl) return
      const { stopEmbeddedIfLast } = await import('./db/embedded/index.ts')
      await stopEmbeddedIfLast({ dataDir: config.dataDir })
    },
  }
}
