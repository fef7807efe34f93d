import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startEmbedded, stopEmbeddedIfLast } from '../../cli/database/index.ts'
import { projectRoot } from '../../core/root.ts'

const isRoot = process.getuid?.() === 0
const NOBODY = 65534
let dataDir: string

/** Whether other accounts can enter a folder: the other process runs the files of this checkout. */
function othersMayEnter(folder: string): boolean {
  const open = (statSync(folder).mode & 0o001) !== 0
  return open && (dirname(folder) === folder || othersMayEnter(dirname(folder)))
}

beforeEach(async () => {
  dataDir = await realpath(await mkdtemp(join(tmpdir(), 'stoa-embedded-')))
  // mkdtemp creates mode 0700, which has its own test below.
  await chmod(dataDir, 0o755)
})

afterEach(async () => {
  await stopEmbeddedIfLast({ dataDir })
  const elsewhere = await readFile(join(dataDir, 'postgres.location'), 'utf8').catch(() => undefined)
  if (elsewhere) await rm(elsewhere.trim(), { recursive: true, force: true })
  await rm(dataDir, { recursive: true, force: true })
})

interface Joined {
  url: string
  started: boolean
  lines: string[]
}

/** Connects from another process, which stays connected until `leave`. */
async function joinFromAnotherProcess(account: { uid?: number; gid?: number } = {}) {
  const script = join(import.meta.dirname, 'embedded-client.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', script, dataDir, 'stay'], {
    ...account,
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve)
    child.once('exit', () => reject(new Error(complaint)))
  })
  const leave = async () => {
    child.stdin.end()
    if (child.exitCode === null) await once(child, 'exit')
  }
  return { ...(JSON.parse(line) as Joined), leave }
}

async function query<T extends object>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}

const postmaster = async (): Promise<number> =>
  Number((await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0])

describe('the embedded database', () => {
  it('starts from an empty folder with UTF-8 and a collation that is the same everywhere', async () => {
    const { url, started } = await startEmbedded({ dataDir, fsync: false })
    expect(started).toBe(true)
    const [row] = await query(
      url,
      `select datname, pg_encoding_to_char(encoding) as encoding, datlocprovider as provider,
       lower('É') as lower, current_setting('TimeZone') as zone
       from pg_database where datname = current_database()`,
    )
    expect(row).toMatchObject({ datname: 'stoa', encoding: 'UTF8', provider: 'b', lower: 'é' })
  })

  it('protects its password from other accounts', async () => {
    const { url } = await startEmbedded({ dataDir, fsync: false })
    const secret = await stat(join(dataDir, 'postgres/password'))
    expect(secret.mode & 0o777).toBe(0o600)
    await expect(query(url.replace(/:[0-9a-f]+@/, ':wrong@'), 'select 1')).rejects.toMatchObject({
      code: '28P01',
    })
  })

  it('is reached through a socket of its own account, and by TCP port where the path is too long', async () => {
    const over = `select inet_server_addr()::text as address`
    const { url } = await startEmbedded({ dataDir, fsync: false })
    expect(await query(url, over)).toEqual([{ address: null }])
    const port = new URL(url)
    expect((await stat(join(dataDir, `postgres/.s.PGSQL.${port.port}`))).mode & 0o777).toBe(0o700)
    port.search = ''
    expect(await query(port.href, over)).toEqual([{ address: '127.0.0.1/32' }])

    const deep = join(dataDir, 'deep'.repeat(25))
    await mkdir(deep)
    const far = await startEmbedded({ dataDir: deep, fsync: false })
    expect(await query(far.url, over)).toEqual([{ address: '127.0.0.1/32' }])
    await stopEmbeddedIfLast({ dataDir: deep })
  })

  it('lets a second process join and stops only when the last one leaves', async () => {
    const first = await startEmbedded({ dataDir, fsync: false })
    const second = await joinFromAnotherProcess()
    expect(second).toMatchObject({ url: first.url, started: false })
    expect(await stopEmbeddedIfLast({ dataDir })).toBe(false)
    await second.leave()
    expect(await stopEmbeddedIfLast({ dataDir })).toBe(true)
    await expect(query(first.url, 'select 1')).rejects.toThrow(/^connect ENOENT/)
  })

  it('does not stop while an unregistered client is connected', async () => {
    const { url } = await startEmbedded({ dataDir, fsync: false })
    const visitor = new pg.Client({ connectionString: url })
    await visitor.connect()
    expect(await stopEmbeddedIfLast({ dataDir })).toBe(false)
    await visitor.end()
    expect(await stopEmbeddedIfLast({ dataDir })).toBe(true)
  })

  it('creates one cluster when several processes start it at once', async () => {
    const all = await Promise.all([1, 2, 3].map(() => joinFromAnotherProcess()))
    expect(new Set(all.map(({ url }) => url)).size).toBe(1)
    expect(all.filter(({ started }) => started)).toHaveLength(1)
    await Promise.all(all.map(({ leave }) => leave()))
  })

  it('keeps committed rows when the server is killed', async () => {
    const { url } = await startEmbedded({ dataDir, fsync: false })
    await query(url, 'create table kept as select 7 as figure')
    process.kill(await postmaster(), 'SIGKILL')
    const again = await startEmbedded({ dataDir, fsync: false })
    expect(again.started).toBe(true)
    expect(await query(again.url, 'select figure from kept')).toEqual([{ figure: 7 }])
  })

  it('takes over the lock of a process that was killed', async () => {
    const dead = spawn(process.execPath, ['-e', ''])
    await once(dead, 'exit')
    await startEmbedded({ dataDir, fsync: false })
    const lock = join(dataDir, 'postgres/lock')
    await mkdir(lock)
    await writeFile(join(lock, `${dead.pid}@${hostname().replace(/[^\w.-]/g, '_')}@0`), '')
    expect((await startEmbedded({ dataDir, fsync: false })).started).toBe(false)
  })

  it.runIf(isRoot && othersMayEnter(projectRoot()))('runs for an unprivileged user', async () => {
    await chown(dataDir, NOBODY, NOBODY)
    const joined = await joinFromAnotherProcess({ uid: NOBODY, gid: NOBODY })
    expect(joined.started).toBe(true)
    expect((await stat(join(dataDir, 'postgres/cluster'))).uid).toBe(NOBODY)
    // Root connects to the cluster that the user started, as that user.
    expect(await startEmbedded({ dataDir, fsync: false })).toEqual({ url: joined.url, started: false })
    await joined.leave()
  })

  it.runIf(isRoot)("moves root's cluster out of a folder that others cannot enter, and finds it again", async () => {
    await chmod(dataDir, 0o700)
    const lines: string[] = []
    const first = await startEmbedded({ dataDir, fsync: false, log: (line) => lines.push(line) })
    expect(lines[0]).toContain('the database is kept in /')
    await query(first.url, 'create table kept as select 7 as figure')
    expect(await stopEmbeddedIfLast({ dataDir })).toBe(true)
    const again = await startEmbedded({ dataDir, fsync: false })
    expect(await query(again.url, 'select figure from kept')).toEqual([{ figure: 7 }])
  })
})
