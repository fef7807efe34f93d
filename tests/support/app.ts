import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import { hash as argon } from '@node-rs/argon2'
import { pino } from 'pino'
import { type App, createApp } from '../../core/app.ts'
import type { UnnamedListener } from '../../core/http/response-filter.ts'
import { prepareDatabase } from '../../cli/start/boot.ts'
import { docsSite } from '../../cli/docs-site.ts'
import { readConfig } from '../../cli/start/config.ts'
import { watchers } from '../../cli/start/request-monitors.ts'
import { type Ctx, systemCtx } from '../../core/context.ts'
import { sql } from '../../core/db/sql.ts'
import { runDueJobs } from '../../cli/work/worker.ts'
import { createKernel, type OwnedKernel } from '../../core/kernel/create-kernel.ts'
import { listedPlugins, loadPlugins } from '../../cli/start/load.ts'
import type { LoadedPlugin } from '../../core/plugin/define.ts'
import type { Plugin } from '../../core/plugin/define.ts'
import { answerCheck } from './check-responses.ts'
import { createDatabase, dropDatabase, templateDatabase } from './database.ts'

/** Example plugins that no shop loads; tests start them by name like all others. */
export const EXAMPLES = 'docs/examples'

/** A parsed response of the API. */
export interface Answer {
  status: number
  body: any
  headers: Record<string, unknown>
  raw: LightMyRequestResponse
}

