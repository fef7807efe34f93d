import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Database } from '../../core/db/pool.ts'
import { sql } from '../../core/db/sql.ts'
import { quick } from '../../core/db/statement.ts'
import { createDatabase, dropDatabase } from '../support/database.ts'

/** Quick reads share a few connections: together in time, never with each other's answers. */
let db: Database
let url: string
let other: pg.Client
beforeAll(async () => {
  url = await createDatabase()
  db = new Database({ url, max: 2, statementTimeout: 300 })
  other = new pg.Client({ connectionString: url, application_name: 'other' })
  await other.connect()
})
afterAll(async () => {
  await db.close()
  await other.end()
  await dropDatabase(url)
})

const me = () => db.one<{ pid: number }>(quick(sql`select pg_backend_pid() as pid`, 'me')).then((row) => row?.pid)
const same = (n: number) => db.one<{ n: number }>(quick(sql`select ${n}::int as n`, 'same')).then((row) => row?.n)
const nap = (seconds: number) => db.one(quick(sql`select pg_sleep(${seconds})`, 'nap'))
/** The connections of the moment that are shared. */
const shared = () =>
  vi.waitFor(async () => {
    const asked = new Set(await Promise.all(Array.from({ length: 20 }, me)))
    expect(asked.size).toBe(2)
    return asked
  })

describe('quick reads', () => {
  test('share two connections, and each gets its own answer', async () => {
    await shared()
    const numbers = Array.from({ length: 60 }, (_, n) => n)
    expect(await Promise.all(numbers.map(same))).toEqual(numbers)
    expect((await shared()).size).toBe(2)
  })

  test('beyond what the shared connections take go to the pool', async () => {
    await shared()
    const asked = await Promise.all(Array.from({ length: 80 }, me))
    expect(new Set(asked).size).toBeGreaterThan(2)
  })

  test('that fail leave those beside them alone', async () => {
    await shared()
    const wrong = () => db.one(quick(sql`select 1 / ${0}::int`, 'wrong'))
    const all = await Promise.allSettled([same(1), wrong(), same(2), wrong(), same(3)])
    expect(all.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as { code: string }).code))).toEqual([
      1,
      '22012',
      2,
      '22012',
      3,
    ])
  })

  test('that take too long end by themselves, and are not asked again', async () => {
    await shared()
    await expect(nap(5)).rejects.toMatchObject({ code: '57014' })
    expect(await same(4)).toBe(4)
  })

  test('whose connection is lost on their way are asked again', async () => {
    const pids = [...(await shared())]
    const waiting = Promise.all([nap(0.2), nap(0.2), same(5), same(6)])
    await other.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [pids])
    expect((await waiting).slice(2)).toEqual([5, 6])
    const after = await shared()
    for (const pid of pids) expect(after).not.toContain(pid)
  })
})
