import type { DependencyContainer, InjectionToken } from 'tsyringe'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Cache } from './db/cache.ts'
import type { Database } from './db/pool.ts'
import type { Tx } from './db/transaction.ts'
import type { I18n } from './i18n/i18n.ts'
import type { Locale } from './api-types.ts'

/** Who acts. Permissions are those of this moment: they are read with every request. */
export type Actor =
  | { kind: 'admin'; id: number; name: string; allows(needs: string): boolean }
  | { kind: 'customer'; id: number }
  | { kind: 'guest' }
  | { kind: 'system'; name: string }

/**
 * The running product without its HTTP side: what requests, jobs and commands share. Here stands what all parts are built on.
 * What is built on it adds itself where it is declared, so that parts know the kernel and it knows none of them:
 * `declare module '../context.ts' { interface Kernel { readonly settings: Settings } }`.
 */
export interface Kernel {
  readonly config: Config
  readonly db: Database
  readonly i18n: I18n
  readonly cache: Cache
  readonly log: Logger
  /** Runs a function in a transaction with outbox; see `work`. */
  transaction<T>(fn: (tx: Tx) => PromiseLike<T>): Promise<T>
  /** Waits until what follows the commits of this process is done; see `Afterwards`. */
  flushPostCommit(): Promise<void>
  /** A service of a plugin. Throws when its plugin is not installed. */
  get<T>(token: InjectionToken<T>): T
  /** A service of a plugin that may be absent. */
  find<T>(token: InjectionToken<T>): T | undefined
  readonly container: DependencyContainer
  /** Folder of a plugin's sources, with the files it brings; undefined when the plugin is not there. */
  pluginFolder(id: string): string | undefined
}

/** One request, job or command: who, in which language, against which kernel. */
export interface Ctx {
  readonly kernel: Kernel
  readonly actor: Actor
  /** Language of texts and of per-language values. */
  readonly language: Locale
  /** Language the person is spoken to in, where it is not that of the content. */
  readonly interfaceLanguage?: Locale
  /** The site's main language. */
  readonly mainLanguage: Locale
  readonly requestId?: string
  readonly address?: string
}

/** A context for work nobody asked for: jobs, commands, seeding. It may do everything. */
export function systemCtx(kernel: Kernel, name: string, language?: Locale): Ctx {
  const main = kernel.settings.mainLanguage
  return { kernel, actor: { kind: 'system', name }, language: language ?? main, mainLanguage: main }
}

/** Whether the actor holds a permission. System work holds all, shoppers none. */
export function hasPermission(actor: Actor, needs: string): boolean {
  return actor.kind === 'system' || (actor.kind === 'admin' && actor.allows(needs))
}
