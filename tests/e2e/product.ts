import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

const START_MS = 180_000

/** A staff account with every permission, beside the owner the first start makes. */
export const STAFF = { email: 'staff@stoa.local', password: 'a-password-for-tests' }

/** A running product that nobody has used yet. */
export interface Product {
  /** What the first start prints for the owner. */
  oneTimePassword: string
  stop: () => Promise<void>
}

/** A port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}

/** Starts the whole product as a first user would: on an empty folder, or on an empty database of the test server. */
export async function startProduct(port: number): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'stoa-e2e-'))
  // The embedded server runs as a user of its own when we are root.
  chmodSync(dataDir, 0o755)
  const database = await ownDatabase()
  const { DATABASE_URL: _, ...rest } = process.env
  const env = {
    ...rest,
    STOA_PORT: String(port),
    STOA_DATA_DIR: dataDir,
    ...(database ? { DATABASE_URL: database.url } : {}),
  }
  const server = spawn(process.execPath, ['cli/bin.mjs', 'start'], { env })
  const stop = async () => {
    await end(server)
    await database?.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    const said = await heard(server, /Ready in/)
    const oneTimePassword = /One-time password\s+(\S+)/.exec(said)?.[1] ?? ''
    await addStaff(env)
    return { oneTimePassword, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Waits until a process has said something; answers all it said until then. */
function heard(child: ChildProcess, word: RegExp): Promise<string> {
  let said = ''
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Not ready in time:\n${said}`)), START_MS)
    const listen = (chunk: Buffer) => {
      said += chunk.toString()
      if (!word.test(said)) return
      clearTimeout(timer)
      resolve(said)
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${said}`)))
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await gone
}

async function addStaff(env: NodeJS.ProcessEnv): Promise<void> {
  const words = ['admin', 'create', '--email', STAFF.email, '--name', 'Staff', '--role', 'owner']
  const child = spawn(process.execPath, ['cli/bin.mjs', ...words, '--password-stdin'], { env })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stdin.end(STAFF.password)
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`No staff account could be made:\n${said}`)
}

/** An empty database on the server of TEST_DATABASE_URL, when there is one. */
async function ownDatabase(): Promise<{ url: string; drop: () => Promise<void> } | undefined> {
  const given = process.env['TEST_DATABASE_URL']
  if (!given) return undefined
  const name = `stoa_e2e_${randomBytes(4).toString('hex')}`
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: given })
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  await run(`create database ${name} template template0 encoding 'UTF8'`)
  const url = new URL(given)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run(`drop database if exists ${name} with (force)`) }
}
