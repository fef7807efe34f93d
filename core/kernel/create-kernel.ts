import 'reflect-metadata'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import { container as root, type InjectionToken } from 'tsyringe'
import { SEALED, unseal } from '../access/seal.ts'
import type { Config } from '../config.ts'
import type { Kernel } from '../context.ts'
import { Cache } from '../db/cache.ts'
import { PostCommitQueue } from '../db/post-commit-queue.ts'
import { Database, createDb } from '../db/pool.ts'
import { type Outbox, runTransaction } from '../db/transaction.ts'
import { createEventJobs } from '../events/job-handlers.ts'
import { getFileStore } from '../file/store.ts'
import { I18n } from '../i18n/i18n.ts'
import { Models } from '../model/query.ts'
import { createLogOptions } from '../http/log.ts'
import { getChosenTransport } from '../mail/transport.ts'
import type { LoadedPlugin } from '../plugin/define.ts'
import { checkCreatedContributions, getContributions, registerExtensionPoints } from '../plugin/extension-points.ts'
import { Registry } from '../plugin/registry.ts'
import { Records } from '../resource/records.ts'
import { Resources } from '../resource/resources.ts'
import { projectRoot } from '../root.ts'
import { Settings } from '../setting/settings.ts'
import core from './core-plugin.ts'

export interface KernelOptions {
  config: Config
  /** Connection URL of a migrated database. */
  databaseUrl: string
  plugins: readonly LoadedPlugin[]
  log?: Logger
}

/** A kernel that its creator must close. */
export interface OwnedKernel extends Kernel {
  close(): Promise<void>
}

/**
 * Creates the product without its HTTP server from plugins in boot order: registry, messages, services, settings.
 * @throws PluginError or Error naming the invalid plugin.
 */
export async function createKernel(options: KernelOptions): Promise<OwnedKernel> {
  const { config, plugins } = options
  const log = options.log ?? pino(createLogOptions(config))
  const registry = new Registry([core, ...plugins.map((p) => p.plugin)])
  registry.unseal = (stored) => unseal(config, SEALED, stored)
  const i18n = new I18n()
  i18n.load('core', join(projectRoot(), 'core', 'locales'))
  for (const { plugin, home } of plugins) i18n.load(plugin.id, join(home, 'locales'))
  const onError = (error: Error) => log.warn({ err: { code: (error as { code?: string }).code } }, 'a database connection was lost')
  const { pool: max, statementTimeout } = config
  const db = new Database({ url: options.databaseUrl, max, statementTimeout, onError })
  const cache = new Cache(options.databaseUrl, log)
  const settings = new Settings({ registry, db, config })
  const models = new Models(registry)
  const postCommitQueue = new PostCommitQueue(createDb(db.pool), (err) => log.warn({ err }, 'what follows a commit could not be told yet'))
  const after: Outbox['afterCommit'] = (names, jobs) => {
    if (names.length > 0) cache.changed(names)
    postCommitQueue.add(names, jobs)
  }
  const records = new Records(registry)
  const outbox: Outbox = {
    ...createEventJobs(registry),
    query: (client, tx) => models.over(client, tx),
    records: (tx) => records.over(tx),
    afterCommit: after,
  }
  const container = root.createChildContainer()
  // Services are singletons. This map avoids the container's lookup on each call.
  const found = new Map<unknown, unknown>()
  const get = <T>(token: InjectionToken<T>): T => (found.get(token) ?? found.set(token, container.resolve(token)).get(token)) as T
  const find: Kernel['find'] = (token) => (found.has(token) || container.isRegistered(token) ? get(token) : undefined)
  const kernel: OwnedKernel = {
    config,
    db,
    registry,
    i18n,
    settings,
    cache,
    log,
    container,
    records,
    resources: new Resources(registry),
    transaction: (fn) => runTransaction(db, outbox, fn),
    flushPostCommit: () => postCommitQueue.flush(),
    query: models.over(db.pool),
    get,
    find,
    pluginFolder: (id) => plugins.find(({ plugin }) => plugin.id === id)?.home,
    contributions: (point) => getContributions({ find }, point),
    close: async () => {
      await postCommitQueue.flush()
      await cache.close()
      await db.close()
    },
  }
  for (const { plugin } of plugins) plugin.services?.(container, kernel)
  registerExtensionPoints(container, registry.extensionPoints, kernel)
  checkCreatedContributions(kernel)
  getChosenTransport(kernel)
  getFileStore(kernel)
  const reread = () => void settings.load().catch((err: unknown) => log.warn({ err }, 'settings could not be read again'))
  cache.onChange((resources) => resources.includes('setting') && reread())
  cache.onReturn(reread)
  // Listens first, so that settings changed during the load are reloaded.
  await cache.listen()
  await settings.load()
  return kernel
}
