import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { pino } from 'pino'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { Writable } from 'node:stream'
import { definePlugin, f, route, sql, t } from 'stoa'
import { id, literal, likeText } from '../../core/db/sql.ts'
import { prepareStatement } from '../../core/db/prepared-statement.ts'
import { instant } from '../../core/db/pool.ts'
import { createLogOptions, createServerOptions } from '../../core/http/log.ts'
import { filterByShape } from '../../core/http/filter-by-shape.ts'
import { type TestApp, testApp } from '../support/app.ts'

const shop = definePlugin({
  id: 'shop',
  storeRoutes: [
    route({
      on: 'GET /wide',
      id: 'shop.wide',
      summary: 'Wide',
      access: 'public',
      response: t.object({ text: t.text() }),
      run: () => ({ text: 'x'.repeat(5_000) }),
    }),
    route({
      on: 'GET /broken',
      id: 'shop.broken',
      summary: 'Broken',
      access: 'public',
      response: t.any(),
      run: () => Promise.reject(new Error('a secret detail')),
    }),
    route({
      on: 'GET /wrong',
      id: 'shop.wrong',
      summary: 'Wrong',
      access: 'public',
      response: t.any(),
      run: () => ({ messages: ['done'] }),
    }),
    route({
      on: 'POST /echo',
      id: 'shop.echo',
      summary: 'Echo',
      access: 'public',
      body: { n: f.int() },
      response: t.object({ n: t.int() }),
      run: ({ body }) => body,
    }),
  ],
})
let it: TestApp
beforeAll(async () => {
  it = await testApp([], { extra: [shop], env: { STOA_CORS_ORIGINS: 'https://app.test' } })
})
afterAll(() => it.close())
const get = (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  it.app.http.inject({ url, headers, remoteAddress })

describe('every response', () => {
  test('of the API is inert in browsers and not cached', async () => {
    const { headers } = await get('/api/wide')
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'permissions-policy': expect.stringContaining('geolocation=()') as string,
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'strict-origin-when-cross-origin',
    })
    expect(headers).not.toHaveProperty('strict-transport-security')
    const secure = await testApp([], { env: { STOA_URL: 'https://shop.test' } })
    expect((await secure.guest.get('/health/live')).headers['strict-transport-security']).toContain('max-age=31536000')
    await secure.close()
  })

  test("has a request id, the client's own when it is valid", async () => {
    expect((await get('/health/live', { 'x-request-id': 'trace-1234' })).headers['x-request-id']).toBe('trace-1234')
    for (const wrong of ['short', 'a b c d e f g', 'x'.repeat(65), 'inject;12345678'])
      expect((await get('/health/live', { 'x-request-id': wrong })).headers['x-request-id'], wrong).toMatch(/^[\da-f]{8}-/)
  })

  test('is compressed when it is long and the client accepts it', async () => {
    expect((await get('/api/wide', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip')
    expect((await get('/api/wide')).headers['content-encoding']).toBeUndefined()
    expect((await get('/health/live', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBeUndefined()
  })

  test('is readable by pages of the allowed origins, without cookies, and by no others', async () => {
    const { headers } = await get('/api/wide', { origin: 'https://app.test' })
    expect(headers['access-control-allow-origin']).toBe('https://app.test')
    expect(headers['access-control-allow-credentials']).toBeUndefined()
    expect((await get('/api/wide', { origin: 'https://evil.test' })).headers['access-control-allow-origin']).toBeUndefined()
  })

  test('with an error has one shape and reveals no details', async () => {
    const broken = await get('/api/broken')
    expect([broken.statusCode, broken.json()]).toEqual([500, { code: 'INTERNAL', messages: [expect.any(String)] }])
    expect(broken.body).not.toContain('secret detail')
    for (const url of ['/api/nowhere', '/nowhere', '/api/admin/nowhere', '/api/wide/more'])
      expect((await get(url)).json(), url).toEqual({ code: 'NOT_FOUND', messages: [expect.any(String)] })
    expect((await get('/api/wide', { cookie: 'language=zh-HK' })).statusCode).toBe(200)
    expect((await get('/api/nowhere', { cookie: 'language=zh-HK' })).json().messages[0]).toMatch(/\p{Script=Han}/u)
  })

  test('with a success status but the shape of an error becomes a server error', async () => {
    expect((await get('/api/wrong')).statusCode).toBe(500)
  })

  test('to an invalid body is a bad request, to an empty one the missing fields', async () => {
    const post = async (payload: string, type = 'application/json') =>
      (await it.app.http.inject({ method: 'POST', url: '/api/echo', payload, headers: { 'content-type': type } })).statusCode
    for (const body of ['{', '[]', '"x"', '5', '{"toString": 1}', `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`])
      expect(await post(body), body).toBe(400)
    expect(await post('{"__proto__": {"n": 1}}')).toBe(400)
    expect(await post('')).toBe(422)
    expect(await post('null')).toBe(422)
    expect(await post('{"n": 5}')).toBe(200)
    expect(await post('n=5', 'text/plain')).toBe(400)
    expect(await post(`{"n": 5, "x": "${'y'.repeat(1_100_000)}"}`)).toBe(413)
  })
})

test.each([
  ['adminRoutes', 'GET /api/admin/unsaid', '"needs" or "open"'],
  ['storeRoutes', 'GET /api/unsaid', '"access"'],
] as const)('a route of %s without declared access stops the start', async (where, address, advice) => {
  const unsaid = { on: 'GET /unsaid', id: 'open.unsaid', summary: 'Unsaid', answer: t.any(), run: () => ({}) } as const
  const open = definePlugin({ id: 'open', [where]: [route(unsaid as never)] })
  await expect(testApp([], { extra: [open] })).rejects.toThrow(`Route ${address} says neither who may call it: give its config ${advice}`)
})

describe('operators see', () => {
  test('that readiness fails while the data folder is not writable', async () => {
    const { dataDir } = it.kernel.config
    const aside = `${dataDir}-aside`
    mkdirSync(dataDir, { recursive: true })
    renameSync(dataDir, aside)
    writeFileSync(dataDir, 'a file where the folder was')
    try {
      await vi.waitFor(
        async () => expect((await get('/health/ready')).json()).toEqual({ status: 'unavailable', failed: ['data folder'] }),
        3_000,
      )
    } finally {
      rmSync(dataDir)
      renameSync(aside, dataDir)
    }
    await vi.waitFor(async () => expect((await get('/health/ready')).statusCode).toBe(200), 3_000)
  })

  test('liveness and readiness; while draining it is alive, not ready, and closes connections', async () => {
    expect((await get('/health/live')).json()).toEqual({ status: 'ok' })
    expect((await get('/health/ready')).json()).toEqual({ status: 'ok', failed: [] })
    it.app.http.draining.now = true
    const ready = await get('/health/ready')
    expect([ready.statusCode, ready.json(), ready.headers.connection]).toEqual([
      503,
      { status: 'unavailable', failed: ['draining'] },
      'close',
    ])
    expect((await get('/health/live')).statusCode).toBe(200)
    it.app.http.draining.now = false
    expect((await get('/health/live')).headers.connection).not.toBe('close')
  })

  test('a database check at most once a second, with a failure reported by name', async () => {
    const runSpy = vi.spyOn(it.kernel.db, 'run')
    vi.useFakeTimers({ now: Date.now() + 5_000, toFake: ['Date'] })
    try {
      for (let i = 0; i < 5; i++) expect((await get('/health/ready')).statusCode).toBe(200)
      expect(runSpy).toHaveBeenCalledTimes(1)
      runSpy.mockRejectedValue(new Error('away'))
      vi.setSystemTime(Date.now() + 1_001)
      expect((await get('/health/ready')).json()).toEqual({ status: 'unavailable', failed: ['database'] })
    } finally {
      vi.useRealTimers()
      runSpy.mockRestore()
    }
  })

  test('metrics, from this machine or with the token only', async () => {
    await it.kernel.db.run(sql`select graphile_worker.add_job('nobody/does', '{}')`)
    const { statusCode, body } = await get('/metrics')
    expect(statusCode).toBe(200)
    for (const name of [
      'http_request_duration_seconds_bucket',
      'db_pool_in_use ',
      'db_pool_waiting 0',
      'jobs_due 1',
      'jobs_failed 0',
      'process_cpu',
    ])
      expect(body).toContain(name)
    await it.kernel.db.run(sql`update graphile_worker._private_jobs set attempts = max_attempts`)
    const later = (await get('/metrics')).body
    for (const name of ['jobs_due 0', 'jobs_failed 1', 'route="/api/wide"', 'route="unknown"']) expect(later).toContain(name)
    expect((await get('/metrics', {}, '203.0.113.9')).statusCode).toBe(403)
    expect((await get('/metrics', {}, '::1')).statusCode).toBe(200)
    // A proxy on this machine forwards a request of a remote client.
    expect((await get('/metrics', { 'x-forwarded-for': '203.0.113.9' })).statusCode).toBe(403)
    const keyed = await testApp([], { env: { STOA_METRICS_TOKEN: 'a token for figures' } })
    const ask = async (authorization?: string) =>
      (await keyed.app.http.inject({ url: '/metrics', ...(authorization ? { headers: { authorization } } : {}) })).statusCode
    expect(await ask()).toBe(403)
    for (const wrong of ['Bearer ', 'Bearer a token for figurez', 'Bearer a token for figures!', 'Bearer a token'])
      expect(await ask(wrong), wrong).toBe(403)
    expect(await ask('Bearer a token for figures')).toBe(200)
    await keyed.close()
  })

  test('the failed route and its error in the log, and no user input', async () => {
    const lines: string[] = []
    const log = pino(
      createLogOptions({ ...it.kernel.config, logLevel: 'info' }),
      new Writable({ write: (line: Buffer, _e, done) => (lines.push(String(line)), done()) }),
    )
    const req = {
      method: 'POST',
      ip: '203.0.113.9',
      url: '/api/x/5?token=abc',
      routeOptions: { url: '/api/x/:id' },
      headers: { cookie: 'abc' },
      body: { card: 'abc' },
    }
    log.warn(
      {
        req,
        res: { statusCode: 500, headers: 'abc' },
        err: Object.assign(new Error('no'), { code: 'X1', parameters: ['abc'], detail: 'abc' }),
      },
      'failed',
    )
    log.debug('not told')
    expect(lines).toHaveLength(1)
    expect(lines[0]).not.toContain('abc')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'warn',
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      req: { method: 'POST', route: '/api/x/:id', address: '203.0.113.9' },
      res: { status: 500 },
      err: { type: 'Error', code: 'X1', message: 'no', stack: expect.any(String) },
      msg: 'failed',
    })
    expect(createServerOptions({ ...it.kernel.config, trustProxy: [] }).trustProxy).toBe(false)
    expect(createServerOptions({ ...it.kernel.config, trustProxy: ['loopback'] }).trustProxy).toEqual(['loopback'])
  })
})

describe('an SQL statement', () => {
  test('accepts only valid names of tables and columns', () => {
    expect(id('order_line_2').sql).toBe('"order_line_2"')
    for (const wrong of ['Order', '2a', 'a-b', 'a"b', 'a b', '', 'a;', 'größe'])
      expect(() => id(wrong), wrong).toThrow(`"${wrong}" is no database name`)
    expect(literal("it's").sql).toBe("'it''s'")
    expect(likeText('50%_\\')).toBe('50\\%\\_\\\\')
  })

  test('is built once per language, with one name each', () => {
    let built = 0
    const hot = prepareStatement('hot', (_ctx, a: unknown, b: unknown) => {
      built++
      return sql`select ${b} as b, ${'fixed'} as f, ${a} as a`
    })
    const made = [hot(it.ctx, 1, 2), hot(it.ctx, 3, 4), hot({ ...it.ctx, language: 'zh-HK' }, 5, undefined)]
    expect(made.map((s) => s.values)).toEqual([
      [2, 'fixed', 1],
      [4, 'fixed', 3],
      [undefined, 'fixed', 5],
    ])
    expect(built).toBe(2)
    expect(new Set(made.map((s) => s.name)).size).toBe(2)
  })

  test('returns timestamps as ISO 8601 in UTC', async () => {
    expect(instant('2026-11-21 17:32:59.837523+00')).toBe('2026-11-21T17:32:59.837Z')
    expect(instant('2026-11-21 17:32:59.8+00')).toBe('2026-11-21T17:32:59.800Z')
    expect(instant('2026-11-21 17:32:59+00')).toBe('2026-11-21T17:32:59.000Z')
    expect(instant('2026-11-21T17:32:59+08:00')).toBe('2026-11-21T09:32:59.000Z')
    expect(
      await it.kernel.db.one(sql`select '2026-11-21 17:32:59+08'::timestamptz as at, '2026-11-21'::date as day, 5::bigint as n`),
    ).toEqual({
      at: '2026-11-21T09:32:59.000Z',
      day: '2026-11-21',
      n: 5,
    })
  })
})

test('a response is reduced to its declared shape at any depth, and one that does not match is an error', () => {
  const shape = t.object({ id: t.int(), lines: t.list(t.object({ sku: t.text() })), note: t.maybe(t.text()) })
  const row = { id: 1, secret: 'x', note: null, lines: [{ sku: 'A', cost: 5 }] }
  expect(filterByShape(shape, row)).toEqual({ id: 1, note: null, lines: [{ sku: 'A' }] })
  expect(() => filterByShape(shape, { id: 1, lines: [{ sku: 5 }], note: null } as never)).toThrow(/it\/lines\/0\/sku must be string/)
  expect(() => filterByShape(shape, { id: 1, lines: [] } as never)).toThrow(/note/)
})
