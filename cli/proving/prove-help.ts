import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { makeNode, type Node, runStoa } from './node.ts'

type Json = Record<string, unknown>

/** Sentence in the help of every `stoa prove` command. */
export const OWN_DATABASE_HELP = 'Works on a database of its own beside the configured one, and removes it again.'

/** The product on a temporary database, run by several processes. */
export interface ProductUnderTest {
  nodes: readonly Node[]
  /** Reads from the database, to check invariants. */
  rows<T>(query: string, values?: unknown[]): Promise<T[]>
  /** Posts to a path of the admin API with all permissions, such as a resource to create a row, at a process; at the first when absent. */
  make(path: string, input: Json, node?: Node): Promise<Json & { id: number }>
}

/**
 * Starts the product in `count` processes on a temporary database of the server `server`, and always removes it afterwards. Other
 * databases of the server are not touched.
 */
export async function withProduct<T>(server: string, count: number, run: (product: ProductUnderTest) => Promise<T>): Promise<T> {
  const name = `stoa_prove_${randomBytes(4).toString('hex')}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`create database ${name} template template0 encoding 'UTF8'`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const home = mkdtempSync(join(tmpdir(), 'stoa-prove-'))
  const env = { DATABASE_URL: url.href, STOA_DATA_DIR: home, STOA_TRUST_PROXY: 'loopback', STOA_POOL: '12' }
  const first = await makeNode(env)
  const nodes = [first, ...(await Promise.all(Array.from({ length: count - 1 }, () => makeNode(env))))]
  const inspectionPool = new pg.Pool({ connectionString: url.href, max: 4 })
  // Connections end when the database is dropped; this is expected.
  inspectionPool.on('error', () => undefined)
  try {
    const password = randomBytes(12).toString('base64url')
    await runStoa(['migrate', 'up'], env)
    await runStoa(['admin', 'create', '--email', 'owner@prove.test', '--role', 'owner', '--password-stdin'], env, password)
    await Promise.all(nodes.map((node) => node.start()))
    const token = await signIn(first, password)
    const product: ProductUnderTest = {
      nodes,
      rows: async <T>(query: string, values: unknown[] = []) => (await inspectionPool.query(query, values)).rows as T[],
      make: (path, input, node = first) => post(`${node.url}/api/admin/${path}`, input, { authorization: `Bearer ${token}` }),
    }
    return await run(product)
  } finally {
    await Promise.all(nodes.map((node) => node.kill()))
    await inspectionPool.end()
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
    rmSync(home, { recursive: true, force: true })
  }
}

async function signIn(node: Node, password: string): Promise<string> {
  const answer = await post<{ token: string }>(`${node.url}/api/admin/login`, { email: 'owner@prove.test', password })
  return answer.token
}

/** An error response, as opposed to a lost connection. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, body: Json) {
    super(`${status} ${JSON.stringify(body)}`)
    this.status = status
    this.code = String(body.code ?? '')
  }
}

async function send<T>(method: 'POST' | 'PUT', url: string, body: unknown, headers: Record<string, string>): Promise<T> {
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  })
  const parsed = (await answer.json()) as Json
  if (!answer.ok) throw new Refused(answer.status, parsed)
  return parsed as T
}

/** Posts JSON. @throws Refused for an error response, other errors when there was no response. */
export const post = <T = Json & { id: number }>(url: string, body: unknown, headers: Record<string, string> = {}): Promise<T> =>
  send<T>('POST', url, body, headers)

/** Puts JSON. @throws as `post` */
export const put = <T = Json>(url: string, body: unknown, headers: Record<string, string> = {}): Promise<T> =>
  send<T>('PUT', url, body, headers)
