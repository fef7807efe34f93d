import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AppError, resetLimit, rateLimit, projectRoot, getNetwork, sql } from 'stoa'
import { idempotent } from '../../core/http/idempotent.ts'
import { sourcesIn } from '../count.ts'
import { type TestApp, testApp } from '../support/app.ts'

let it: TestApp
beforeAll(async () => {
  it = await testApp([])
})
afterAll(() => it.close())
beforeEach(async () => {
  await it.kernel.db.run(sql`delete from rate_limit`)
  await it.kernel.db.run(sql`delete from idempotency_key`)
})

const failure = (run: Promise<unknown>) =>
  run.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof AppError) return error
      throw error
    },
  )
const hits = (key: string) => it.kernel.db.one<{ hits: number }>(sql`select hits from rate_limit where key = ${key}`)
const turnBack = (key: string, by: string) =>
  it.kernel.db.run(sql`update rate_limit set expires_at = expires_at - ${by}::interval where key = ${key}`)

describe('a rate limit', () => {
  const three = { max: 3, seconds: 60 }
  const times = async (n: number, key = 'door') => {
    const refused: (AppError | undefined)[] = []
    for (let i = 0; i < n; i++) refused.push(await failure(rateLimit(it.kernel.db, key, three)))
    return refused
  }

  test('allows the maximum and returns the time to wait', async () => {
    const refused = await times(4)
    expect(refused.map(Boolean)).toEqual([false, false, false, true])
    expect(refused[3]).toMatchObject({ kind: { code: 'TOO_MANY', status: 429 }, messages: [{ key: 'core:error.too_many' }] })
    const wait = Number(refused[3]?.headers['retry-after'])
    expect(wait).toBeGreaterThan(55)
    expect(wait).toBeLessThanOrEqual(60)
    const worded = await failure(rateLimit(it.kernel.db, 'door', { ...three, message: 'core:error.too_frequent' }))
    expect(worded?.messages).toEqual([{ key: 'core:error.too_frequent' }])
  })

  test('starts again after its window, and not before, whatever is tried meanwhile', async () => {
    await times(4)
    await turnBack('door', '50 seconds')
    const [late] = await times(1)
    expect(Number(late?.headers['retry-after'])).toBeLessThanOrEqual(10)
    await turnBack('door', '20 seconds')
    expect((await times(4)).map(Boolean)).toEqual([false, false, false, true])
    await turnBack('door', '59.8 seconds')
    expect((await times(1))[0]?.headers).toEqual({ 'retry-after': '1' })
  })

  test('applies to its key only, and is reset for it only', async () => {
    await times(4)
    await times(4, 'window')
    await resetLimit(it.kernel.db, 'door')
    expect((await times(1))[0]).toBeUndefined()
    expect((await times(1, 'window'))[0]).toBeDefined()
  })

  test('counts concurrent calls one by one', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => failure(rateLimit(it.kernel.db, 'door', three))))
    expect(all.filter((refused) => refused === undefined)).toHaveLength(3)
    expect(await hits('door')).toEqual({ hits: 10 })
  })

  test('for cheap reads queries the database once per batch', async () => {
    const cheap = { max: 8, seconds: 60, step: 4 }
    const refused: boolean[] = []
    const hitCounts: number[] = []
    for (let i = 0; i < 12; i++) {
      refused.push((await failure(rateLimit(it.kernel.db, 'search', cheap))) !== undefined)
      // Other limits are counted in parallel.
      await rateLimit(it.kernel.db, `search of ${i % 2}`, cheap)
      hitCounts.push((await hits('search'))?.hits ?? 0)
    }
    expect(hitCounts).toEqual([0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12])
    expect(refused.indexOf(true)).toBe(11)
  })
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
  ['::1', '::/64'],
  ['unknown', 'unknown'],
])('the rate limit source of %s is %s', (address, source) => expect(getNetwork(address)).toBe(source))

