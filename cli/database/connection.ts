import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { CliError } from '../errors.ts'
import { getCluster } from './owner.ts'

/** The name of the embedded database and of the account that owns it. */
export const NAME = 'stoa'

/** State of the server. */
export type State = 'ready' | 'no-database' | 'down'

/**
 * The URL of the running server from its postmaster.pid; undefined when there is none. Prefers the Unix socket, because small
 * statements are faster over it; the TCP port stays open for other clients.
 */
export async function readAddress(home: string, database = NAME): Promise<string | undefined> {
  const [notes, password] = await Promise.all([
    readFile(join(getCluster(home), 'postmaster.pid'), 'utf8').catch(() => undefined),
    readPassword(home),
  ])
  const [port, folder] = notes?.split('\n').slice(3) ?? []
  if (!Number(port) || !password) return undefined
  const way = folder ? `?host=${encodeURIComponent(folder)}` : ''
  return `postgres://${NAME}:${password}@127.0.0.1:${Number(port)}/${database}${way}`
}

/** Opens one connection; the caller ends it. */
export async function connect(url: string): Promise<Client> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  // A connection lost between two queries must not end the process.
  client.on('error', () => {})
  await client.connect()
  return client
}

/**
 * Connects to check the server. Process ids and ports are reused, so the files of a crashed server may refer to another program;
 * only our server accepts the password.
 */
export async function knock(url: string, patience = 60_000): Promise<State> {
  const deadline = Date.now() + patience
  for (;;) {
    try {
      await (await connect(url)).end()
      return 'ready'
    } catch (error) {
      const { code } = error as { code?: string }
      if (code === '3D000') return 'no-database'
      if (code === '53300') return 'ready'
      // 57P03: starting up, recovering or shutting down. Retry until it is ready or down.
      if (code !== '57P03' || Date.now() > deadline) return 'down'
      await sleep(100)
    }
  }
}

async function readPassword(home: string): Promise<string | undefined> {
  const file = join(home, 'password')
  return readFile(file, 'utf8').then(
    (text) => text.trim(),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw new CliError('config', `The database password in ${file} cannot be read by this account (${error.code}).`, { cause: error })
    },
  )
}
