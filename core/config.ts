import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** All that the environment may say, typed. Read once at the start and passed on, never read again. */
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
  /** Name of where uploaded files lie: `folder` for `files` in `dataDir`, or what a plugin offers. */
  fileStore: string
  /** Name of what mails leave by: `smtp`, or what a plugin offers. */
  mailTransport: string
  /** Sender of all mails. */
  mailFrom: string
  /** The folder below which maildirs may be read and moved. */
  mailDir: string
  /** Whom the product calls at addresses that staff give: the open internet by https, or, where nothing is at stake, anybody. */
  outgoing: 'public' | 'any'
  /** Plugin ids left out although package.json names them. */
  pluginsOff: readonly string[]
  /** Keys that sign links; the first signs, all verify. At least 32 characters each. */
  secrets: readonly string[]
}

/**
 * The signing keys: those of the environment, else one made once and kept in the data directory, or those a restore put there.
 * Several nodes must share STOA_SECRETS, or links signed by one are refused by the others.
 */
export function signingKeys(config: Config): readonly string[] {
  if (config.secrets.length > 0) return config.secrets
  const file = join(config.dataDir, 'signing-key')
  mkdirSync(config.dataDir, { recursive: true })
  try {
    writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      rmSync(file, { force: true })
      throw error
    }
  }
  const keys = readFileSync(file, 'utf8').trim().split('\n')
  // What a full disk or a crash left of one signs nothing: anybody could make the same.
  if (keys.some((key) => key.length < 32)) throw new Error(`${file} holds no whole key; take it away, and a new one is made`)
  return keys
}
