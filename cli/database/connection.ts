import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { CliError } from '../errors.ts'
import { getCluster } from './owner.ts'

/** The name of the embedded database and of the account that owns it. */
export const NAME = 'stoa'

/** What a knock at the server's door found. */
export type State = 'ready' | 'no-database' | 'down'

/**
 * The address of the running server according to its own notes; undefined when it left none. Through a socket file, where it has one, a
 * small statement costs less on its way; the port stays open for whatever cannot take that way.
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
 * Asks the server itself. Process numbers and ports are reused, so the notes of a crashed server may point
 * at a stranger; only our own server passes the password exchange.
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
      // 57P03: starting up, recovering or shutting down. It will be one or the other soon.
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
