import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The typed environment configuration. Read once at start and passed on. */
export interface Config {
  /** Any PostgreSQL >= 15. Absent: the embedded server in `dataDir` is started. */
  databaseUrl: string | undefined
  /** Directory of the embedded database, uploaded files and generated secrets. */
  dataDir: string
  /** Folder of the shop, with files that plugins read. */
  shopDir: string
  host: string
  port: number
  /** Public origin of the shop, used in e-mails and canonical links. Absent: derived from host and port. */
  publicUrl: string
  /** Origin of the admin, when it is served from another host name than the shop. */
  adminOrigin: string | undefined
  /** Origins that may call the API from other sites. Empty: no CORS headers at all. */
  corsOrigins: readonly string[]
  /** Addresses or networks of trusted proxies whose X-Forwarded-For is used, such as `loopback` or 10.0.0.0/8. */
  trustProxy: readonly string[]
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** False: this process only answers requests and leaves jobs and schedules to `stoa worker`. */
  worker: boolean
  /** Maximum number of database connections of this process. */
  pool: number
  /** Statement timeout in milliseconds. */
  statementTimeout: number
  /** How long readiness fails before the listener closes on SIGTERM, in milliseconds. */
  drainDelay: number
  /** Bearer token for /metrics. Absent: only loopback clients may read it. */
  metricsToken: string | undefined
  /** smtp:// or smtps:// address. Absent: e-mails stay in the outbox, which the admin and the command line can read. */
  smtpUrl: string | undefined
  /** Name of the file store: `folder` for `files` in `dataDir`, or one that a plugin contributes. */
  fileStore: string
  /** Name of the mail transport: `smtp`, or one that a plugin contributes. */
  mailTransport: string
  /** Sender of all e-mails. */
  mailFrom: string
  /** The folder below which maildirs may be read and moved. */
  mailDir: string
  /**
   * Allowed targets of calls to addresses that staff enter: `public` allows only public https addresses (protection against SSRF),
   * `any` all addresses.
   */
  outgoing: 'public' | 'any'
  /** Plugin ids that are switched off although package.json names them. */
  pluginsOff: readonly string[]
  /** Keys that sign links; the first one signs, all verify. At least 32 characters each. */
  secrets: readonly string[]
}

/**
 * The signing keys: those of the environment, else one generated once, or restored, in the data directory. Several nodes must share
 * STOA_SECRETS, or a link signed by one is refused by the others.
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
  // A truncated key, left by a full disk or a crash, must not be used: it could be guessed.
  if (keys.some((key) => key.length < 32)) throw new Error(`${file} holds no whole key; take it away, and a new one is made`)
  return keys
}
