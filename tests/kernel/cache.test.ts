import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import pg from 'pg'
import { pino } from 'pino'
import { Cache } from '../../core/db/cache.ts'
import { createDatabase, dropDatabase } from '../support/database.ts'

let url: string
let other: pg.Client
let cache: Cache
beforeAll(async () => {
  url = await createDatabase()
  other = new pg.Client({ connectionString: url })
  await other.connect()
})
afterAll(async () => {
  await other.end()
  await dropDatabase(url)
})
beforeEach(async () => {
  computeCount = 0
  cache = new Cache(url, pino({ level: 'silent' }))
  await cache.listen()
})
afterEach(async () => {
  vi.useRealTimers()
  await cache.close()
})

let computeCount = 0
const ask = (key = 'brands', depends = ['brand'], ttl = 60_000) => cache.get(key, depends, ttl, async () => ++computeCount)
const notify = (resources: string) => other.query("select pg_notify('stoa_changed', $1)", [resources])

describe('a cached value', () => {
  test('is reused for its key only, and computed once for concurrent requests', async () => {
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1])
    expect([await ask(), await ask('others'), await ask()]).toEqual([1, 2, 1])
  })

  test('is invalidated when one of its dependencies changes, and only then', async () => {
    await ask('both', ['brand', 'page'])
    cache.changed(['category'])
    expect(await ask('both', ['brand', 'page'])).toBe(1)
    cache.changed(['category', 'page'])
    expect(await ask('both', ['brand', 'page'])).toBe(2)
  })

  test('is invalidated by a change in another process', async () => {
    await ask()
    await notify('category,brandy')
    await notify('page')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await ask()).toBe(1)
    await notify('page,brand')
    await vi.waitFor(async () => expect(await ask()).toBe(2))
  })

  test('expires after its time to live', async () => {
    vi.useFakeTimers({ now: 1_000_000, toFake: ['Date'] })
    await ask('short', ['brand'], 500)
    vi.setSystemTime(1_000_499)
    expect(await ask('short', ['brand'], 500)).toBe(1)
    vi.setSystemTime(1_000_500)
    expect(await ask('short', ['brand'], 500)).toBe(2)
  })

  test('is not stored when a dependency changed during its computation', async () => {
    let finish: (value: number) => void = () => undefined
    const slow = cache.get('brands', ['brand'], 60_000, () => new Promise<number>((resolve) => (finish = resolve)))
    cache.changed(['brand'])
    expect(await ask()).toBe(1)
    finish(99)
    expect(await slow).toBe(99)
    expect(await ask()).toBe(1)
  })

  test('is evicted when there are too many, the least recently used first', async () => {
    await ask('menu')
    for (let n = 0; n < 7_500; n++) {
      await ask(`search ${n}`)
      if (n % 1_000 === 0) expect(await ask('menu')).toBe(1)
    }
    const before = computeCount
    await ask('search 7499')
    await ask('search 4000')
    expect(computeCount).toBe(before)
    await ask('search 0')
    expect(computeCount).toBe(before + 1)
  })

  test('is not stored on failure: the next request computes it again', async () => {
    const broken = cache.get('brands', ['brand'], 60_000, () => Promise.reject(new Error('away')))
    await expect(broken).rejects.toThrow('away')
    expect(await ask()).toBe(1)
  })

  test('is cleared with all others before the cache grows without limit', async () => {
    await ask('first')
    for (let i = 0; i < 5_001; i++) void cache.get(`key ${i}`, ['brand'], 60_000, async () => i)
    await ask('one more')
    expect(await ask('first')).toBeGreaterThan(1)
  })
})

describe('while change notifications are unavailable', () => {
  test('nothing is cached: neither before the connection is open nor after it is closed', async () => {
    const deaf = new Cache(url, pino({ level: 'silent' }))
    const get = () => deaf.get('brands', ['brand'], 60_000, async () => ++computeCount)
    expect([await get(), await get()]).toEqual([1, 2])
    await deaf.listen()
    expect([await get(), await get()]).toEqual([3, 3])
    await deaf.close()
    await vi.waitFor(async () => expect((await get()) === (await get())).toBe(false))
  })

  test('after a lost connection the cache is cleared, and it works again after the reconnect', async () => {
    await ask()
    // Connections of parallel tests belong to other databases.
    const ours = "from pg_stat_activity where application_name = 'stoa cache' and datname = current_database()"
    const lines = () => other.query(`select pid ${ours}`)
    await other.query(`select pg_terminate_backend(pid) ${ours}`)
    await vi.waitFor(async () => expect(await ask()).not.toBe(await ask()))
    await vi.waitFor(async () => expect((await lines()).rowCount).toBe(1), { timeout: 5_000 })
    await vi.waitFor(async () => expect(await ask()).toBe(await ask()), { timeout: 5_000 })
    await notify('brand')
    const value = await ask()
    await vi.waitFor(async () => expect(await ask()).toBeGreaterThanOrEqual(value))
  })

  test('without a database values are still computed, and the reason is logged', async () => {
    const warned: unknown[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void warned.push(JSON.parse(line)) })
    const lost = new Cache(url.replace(/\/[^/]*$/, '/no_such_database'), log)
    await lost.listen()
    expect(await lost.get('a', ['b'], 60_000, async () => 'answer')).toBe('answer')
    expect(warned).toMatchObject([{ msg: expect.stringContaining('answers are not cached') }])
    await lost.close()
  })
})

test('a listener is notified of every change, in this process and others', async () => {
  const notifications: string[] = []
  cache.onChange((resources) => notifications.push(`a ${resources.join()}`))
  cache.onChange((resources) => notifications.push(`b ${resources.join()}`))
  cache.changed(['brand', 'page'])
  expect(notifications.splice(0)).toEqual(['a brand,page', 'b brand,page'])
  await notify('role')
  await vi.waitFor(() => expect(notifications).toEqual(['a role', 'b role']))
})
