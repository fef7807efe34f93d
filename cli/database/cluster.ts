import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { localeArguments, type Binaries } from './binaries.ts'
import { CliError } from '../errors.ts'
import { connect, knock, NAME, readAddress } from './connection.ts'
import { getCluster, give, type Place } from './owner.ts'
import { run } from './run.ts'
import { clearStaleNotes } from './stale-lock.ts'

/** Creates the cluster. It is renamed when it is complete, so a crash leaves no partial cluster. */
export async function initialise(place: Place, binaries: Binaries, durable: boolean): Promise<void> {
  const { home, owner } = place
  for (const name of await readdir(home)) {
    if (name.startsWith('cluster.')) await rm(join(home, name), { recursive: true, force: true })
  }
  const unfinished = `${getCluster(home)}.${process.pid}`
  const secret = join(home, 'password')
  // A password without a cluster is left over from an interrupted start.
  await rm(secret, { force: true })
  await writeFile(secret, randomBytes(24).toString('hex'), { mode: 0o600 })
  await give(secret, owner)
  const result = await run(
    binaries.initdb,
    [
      ...['-D', unfinished, '-U', NAME, '-A', 'scram-sha-256', '--pwfile', secret, '--encoding=UTF8'],
      ...(await localeArguments(binaries)),
      ...(durable ? [] : ['--no-sync']),
    ],
    owner,
  )
  if (result.code !== 0) throw new CliError('unavailable', `The database could not be created:\n${result.output}`)
  await rename(unfinished, getCluster(home))
}

/** Starts the server and waits until it is ready. Retries while remains of a crashed server block it. */
export async function start(place: Place, binaries: Binaries, durable: boolean): Promise<string> {
  const cluster = getCluster(place.home)
  const logFile = join(place.home, 'server.log')
  await rotate(logFile)
  let output = ''
  for (let attempt = 0; attempt < 20; attempt++) {
    if (attempt > 0) await sleep(500)
    await clearStaleNotes(cluster)
    // Not every file system supports sockets: after failures the server is started with TCP only.
    const socket = attempt < 2 && socketFits(place.home) ? place.home : ''
    const options = settings(await freePort(), socket, durable)
    const args = ['start', '-D', cluster, '-w', '-t', '120', '-l', logFile, '-o', options]
    const result = await run(binaries.pgCtl, args, place.owner)
    output = result.output
    if (result.code !== 0) continue
    const url = await readAddress(place.home)
    if (url && (await ensureDatabase(place.home, url))) return url
  }
  const tail = await readFile(logFile, 'utf8').then(
    (text) => text.slice(-1500),
    () => '',
  )
  throw new CliError('unavailable', `The database server does not start (${logFile}):\n${output}\n${tail}`)
}

/** Stops the server and disconnects its clients (mode fast). */
export async function stop(place: Place, binaries: Binaries): Promise<void> {
  const args = ['stop', '-D', getCluster(place.home), '-m', 'fast', '-w', '-t', '60']
  const result = await run(binaries.pgCtl, args, place.owner)
  if (result.code !== 0 && existsSync(join(getCluster(place.home), 'postmaster.pid'))) {
    throw new CliError('failure', `The database server does not stop:\n${result.output}`)
  }
}

async function ensureDatabase(home: string, url: string): Promise<boolean> {
  const state = await knock(url)
  if (state !== 'no-database') return state === 'ready'
  const maintenance = await readAddress(home, 'postgres')
  if (!maintenance) return false
  const client = await connect(maintenance)
  try {
    await client.query(`create database ${NAME}`)
  } finally {
    await client.end()
  }
  return true
}

/** Socket paths are limited (104 bytes on macOS, 108 on Linux), and the setting is a comma-separated list of folders. */
const socketFits = (folder: string): boolean =>
  process.platform !== 'win32' && /^[\w./+-]+$/.test(folder) && Buffer.byteLength(folder) + '/.s.PGSQL.65535'.length < 104

/** Options for pg_ctl, which passes them to a shell: values must not contain blanks or quotes. */
function settings(port: number, socket: string, durable: boolean): string {
  const values: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: socket,
    unix_socket_permissions: '0700',
    max_connections: '200',
    // A sale locks more tables and indexes than the default allows.
    max_locks_per_transaction: '128',
    max_wal_size: '512MB',
    random_page_cost: '1.1',
    log_checkpoints: 'off',
    // Without durability, for tests: dozens of databases, each of which a worker of autovacuum would visit all the time.
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off', autovacuum_naptime: '10min' }),
  }
  const list = Object.entries(values).map(([name, value]) => `-c ${name}=${value}`)
  return [`-p ${port}`, ...list].join(' ')
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}

async function rotate(file: string): Promise<void> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  )
  if (size > 5_000_000) await rename(file, `${file}.1`)
}
