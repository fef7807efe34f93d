import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { HISTORY_TABLE } from './history.ts'

/** Any number that no other advisory lock in the product uses. */
const LOCK = 5_907_223

/** Opens a connection for `work` and closes it afterwards. */
export async function withConnection<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url, application_name: 'stoa migrate' })
  // A connection lost between two queries must not end the process; the next query fails by itself.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Runs `work` while no other process migrates this database. The advisory lock ends with its connection, so a killed process leaves
 * none behind.
 */
export async function withMigrationLock<T>(client: Client, work: () => Promise<T>): Promise<T> {
  // Polls instead of waiting in the database: a waiting statement holds a snapshot, and CREATE INDEX CONCURRENTLY in the holder's
  // migration would wait for it forever.
  while (!(await tryLock(client))) await sleep(100)
  try {
    return await work()
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => {})
  }
}

/** Clears the lock row that a killed process may have left in knex's own lock table. Only for the holder of the migration lock. */
export async function clearKnexLock(client: Client): Promise<void> {
  const table = `${HISTORY_TABLE}_lock`
  const { rows } = await client.query<{ found: string | null }>('select to_regclass($1) as found', [table])
  if (rows[0]?.found) await client.query(`update ${table} set is_locked = 0 where is_locked <> 0`)
}

async function tryLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [LOCK])
  return rows[0]?.got === true
}
