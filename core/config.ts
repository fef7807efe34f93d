import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'

/** All that the environment may say, typed. Built once at boot by `readConfig` and passed on, never read again. */
export interface Config {
  /** Any PostgreSQL >= 15. Absent: the embedded one in `dataDir` is started. */
  databaseUrl: string | undefined
  /** Home of the embedded database, uploaded files and generated secrets. */
  dataDir: string
  host: string
  port: number
  /** Origin people reach the shop at, used in mails and canonical links. Absent: derived from host and port. */
  publicUrl: string
  /** Own origin of the admin, when it is served from another host name than the shop. */
  adminOrigin: string | undefined
  /** Origins that may call the API from other sites. Empty: no CORS headers at all. */
  corsOrigins: readonly string[]
  /** Addresses or networks of the proxies in front whose X-Forwarded-For is believed, such as `loopback` or 10.0.0.0/8. */
  trustProxy: readonly string[]
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** False: this process answers requests only and leaves jobs and schedules to `stoa worker`. */
  worker: boolean
  /** Most connections this process holds. */
  pool: number
  /** Statement limit in milliseconds. */
  statementTimeout: number
  /** How long readiness stays red before the listener closes on SIGTERM, in milliseconds. */
  drainDelay: number
  /** Whoever sends this as bearer token may read /metrics; without one only loopback clients may. */
  metricsToken: string | undefined
  /** smtp:// or smtps:// address. Absent: mails stay in the outbox that admin and command line can read. */
  smtpUrl: string | undefined
  /** Sender of all mails. */
  mailFrom: string
  /** Whom the product calls at addresses that staff give: the open internet by https, or, where nothing is at stake, anybody. */
  outgoing: 'public' | 'any'
  /** Plugin ids left out although package.json names them. */
  pluginsOff: readonly string[]
  /** Keys that sign links; the first signs, all verify. At least 32 characters each. */
  secrets: readonly string[]
}

/** Thrown by `readConfig`; lists every problem at once, one line each. */
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
 * Reads and checks the environment.
 * @throws ConfigError naming every variable that cannot be used.
 */
export function readConfig(env: Env = process.env): Config {
  const problems: string[] = []
  const text = (name: string) => {
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
    if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value.replace(/\/+$/, '')
    problems.push(`${name} must be an address starting with ${protocols.map((p) => `${p}//`).join(' or ')}`)
    return undefined
  }
  const list = (name: string) =>
    (text(name) ?? '')
      .split(',')
      .map((s) => s.trim())
      .filter(Boolean)

  const host = text('STOA_HOST') ?? '127.0.0.1'
  const port = whole(env.STOA_PORT ? 'STOA_PORT' : 'PORT', 3000, 0, 65_535)
  const dataDir = resolve(text('STOA_DATA_DIR') ?? 'data')
  const config: Config = {
    databaseUrl: url('DATABASE_URL', ['postgres:', 'postgresql:']),
    dataDir,
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
    mailFrom: text('STOA_MAIL_FROM') ?? 'shop@localhost',
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

/** Names of networks that proxies may be given by, beside addresses. */
const networks = new Set(['loopback', 'linklocal', 'uniquelocal'])

function proxies(list: readonly string[], problems: string[]): readonly string[] {
  for (const entry of list) {
    const [address = '', bits] = entry.split('/')
    const most = isIP(address) === 6 ? 128 : 32
    const known = networks.has(entry) || (isIP(address) > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most)))
    if (!known)
      problems.push(`STOA_TRUST_PROXY must hold addresses, networks such as 10.0.0.0/8, or ${[...networks].join(', ')}, not "${entry}"`)
  }
  return list
}

/**
 * The signing keys: those of the environment, else one made once and kept in the data directory.
 * Several nodes must share STOA_SECRETS, or links signed by one are refused by the others.
 */
export function signingKeys(config: Config): readonly string[] {
  if (config.secrets.length > 0) return config.secrets
  const file = join(config.dataDir, 'signing-key')
  mkdirSync(config.dataDir, { recursive: true })
  try {
    writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return [readFileSync(file, 'utf8').trim()]
}
