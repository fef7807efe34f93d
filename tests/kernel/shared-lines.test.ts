import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Database } from '../../core/db/pool.ts'
import { sql } from '../../core/db/sql.ts'
import { quick } from '../../core/db/statement.ts'
import { createDatabase, dropDatabase } from '../support/database.ts'

/** Quick statements share a few connections: together in time, never with each other's answers. */
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

describe('quick writes', () => {
  const note = (n: number) =>
    db.one<{ pid: number }>({ ...quick(sql`insert into note values (${n}) returning pg_backend_pid() as pid`, 'note'), quick: 'write' })
  const noted = async () => (await db.rows<{ n: number }>(sql`select n from note order by n`)).map(({ n }) => n)
  const onLines = () =>
    vi.waitFor(async () => {
      await db.run(sql`truncate note`)
      const pids = new Set((await Promise.all(Array.from({ length: 20 }, (_, n) => note(n)))).map((row) => row?.pid))
      expect(pids.size).toBe(2)
      await db.run(sql`truncate note`)
      return [...pids]
    })

  beforeAll(() => db.run(sql`create table note (n int unique)`))

  test('share connections of their own, and each is there once it is answered, for everybody', async () => {
    const lines = await onLines()
    for (const pid of await shared()) expect(lines).not.toContain(pid)
    await note(1)
    expect((await other.query('select n from note')).rows).toEqual([{ n: 1 }])
    await expect(note(1)).rejects.toMatchObject({ code: '23505' })
    expect(await noted()).toEqual([1])
  })

  test('do not stand in the way of others when somebody holds what they need', async () => {
    await onLines()
    await other.query('begin')
    await other.query('insert into note values (2)')
    const waiting = note(2)
    await note(3)
    await other.query('rollback')
    expect((await waiting)?.pid).toBeGreaterThan(0)
    expect(await noted()).toEqual([2, 3])
  })

  test('that waited for a lock for too long leave the line to others and wait in the pool', async () => {
    const patient = new Database({ url, max: 2, statementTimeout: 5_000 })
    const noteIn = (n: number) => patient.run({ ...quick(sql`insert into note values (${n})`, 'note'), quick: 'write' })
    await db.run(sql`truncate note`)
    for (let n = 10; n < 14; n++) await noteIn(n)
    await other.query('begin')
    await other.query('insert into note values (6)')
    const waiting = noteIn(6)
    await new Promise((resolve) => setTimeout(resolve, 900))
    const waits = await other.query(`select query from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
    await other.query('rollback')
    expect(waits.rowCount).toBe(1)
    expect(await waiting).toBe(1)
    await patient.close()
  })

  test('of which nobody knows whether they were done are not done again', async () => {
    const lines = await onLines()
    const slow = { ...quick(sql`insert into note select 4 from pg_sleep(0.2)`, 'slow note'), quick: 'write' as const }
    const asked = Promise.allSettled([db.run(slow), db.run(slow)])
    await other.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [lines])
    expect((await asked).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await noted()).toEqual([])
    await vi.waitFor(() => note(5))
    expect(await noted()).toEqual([5])
  })
})
