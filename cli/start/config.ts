import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import type { Config } from '../../core/config.ts'
import { shopRoot } from '../../core/root.ts'
import { trimTrailing } from '../../core/text/trim-trailing.ts'

/** Thrown by `readConfig` with all problems, one line each. */
export class ConfigError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`The environment has ${problems.length} problem(s):\n${problems.map((p) => `  - ${p}`).join('\n')}`)
    this.name = 'ConfigError'
    this.problems = problems
  }
}

type Env = Record<string, string | undefined>

/**
 * Reads and validates the environment. `asked` collects the names of all variables that were read.
 * @throws ConfigError naming every invalid variable.
 */
export function readConfig(env: Env = process.env, readNames = new Set<string>()): Config {
  const problems: string[] = []
  const text = (name: string) => {
    readNames.add(name).add(`${name}_FILE`)
    const file = env[`${name}_FILE`]
    if (file) {
      try {
        return readFileSync(file, 'utf8').trim()
      } catch {
        problems.push(`${name}_FILE cannot be read`)
      }
    }
    return env[name]?.trim() || undefined
  }
  const whole = (name: string, fallback: number, min: number, max: number) => {
    const value = text(name)
    if (value === undefined) return fallback
    const n = Number(value)
    if (Number.isInteger(n) && n >= min && n <= max) return n
    problems.push(`${name} must be a whole number from ${min} to ${max}, not "${value}"`)
    return fallback
  }
  const choice = <T extends string>(name: string, fallback: T, all: readonly T[]) => {
    const value = (text(name) ?? fallback) as T
    if (all.includes(value)) return value
    problems.push(`${name} must be one of ${all.join(', ')}, not "${value}"`)
    return fallback
  }
  const url = (name: string, protocols: readonly string[]) => {
    const value = text(name)
    if (value === undefined) return undefined
    if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return trimTrailing(value, '/')
    problems.push(`${name} must be an address starting with ${protocols.map((p) => `${p}//`).join(' or ')}`)
    return undefined
  }
  const list = (name: string) =>
    (text(name) ?? '')
      .split(',')
      .map((s) => s.trim())
      .filter(Boolean)

  const host = text('STOA_HOST') ?? '127.0.0.1'
  const port = whole(text('STOA_PORT') ? 'STOA_PORT' : 'PORT', 3000, 0, 65_535)
  const dataDir = resolve(text('STOA_DATA_DIR') ?? 'data')
  const config: Config = {
    databaseUrl: url('DATABASE_URL', ['postgres:', 'postgresql:']),
    dataDir,
    shopDir: env['STOA_SHOP'] ? resolve(env['STOA_SHOP']) : shopRoot(),
    host,
    port,
    publicUrl: url('STOA_URL', ['http:', 'https:']) ?? `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${port}`,
    adminOrigin: url('STOA_ADMIN_ORIGIN', ['http:', 'https:']),
    corsOrigins: list('STOA_CORS_ORIGINS'),
    trustProxy: proxies(list('STOA_TRUST_PROXY'), problems),
    logLevel: choice('STOA_LOG', 'info', ['debug', 'info', 'warn', 'error', 'silent']),
    worker: choice('STOA_WORKER', 'on', ['on', 'off']) === 'on',
    pool: whole('STOA_POOL', 12, 2, 200),
    statementTimeout: whole('STOA_STATEMENT_TIMEOUT', 10_000, 100, 600_000),
    drainDelay: whole('STOA_DRAIN_MS', 0, 0, 60_000),
    metricsToken: text('STOA_METRICS_TOKEN'),
    smtpUrl: url('STOA_SMTP_URL', ['smtp:', 'smtps:']),
    fileStore: text('STOA_FILE_STORE') ?? 'folder',
    mailTransport: text('STOA_MAIL_TRANSPORT') ?? 'smtp',
    mailFrom: text('STOA_MAIL_FROM') ?? 'shop@localhost',
    mailDir: resolve(text('STOA_MAIL_DIR') ?? join(dataDir, 'mail')),
    outgoing: choice('STOA_OUTGOING', 'public', ['public', 'any']),
    pluginsOff: list('PLUGINS_OFF'),
    secrets: list('STOA_SECRETS'),
  }
  for (const secret of config.secrets) {
    if (secret.length < 32) problems.push('STOA_SECRETS: every key needs at least 32 characters')
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

/** Names of networks accepted for trusted proxies, beside addresses. */
const networks = new Set(['loopback', 'linklocal', 'uniquelocal'])

function proxies(list: readonly string[], problems: string[]): readonly string[] {
  for (const entry of list) {
    const [address = '', bits] = entry.split('/')
    const most = isIP(address) === 6 ? 128 : 32
    const isValid = networks.has(entry) || (isIP(address) > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most)))
    if (!isValid)
      problems.push(`STOA_TRUST_PROXY must hold addresses, networks such as 10.0.0.0/8, or ${[...networks].join(', ')}, not "${entry}"`)
  }
  return list
}
