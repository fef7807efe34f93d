import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sql } from '../../core/db/sql.ts'
import type { Tx } from '../../core/db/transaction.ts'
import { toAppError } from '../../core/http/error-response.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { type Server, startServer } from '../support/server.ts'

/** A lost database connection may fail one request, but never the process. */
let it: TestApp
let killer: pg.Client
beforeAll(async () => {
  it = await testApp(['content', 'sheets'])
  killer = new pg.Client({ connectionString: it.url, application_name: 'killer' })
  await killer.connect()
})
afterAll(async () => {
  await killer.end()
  await it.close()
})

const kill = async (pid?: number) =>
  (
    await killer.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and ($1::int is null or pid = $1)`,
      [pid ?? null],
    )
  ).rowCount ?? 0
const getBackendPid = async (tx: Tx) => (await tx.one<{ pid: number }>(sql`select pg_backend_pid() as pid`))?.pid ?? 0

/** Points of a transaction at which the connection is lost. */
const moments: Record<string, (tx: Tx) => Promise<unknown>> = {
  'while a statement runs': async (tx) => {
    const pid = await getBackendPid(tx)
    setTimeout(() => void kill(pid), 50)
    await tx.one(sql`select pg_sleep(5)`)
  },
  'between two statements': async (tx) => {
    await kill(await getBackendPid(tx))
    await sleep(50)
    await tx.one(sql`select 1 as one`)
  },
  'before the commit': async (tx) => {
    await kill(await getBackendPid(tx))
    await sleep(50)
  },
  'right before the next statement': async (tx) => {
    await kill(await getBackendPid(tx))
    await tx.one(sql`select 1 as one`)
  },
  'with statements on their way that nobody waits for yet': async (tx) => {
    const pid = await getBackendPid(tx)
    const [first, second, third] = [tx.one(sql`select pg_sleep(5)`), tx.one(sql`select 1 as one`), tx.rows(sql`select 2 as two`)]
    setTimeout(() => void kill(pid), 50)
    await first
    await second
    await third
  },
  'inside a savepoint': async (tx) => {
    await tx.savepoint(async () => {
      await kill(await getBackendPid(tx))
      await sleep(50)
      await tx.one(sql`select 1 as one`)
    })
  },
}

describe('a lost connection', () => {
  test.each(Object.entries(moments))('%s makes the call fail as retryable, and the next one works', async (_, moment) => {
    const failure = await it.kernel.transaction(moment).then(
      () => undefined,
      (error: unknown) => toAppError(error),
    )
    expect(failure?.kind.code).toBe('UNAVAILABLE')
    await vi.waitFor(async () => expect(await it.kernel.transaction((tx) => tx.one(sql`select 1 as one`))).toEqual({ one: 1 }), 3_000)
  })

  test('after an idle transaction timeout is reported as retryable too', () => {
    expect(toAppError(Object.assign(new Error('terminating connection'), { code: '25P03' })).kind.code).toBe('UNAVAILABLE')
  })
})

describe('a server whose connections are killed repeatedly', () => {
  let server: Server
  let dir: string
  const ended: (number | string | null)[] = []
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'stoa-killed-'))
    server = await startServer(it.url, dir)
    server.child.once('exit', (code, signal) => ended.push(signal ?? code))
  }, 120_000)
  afterAll(() => {
    server.child.kill('SIGKILL')
    rmSync(dir, { recursive: true, force: true })
  })

  test('answers some requests with 503, loses no others, and continues', async () => {
    await vi.waitFor(async () => {
      await it.staff('owner')
    }, 5_000)
    const login = await fetch(`${server.url}/api/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'staff1@shop.test', password: 'a long password' }),
    })
    const { token } = (await login.json()) as { token: string }
    const call = (method: string, path: string, body?: object) =>
      fetch(`${server.url}/api/admin/${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
    const made = (await (await call('POST', 'role', { name: 'changing', permission_list: [] })).json()) as { id: number }
    await it.kernel.db
      .run(sql`insert into page (url, title, enabled)
      select 'page-' || n, jsonb_build_object('en-US', 'Page ' || n), true from generate_series(1, 3000) n`)
      .catch(() => undefined)
    const statusCounts = new Map<number, number>()
    const broken: string[] = []
    const until = Date.now() + 6_000
    const busy = async (work: (i: number) => Promise<Response>) => {
      for (let i = 0; Date.now() < until; i++) {
        // A lost connection may interrupt the body of a download.
        const status = await work(i).then(
          async (r) => {
            const body = await r.text().catch(() => '')
            if (r.status === 500) broken.push(`${r.url}: ${body}`)
            return r.status
          },
          () => 0,
        )
        statusCounts.set(status, (statusCounts.get(status) ?? 0) + 1)
      }
    }
    const killing = (async () => {
      let killed = 0
      while (Date.now() < until) {
        killed += await kill()
        await sleep(20 + Math.random() * 60)
      }
      return killed
    })()
    await Promise.all([
      ...Array.from({ length: 4 }, (_, w) =>
        busy((i) => call('PUT', `role/${made.id}`, { name: `changing ${w} ${i}`, permission_list: i % 2 ? ['get role'] : [] })),
      ),
      busy((i) => call('POST', 'role', { name: `made ${i}`, permission_list: [] })),
      busy(() => call('GET', 'role?limit=100')),
      busy(() => call('GET', 'page/export?format=csv')),
    ])
    expect(await killing).toBeGreaterThan(20)
    expect(ended).toEqual([])
    expect(broken).toEqual([])
    expect((statusCounts.get(200) ?? 0) + (statusCounts.get(201) ?? 0)).toBeGreaterThan(0)
    expect(statusCounts.get(503) ?? 0).toBeGreaterThan(0)
    await vi.waitFor(async () => expect((await call('GET', 'role')).status).toBe(200), 5_000)
    expect((await call('PUT', `role/${made.id}`, { name: 'changed' })).status).toBe(200)
    // The listener for changes by other processes reconnects too.
    await vi.waitFor(
      async () =>
        expect(
          (await killer.query(`select 1 from pg_stat_activity where application_name = 'stoa cache' and datname = current_database()`))
            .rowCount,
        ).toBeGreaterThan(1),
      5_000,
    )
  }, 60_000)
})
