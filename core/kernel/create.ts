import 'reflect-metadata'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import { container as root, type InjectionToken } from 'tsyringe'
import type { Config } from '../config.ts'
import type { Kernel } from '../context.ts'
import { Cache } from '../db/cache.ts'
import { Afterwards } from '../db/afterwards.ts'
import { Database, dbOver } from '../db/pool.ts'
import { type Outbox, work } from '../db/work.ts'
import { outboxOf } from '../events/tasks.ts'
import { fileStore } from '../file/store.ts'
import { I18n } from '../i18n/i18n.ts'
import { Models } from '../model/query.ts'
import { logOptions } from '../http/log.ts'
import { chosenTransport } from '../mail/transport.ts'
import type { Loaded } from '../plugin/define.ts'
import { checkMadeOffers, offersAt, registerPoints } from '../plugin/points.ts'
import { Registry } from '../plugin/registry.ts'
import { Records } from '../resource/records.ts'
import { Resources } from '../resource/resources.ts'
import { projectRoot } from '../root.ts'
import { Settings } from '../setting/settings.ts'
import core from './plugin.ts'

export interface KernelOptions {
  config: Config
  /** Address of a migrated database. */
  databaseUrl: string
  plugins: readonly Loaded[]
  log?: Logger
}

/** A kernel that must be closed. */
export interface OwnedKernel extends Kernel {
  close(): Promise<void>
}

/**
 * Builds the product without its HTTP side from plugins in boot order: registry, texts, services, settings.
 * @throws PluginError or Error naming the plugin that does not fit.
 */
export async function createKernel(options: KernelOptions): Promise<OwnedKernel> {
  const { config, plugins } = options
  const log = options.log ?? pino(logOptions(config))
  const registry = new Registry([core, ...plugins.map((p) => p.plugin)])
  const i18n = new I18n()
  i18n.load('core', join(projectRoot(), 'core', 'locales'))
  for (const { plugin, home } of plugins) i18n.load(plugin.id, join(home, 'locales'))
  const onError = (error: Error) => log.warn({ err: { code: (error as { code?: string }).code } }, 'a database connection was lost')
  const { pool: max, statementTimeout } = config
  const db = new Database({ url: options.databaseUrl, max, statementTimeout, onError })
  const cache = new Cache(options.databaseUrl, log)
  const settings = new Settings({ registry, db, config })
  const models = new Models(registry)
  const afterwards = new Afterwards(dbOver(db.pool), (err) => log.warn({ err }, 'what follows a commit could not be told yet'))
  const after: Outbox['after'] = (names, jobs) => {
    if (names.length > 0) cache.changed(names)
    afterwards.add(names, jobs)
  }
  const records = new Records(registry)
  const outbox: Outbox = {
    ...outboxOf(registry),
    query: (client, tx) => models.over(client, tx),
    records: (tx) => records.over(tx),
    after,
  }
  const container = root.createChildContainer()
  // Services are made once and kept; to find one anew the container would go through its layers each time.
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
    work: (fn) => work(db, outbox, fn),
    settled: () => afterwards.settled(),
    query: models.over(db.pool),
    get,
    find,
    pluginFolder: (id) => plugins.find(({ plugin }) => plugin.id === id)?.home,
    offers: (point) => offersAt({ find }, point),
    close: async () => {
      await afterwards.settled()
      await cache.close()
      await db.close()
    },
  }
  for (const { plugin } of plugins) plugin.services?.(container, kernel)
  registerPoints(container, registry.points, kernel)
  checkMadeOffers(kernel)
  chosenTransport(kernel)
  fileStore(kernel)
  const reread = () => void settings.load().catch((err: unknown) => log.warn({ err }, 'settings could not be read again'))
  cache.onChange((resources) => resources.includes('setting') && reread())
  cache.onReturn(reread)
  // Listening comes first: what changes while settings are read is read again.
  await cache.listen()
  await settings.load()
  return kernel
}
