import { type ChildProcess, spawn } from 'node:child_process'
import { vi } from 'vitest'
import type { Db } from '../../core/db/pool.ts'
import { sql } from '../../core/db/sql.ts'
import { projectRoot } from '../../core/root.ts'

/** The product in a separate process, which a test can kill. */
export interface Server {
  child: ChildProcess
  url: string
}

/** Starts the product's API on a database; resolves when it is ready. */
export async function startServer(database: string, dataDir: string, more: Record<string, string> = {}): Promise<Server> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'tests/support/serve.ts'], {
    cwd: projectRoot(),
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...environment(database, dataDir), STOA_PORT: '0', ...more },
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (data: Buffer) => {
      const found = /ready (\S+)/.exec(data.toString())
      if (found?.[1]) resolve(found[1])
    })
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)))
  })
  return { child, url }
}

/** Starts `stoa worker` on a database; resolves when it accepts jobs. */
export async function startWorkerProcess(database: string, dataDir: string, more: Record<string, string> = {}): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['cli/bin.mjs', 'worker'], {
    cwd: projectRoot(),
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...environment(database, dataDir), ...more },
  })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on('data', (data: Buffer) => {
      output += data.toString()
      if (output.includes('Working on jobs')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${output}`)))
  })
  return child
}

/**
 * Kills a worker process, and resolves when the database has noticed: its connections end separately, and until the last one has ended,
 * its locks are held and no other worker can take its jobs.
 */
export async function killWorker(child: ChildProcess, db: Db): Promise<void> {
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await exited
  const left = () =>
    db.rows(sql`select pid from pg_stat_activity where datname = current_database() and application_name like 'stoa worker%'
      union all select l.pid from pg_locks l join pg_database d on d.oid = l.database
        where l.locktype = 'advisory' and l.pid <> pg_backend_pid() and d.datname = current_database()`)
  await vi.waitUntil(async () => (await left()).length === 0, { timeout: 10_000 })
}

const environment = (database: string, dataDir: string) => ({
  ...process.env,
  DATABASE_URL: database,
  STOA_LOG: 'silent',
  STOA_DATA_DIR: dataDir,
  STOA_POOL: '8',
})