describe('rate limits by IP address', () => {
  const guess = async (remoteAddress: string) =>
    (
      await it.app.http.inject({
        method: 'POST',
        url: '/api/admin/password/reset',
        payload: { token: 'a guess', password: 'a long password', password_confirmation: 'a long password' },
        remoteAddress,
      })
    ).statusCode

  test('count all IPv6 addresses of one network together', async () => {
    const answers: number[] = []
    for (let n = 1; n <= 21; n++) answers.push(await guess(`2001:db8:1:2::${n.toString(16)}`))
    expect(answers).toEqual([...Array.from({ length: 20 }, () => 422), 429])
    expect(await guess('2001:db8:1:3::1')).toBe(422)
  })

  test('use the network everywhere, also in the guide: no limit key contains a bare address', () => {
    const folders = ['core', 'plugins', 'docs'].map((folder) => join(projectRoot(), folder))
    const bare = folders
      .flatMap(sourcesIn)
      .filter((file) => /`[^`]*\$\{(ctx\.address|request\.ip|client|ip)\}/.test(readFileSync(file, 'utf8')))
    expect(bare).toEqual([])
  })
})

describe('an idempotent call', () => {
  let done = 0
  const call = (
    key: string | undefined,
    body: unknown = { a: 1 },
    { scope = 'order', run }: { scope?: string; run?: () => Promise<unknown> } = {},
  ) => it.kernel.transaction((tx) => idempotent(tx, scope, key, body, run ?? (async () => ({ n: ++done }))))
  beforeEach(() => void (done = 0))
  const KEY = 'key-12345'

  test('runs once, and repeats the first response', async () => {
    expect(await call(KEY)).toEqual({ n: 1 })
    expect(await call(KEY)).toEqual({ n: 1 })
    expect(done).toBe(1)
  })

  test('runs each time without a key', async () => {
    expect([await call(undefined), await call(undefined)]).toEqual([{ n: 1 }, { n: 2 }])
    expect(await it.kernel.db.rows(sql`select 1 from idempotency_key`)).toEqual([])
  })

  test('is refused with another body, and is another call with another scope or key', async () => {
    await call(KEY)
    expect(await failure(call(KEY, { a: 2 }))).toMatchObject({ kind: { code: 'KEY_REUSED', status: 422 } })
    expect(await call(KEY, { a: 1 }, { scope: 'refund 1' })).toEqual({ n: 2 })
    expect(await call(`${KEY}6`)).toEqual({ n: 3 })
    expect([await call(`${KEY}6`), await call(KEY)]).toEqual([{ n: 3 }, { n: 1 }])
  })

  test('leaves no trace when it failed, so it can be retried', async () => {
    await expect(call(KEY, { a: 1 }, { run: () => Promise.reject(new Error('no')) })).rejects.toThrow('no')
    expect(await call(KEY)).toEqual({ n: 1 })
  })

  test('runs once when sent concurrently: the second waits and gets the same response', async () => {
    const slow = async () => {
      const n = ++done
      await new Promise((resolve) => setTimeout(resolve, 60))
      return { n }
    }
    const answers = await Promise.all(Array.from({ length: 4 }, () => call(KEY, { a: 1 }, { run: slow })))
    expect(answers).toEqual(Array.from({ length: 4 }, () => ({ n: 1 })))
    expect(done).toBe(1)
  })

  test('nested in itself is refused', async () => {
    const nested = it.kernel.transaction((tx) => idempotent(tx, 'order', KEY, {}, () => idempotent(tx, 'order', KEY, {}, async () => 1)))
    expect(await failure(nested)).toMatchObject({ kind: { code: 'CONFLICT' } })
  })

  test.each(['short', 'with space', 'a'.repeat(101), 'quote-"12345', '', 'ключ-ключ'])(
    'with the key %j is refused by name',
    async (key) => {
      expect((await failure(call(key)))?.messages).toHaveProperty('Idempotency-Key')
      expect(done).toBe(0)
    },
  )
})
