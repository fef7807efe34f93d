import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { prepareDatabase } from '../../cli/start/boot.ts'
import { listedPlugins, loadPlugins } from '../../cli/start/load.ts'
import { projectRoot } from '../../core/root.ts'

/** The baseline server and the product on the same database. */
export interface Place {
  bare: string
  stoa: string
  /** Seconds from the command to "ready". */
  start: number
  /** Resident memory of the product in MB. */
  memory(): number
  /**
   * Runs ANALYZE on written tables, as autovacuum does within a minute. Until then, connections that planned for an empty table use
   * sequential scans.
   */
  settle(): Promise<void>
  /**
   * Waits until the product has finished all due jobs.
   * @returns the seconds it took
   */
  finishJobs(): Promise<number>
}

/** Creates a temporary migrated database and removes it afterwards. */
export async function withDatabase(server: string, run: (url: string) => Promise<void>): Promise<void> {
  const name = `stoa_bench_${randomBytes(4).toString('hex')}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`create database ${name} template template0 encoding 'UTF8'`)
  const url = new URL(server)
  url.pathname = `/${name}`
  try {
    await prepareDatabase(url.href, await loadPlugins(listedPlugins([])))
    await run(url.href)
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
  }
}

/** Creates and fills a temporary database, starts both servers on it, and removes everything afterwards. */
export async function withPlace(server: string, fill: (url: string) => Promise<void>, run: (place: Place) => Promise<void>): Promise<void> {
  await withDatabase(server, async (url) => {
    await fill(url)
    await withServers(url, run)
  })
}

async function withServers(url: string, run: (place: Place) => Promise<void>): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'stoa-bench-'))
  const children: ChildProcess[] = []
  const start = async (command: string[], env: Record<string, string>, ready: RegExp) => {
    const begun = performance.now()
    const child = spawn(process.execPath, command, {
      cwd: projectRoot(),
      env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: url, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    children.push(child)
    await waitForOutput(child, ready)
    return { child, seconds: (performance.now() - begun) / 1000 }
  }
  try {
    await start(['--import', 'tsx', 'tests/bench/baseline.ts'], { PORT: '4801' }, /ready/)
    const quiet = { STOA_LOG: 'error', STOA_TRUST_PROXY: 'loopback', STOA_FIRST_RUN: 'off' }
    const stoa = await start(['cli/bin.mjs', 'start'], { STOA_PORT: '4802', STOA_DATA_DIR: home, ...quiet }, /Ready in/)
    await run({
      bare: 'http://127.0.0.1:4801',
      stoa: 'http://127.0.0.1:4802/api',
      start: stoa.seconds,
      settle: () => lookAgain(url),
      finishJobs: () => finishJobs(url),
      memory: () => getMemory(stoa.child),
    })
  } finally {
    for (const child of children) child.kill('SIGTERM')
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    rmSync(home, { recursive: true, force: true })
  }
}

function waitForOutput(child: ChildProcess, ready: RegExp): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    const hear = (data: Buffer) => {
      output += data.toString()
      if (ready.test(output)) resolve()
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${output}`)))
  })
}

async function lookAgain(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ analyze: string }>(
    `select format('analyze %I', relname) as analyze from pg_stat_user_tables where schemaname = 'public' and n_mod_since_analyze > 50`,
  )
  for (const { analyze } of rows) await client.query(analyze)
  await client.end()
}

async function finishJobs(url: string): Promise<number> {
  const begun = performance.now()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const due = async () =>
      (
        await client.query<{ due: boolean }>(
          'select exists (select from graphile_worker.jobs where run_at <= now() and attempts < max_attempts) as due',
        )
      ).rows[0]?.due
    while (await due()) await new Promise((resolve) => setTimeout(resolve, 5))
  } finally {
    await client.end()
  }
  return (performance.now() - begun) / 1_000
}

function getMemory(child: ChildProcess): number {
  try {
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024)
  } catch {
    return 0
  }
}
