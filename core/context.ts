import type { DependencyContainer, InjectionToken } from 'tsyringe'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Cache } from './db/cache.ts'
import type { Database } from './db/pool.ts'
import type { Tx } from './db/transaction.ts'
import type { I18n } from './i18n/i18n.ts'
import type { Locale } from './api-types.ts'

/** The actor of a request. Permissions are current: they are read with every request. */
export type Actor =
  | { kind: 'admin'; id: number; name: string; allows(needs: string): boolean }
  | { kind: 'customer'; id: number }
  | { kind: 'guest' }
  | { kind: 'system'; name: string }

/**
 * The running product without its HTTP server: shared by requests, jobs and commands. Parts built on the kernel add their members
 * by declaration merging, so that the kernel does not depend on them: `declare module '../context.ts' { interface Kernel { readonly
 * settings: Settings } }`.
 */
export interface Kernel {
  readonly config: Config
  readonly db: Database
  readonly i18n: I18n
  readonly cache: Cache
  readonly log: Logger
  /** Runs a function in a transaction with outbox; see `runTransaction`. */
  transaction<T>(fn: (tx: Tx) => PromiseLike<T>): Promise<T>
  /** Waits until the work that follows the commits of this process is done; see `PostCommitQueue`. */
  flushPostCommit(): Promise<void>
  /** A service of a plugin. Throws when the plugin is not installed. */
  get<T>(token: InjectionToken<T>): T
  /** A service of a plugin that may be absent. */
  find<T>(token: InjectionToken<T>): T | undefined
  readonly container: DependencyContainer
  /** Source folder of a plugin; undefined when the plugin is not installed. */
  pluginFolder(id: string): string | undefined
}

/** Context of one request, job or command: actor, language, kernel. */
export interface Ctx {
  readonly kernel: Kernel
  readonly actor: Actor
  /** Language of content: per-language values are read and written in it. */
  readonly language: Locale
  /** Language of messages to the person, when it differs from that of the content. */
  readonly interfaceLanguage?: Locale
  /** The site's main language. */
  readonly mainLanguage: Locale
  readonly requestId?: string
  readonly address?: string
}

/** A context for work without a person: jobs, commands, seeding. It has all permissions. */
export function systemCtx(kernel: Kernel, name: string, language?: Locale): Ctx {
  const main = kernel.settings.mainLanguage
  return { kernel, actor: { kind: 'system', name }, language: language ?? main, mainLanguage: main }
}

/** Whether the actor has a permission. System work has all, customers none. */
export function hasPermission(actor: Actor, needs: string): boolean {
  return actor.kind === 'system' || (actor.kind === 'admin' && actor.allows(needs))
}
