import { boot as bootOn, type BootedProduct, type BootOptions } from './start/boot.ts'
import type { Config } from '../core/config.ts'

/** URL of the database: the configured one, else the embedded one, started when needed. */
export async function databaseUrl(config: Config, tell: (line: string) => void = () => {}): Promise<string> {
  if (config.databaseUrl) return config.databaseUrl
  const { startEmbedded } = await import('./database/index.ts')
  const { url } = await startEmbedded({ dataDir: config.dataDir, log: tell })
  return url
}

/** Stops using the embedded database; the last process that does so stops it. A server in `DATABASE_URL` is not stopped. */
export async function leaveDatabase({ databaseUrl: externalUrl, dataDir }: Config): Promise<void> {
  if (externalUrl) return
  const { stopEmbeddedIfLast } = await import('./database/index.ts')
  await stopEmbeddedIfLast({ dataDir })
}

/**
 * Boots a kernel on its database. The database starts while the plugins are loaded. The last process to leave an embedded database
 * stops it, also when the boot fails.
 */
export async function boot(options: Omit<BootOptions, 'url'>): Promise<BootedProduct> {
  const { config, tell } = options
  const url = databaseUrl(config, tell)
  const booted = await bootOn({ ...options, url }).catch(async (error: unknown) => {
    // A database that is still starting can be left only after it is running.
    await Promise.allSettled([url])
    await leaveDatabase(config)
    throw error
  })
  return {
    ...booted,
    close: async () => {
      await booted.close()
      await leaveDatabase(config)
    },
  }
}
