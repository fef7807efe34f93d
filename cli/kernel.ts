import type { BootedProduct } from './start/boot.ts'
import type { Config } from '../core/config.ts'
import type { Kernel } from '../core/context.ts'
import type { LoadedPlugin } from '../core/plugin/define.ts'
import { CliError, type ExitName } from './errors.ts'
import { note, type CommandOutput } from './output.ts'

/** What a command runs against: loaded plugins and a running database, without migrating. */
export interface CommandContext {
  config: Config
  plugins: readonly LoadedPlugin[]
  url: string
}

async function commandConfig(): Promise<Config> {
  const { readConfig } = await import('./start/config.ts')
  return { ...readConfig(), logLevel: 'warn', pool: 4 }
}

/**
 * Boots the product, runs a function and closes it, also after a failure. The product is imported here, so that help and usage
 * errors are immediate.
 */
export async function withKernel<T>(output: CommandOutput, run: (kernel: Kernel, booted: BootedProduct) => Promise<T>): Promise<T> {
  const config = await commandConfig()
  const { boot } = await import('./boot.ts')
  const booted = await boot({ config, tell: (line) => note(output, line) })
  try {
    return await run(booted.kernel, booted)
  } catch (error) {
    throw await toCliError(booted.kernel, error)
  } finally {
    await booted.close()
  }
}

/** Runs a function against the database without migrating it. */
export async function withDatabase<T>(output: CommandOutput, run: (ground: CommandContext) => Promise<T>): Promise<T> {
  const config = await commandConfig()
  const { databaseUrl } = await import('./boot.ts')
  const { listedPlugins, loadPlugins } = await import('./start/load.ts')
  const plugins = await loadPlugins(listedPlugins(config.pluginsOff))
  const url = await databaseUrl(config, (line) => note(output, line))
  try {
    return await run({ config, plugins, url })
  } finally {
    await leaveDatabase(config)
  }
}

/** Stops the embedded database when this was the last process using it. */
export async function leaveDatabase(config: Config): Promise<void> {
  if (config.databaseUrl) return
  const { stopEmbeddedIfLast } = await import('./database/index.ts')
  await stopEmbeddedIfLast({ dataDir: config.dataDir })
}

/** Converts an API error to a command line error. */
async function toCliError(kernel: Kernel, error: unknown): Promise<unknown> {
  const { AppError } = await import('../core/http/errors.ts')
  if (!(error instanceof AppError)) return error
  const { translateMessages } = await import('../core/i18n/labels.ts')
  const texts = translateMessages(kernel, 'en-US', error.messages)
  const lastOwner = JSON.stringify(error.messages).includes('core:error.last_owner')
  const lines = Array.isArray(texts)
    ? texts
    : Object.entries(texts).flatMap(([field, whys]) => whys.map((text) => (lastOwner ? text : `${field}: ${text}`)))
  return new CliError(lastOwner ? 'conflict' : getExit(error.kind.status), lines.join('\n'), {
    details: { code: error.kind.code, messages: texts },
    cause: error,
  })
}

function getExit(status: number): ExitName {
  if (status === 404) return 'notFound'
  if (status === 409) return 'conflict'
  if (status === 401 || status === 403) return 'denied'
  if (status === 503) return 'unavailable'
  return status < 500 ? 'usage' : 'failure'
}
