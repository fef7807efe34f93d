import { boot as bootOn, type BootedProduct, type BootOptions } from './start/boot.ts'
import type { Config } from '../core/config.ts'

/** Address of the database: the configured one, else the embedded one, started when it is not running. */
export async function databaseUrl(config: Config, tell: (line: string) => void = () => {}): Promise<string> {
  if (config.databaseUrl) return config.databaseUrl
  const { startEmbedded } = await import('./database/index.ts')
  const { url } = await startEmbedded({ dataDir: config.dataDir, log: tell })
  return url
}

/** Leaves the embedded database; the last one to leave it stops it. One of `DATABASE_URL` is not ours to stop. */
export async function leaveDatabase({ databaseUrl: own, dataDir }: Config): Promise<void> {
  if (own) return
  const { stopEmbeddedIfLast } = await import('./database/index.ts')
  await stopEmbeddedIfLast({ dataDir })
}

/**
 * A running kernel on its database, which starts while the plugins are loaded. The last one to leave an embedded database stops it,
 * also where the start fails.
 */
export async function boot(options: Omit<BootOptions, 'url'>): Promise<BootedProduct> {
  const { config, tell } = options
  const url = databaseUrl(config, tell)
  const booted = await bootOn({ ...options, url }).catch(async (error: unknown) => {
    // A database that is still starting can only be left once it runs.
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