/** A client of the API. */
export interface Client {
  get(url: string): Promise<Answer>
  post(url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  put(url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  delete(url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

/** The product with a database of its own. */
export interface TestApp {
  app: App
  kernel: OwnedKernel
  ctx: Ctx
  url: string
  guest: Client
  /** A member of staff with exactly these permissions, or with those of a preset; `'owner'` has all. */
  staff(permissions: readonly string[] | 'owner' | `${string}.${string}`): Promise<Client>
  /** A client with this session token. */
  as(token: string): Client
  /** Runs queued jobs. */
  jobs(): Promise<void>
  /** Runs a schedule of a plugin immediately, such as `sales/expire`. */
  clock(name: string): Promise<void>
  close(): Promise<void>
}

export interface TestAppOptions {
  /** Plugins of the test, in addition to the named ones. `tables` contains their tables. */
  extra?: readonly Plugin[]
  /** Folder with the messages of those plugins; without it, they have none. */
  home?: string
  tables?: string
  env?: Record<string, string>
  /** Called with response properties that no shape declares; without it, they fail the test. */
  unnamed?: UnnamedListener
  /** A prepared database to use instead of a clone. */
  url?: string
}

/**
 * Starts the product with the named plugins and their requirements (all listed plugins if none are named) on a clone of a migrated
 * template database.
 */
export async function testApp(names?: readonly string[], options: TestAppOptions = {}): Promise<TestApp> {
  const plugins = await withRequired(names ?? listedPlugins([]))
  // PostgreSQL truncates names to 63 bytes, so the list is hashed.
  const key = createHash('sha1')
    .update(plugins.map((p) => p.plugin.id).join())
    .digest('hex')
    .slice(0, 12)
  const url =
    options.url ??
    (await createDatabase({
      template: await templateDatabase(key, async (target) => {
        await prepareDatabase(target, plugins)
      }),
    }))
  const dataDir = mkdtempSync(join(tmpdir(), 'stoa-test-'))
  const config = readConfig({
    DATABASE_URL: url,
    STOA_DATA_DIR: dataDir,
    STOA_LOG: 'silent',
    STOA_POOL: '8',
    STOA_OUTGOING: 'any',
    ...options.env,
  })
  const extra: LoadedPlugin[] = (options.extra ?? []).map((plugin) => ({
    plugin,
    dir: dataDir,
    home: options.home ?? join(import.meta.dirname, 'texts'),
  }))
  const kernel = await createKernel({ config, databaseUrl: url, plugins: [...plugins, ...extra], log: pino({ level: config.logLevel }) })
  refuseSecondConnection(kernel)
  if (options.tables) await kernel.db.pool.query(options.tables)
  const unnamed: string[] = []
  const app = await createApp(kernel, [docsSite], watchers, options.unnamed ?? ((path) => unnamed.push(path)))
  let staffCount = 0
  const check = answerCheck({ app, unnamed, ...(options.extra ? {} : { made: key }) })
  const client = (token?: string) => createClient(app, check, token)
  return {
    app,
    kernel,
    url,
    ctx: systemCtx(kernel, 'test'),
    guest: client(),
    as: client,
    async staff(permissions) {
      const n = ++staffCount
      const role = await kernel.db.one<{ id: number }>(sql`insert into role (name, superuser, permission_list)
        values (${`role ${n}`}, ${permissions === 'owner'}, ${heldBy(kernel, permissions)}) returning id`)
      await kernel.db.run(sql`insert into account (name, email, password_hash, role_id)
        values (${`Staff ${n}`}, ${`staff${n}@shop.test`}, ${await passwordHash()}, ${role?.id})`)
      const login = await client().post('/api/admin/login', { email: `staff${n}@shop.test`, password: 'a long password' })
      return client(login.body.token)
    },
    jobs: () => runDueJobs(kernel),
    clock: async (name) => {
      const found = kernel.registry.plugins.flatMap(({ jobs = [] }) => jobs).find((job) => job.name === name)
      if (!found) throw new Error(`no plugin has the job "${name}"`)
      await found.run({}, systemCtx(kernel, name))
    },
    async close() {
      await app.http.close()
      await kernel.close()
      await dropDatabase(url)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The permissions of a list or a preset. The owner needs none. */
function heldBy({ registry }: OwnedKernel, named: readonly string[] | string): string[] {
  if (named === 'owner') return []
  const list = typeof named === 'string' ? registry.presets.get(named) : named
  if (!list) throw new Error(`no plugin has the preset "${String(named)}"`)
  return [...list]
}

const openTransaction = new AsyncLocalStorage<boolean>()

/**
 * Makes using the pool during an open transaction an error. Such code works as long as connections are available, but if every
 * connection is in a transaction that waits for another connection, the pool is deadlocked.
 */
function refuseSecondConnection(kernel: OwnedKernel): void {
  const guard = (name: 'rows' | 'one' | 'run' | 'transaction', target: Record<string, any>) => {
    const plain = target[name].bind(target)
    target[name] = (...args: unknown[]) => {
      if (openTransaction.getStore())
        throw new Error(`kernel.${name} inside a transaction waits for a second connection: ${JSON.stringify(args[0])}`)
      return name === 'transaction' ? openTransaction.run(true, () => plain(...args)) : plain(...args)
    }
  }
  for (const name of ['rows', 'one', 'run'] as const) guard(name, kernel.db as never)
  guard('transaction', kernel as never)
}

let hash: Promise<string> | undefined
/** The cheapest possible hash: most tests are not about sign-in, and a hash includes its cost parameters. */
const passwordHash = () => (hash ??= argon('a long password', { memoryCost: 8, timeCost: 1, parallelism: 1 }))

async function withRequired(names: readonly string[]): Promise<LoadedPlugin[]> {
  const requiredNames = new Set(names)
  // A test may name a plugin that is not in the list.
  const all = await loadPlugins([...new Set([...listedPlugins([]), ...names])], ['plugins', EXAMPLES])
  const add = (id: string): void => {
    for (const needed of all.find((p) => p.plugin.id === id)?.plugin.requires ?? [])
      if (!requiredNames.has(needed)) {
        requiredNames.add(needed)
        add(needed)
      }
  }
  for (const id of [...requiredNames]) add(id)
  return all.filter((p) => requiredNames.has(p.plugin.id))
}

function createClient(app: App, check: ReturnType<typeof answerCheck>, token?: string): Client {
  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const raw = await app.http.inject({
      method,
      url,
      headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    const json = /^application\/json\b/.test(String(raw.headers['content-type'] ?? ''))
    const answer = { status: raw.statusCode, body: json ? raw.json() : raw.body, headers: raw.headers, raw }
    check(method, url, answer.status, answer.body)
    return answer
  }
  return {
    get: (url) => call('GET', url),
    post: (url, body, headers) => call('POST', url, body, headers),
    put: (url, body, headers) => call('PUT', url, body, headers),
    delete: (url, body, headers) => call('DELETE', url, body, headers),
  }
}
