import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import pg from 'pg'
import { type Ctx, defineJob, definePlugin, handleJob, sql, t, type Tx } from 'stoa'
import { insertJobsSql } from '../../core/db/transaction.ts'
import { collectJobHandlers } from '../../core/events/job-handlers.ts'
import { type TestApp, testApp } from '../support/app.ts'

const RING = defineJob({ name: 'bell/ring', payload: { n: t.int() } })
const received: string[] = []
const fails = new Set<string>()
const hear = (listener: string) => async (payload: unknown, ctx: Ctx) => {
  if (fails.has(listener)) throw new Error(`${listener} is out`)
  received.push(`${listener} ${JSON.stringify(payload)} as ${ctx.actor.kind === 'system' ? ctx.actor.name : '?'}`)
}
const listens = (id: string) => definePlugin({ id, on: { 'bell.rung': hear(id) } as object })
const bell = definePlugin({ id: 'bell', jobs: [handleJob(RING, hear('ringer'))], on: { 'bell.rung': hear('bell') } as object })

let it: TestApp
beforeAll(async () => {
  it = await testApp([], { extra: [bell, listens('cat'), listens('dog')] })
  await it.kernel.db.run(sql`create table jar (id int primary key)`)
})
afterAll(() => it.close())
beforeEach(async () => {
  received.length = 0
  fails.clear()
  await it.kernel.db.run(sql`truncate jar`)
  await it.kernel.db.run(sql`delete from graphile_worker._private_jobs`)
})

const emit = (tx: Tx, n: number) => tx.emit('bell.rung' as never, { n } as never)
const queued = async () =>
  (await it.kernel.db.rows<{ task: string }>(sql`select task_identifier as task from graphile_worker.jobs order by id`)).map((j) => j.task)
/** A completed job is removed from the queue shortly afterwards. */
const isLeft = (...tasks: string[]) => vi.waitFor(async () => expect(await queued()).toEqual(tasks), { timeout: 5_000 })
const put = (id: number) => sql`insert into jar values (${id})`
const ids = async () => (await it.kernel.db.rows<{ id: number }>(sql`select id from jar order by id`)).map((r) => r.id)
const coded = (code: string) => Object.assign(new Error(`code ${code}`), { code })

describe('an emitted event', () => {
  test('reaches each listener in a job of its own, after the commit', async () => {
    await it.kernel.transaction(async (tx) => {
      emit(tx, 5)
      await tx.run(put(1))
      expect(received).toEqual([])
    })
    expect(await queued()).toEqual(['on:bell.rung:bell', 'on:bell.rung:cat', 'on:bell.rung:dog'])
    await it.jobs()
    expect(received.sort()).toEqual(['bell', 'cat', 'dog'].map((id) => `${id} {"n":5} as ${id} on bell.rung`))
    await isLeft()
  })

  test('is retried only for the listener that failed', async () => {
    fails.add('cat')
    await it.kernel.transaction(async (tx) => emit(tx, 1))
    await it.jobs()
    expect(received.map((line) => line.split(' ')[0]).sort()).toEqual(['bell', 'dog'])
    await isLeft('on:bell.rung:cat')
    fails.clear()
    await it.kernel.db.run(sql`update graphile_worker._private_jobs set run_at = now()`)
    await it.jobs()
    expect(received.map((line) => line.split(' ')[0]).sort()).toEqual(['bell', 'cat', 'dog'])
  })

  test('without listeners queues nothing', async () => {
    await it.kernel.transaction(async (tx) => tx.emit('bell.cracked' as never, {} as never))
    expect(await queued()).toEqual([])
  })

  test('every job name in the queue has a handler', () => {
    expect(
      Object.keys(collectJobHandlers(it.kernel))
        .filter((name) => name.includes('bell'))
        .sort(),
    ).toEqual(['bell/ring', ...['bell', 'cat', 'dog'].map((id) => `on:bell.rung:${id}`)])
  })
})

describe('a job queued in a transaction', () => {
  test('is discarded when the transaction or its savepoint is rolled back, and only then', async () => {
    const half = it.kernel.transaction(async (tx) => {
      tx.enqueue(RING, { n: 1 })
      emit(tx, 1)
      await tx.run(put(1))
      throw new Error('no')
    })
    await expect(half).rejects.toThrow('no')
    expect([await queued(), await ids()]).toEqual([[], []])
    await it.kernel.transaction(async (tx) => {
      tx.enqueue(RING, { n: 1 })
      await tx.savepoint(async () => (tx.enqueue(RING, { n: 2 }), tx.run(put(2))))
      await tx
        .savepoint(async () => {
          tx.enqueue(RING, { n: 3 })
          await tx.savepoint(async () => (tx.enqueue(RING, { n: 4 }), tx.run(put(4))))
          throw new Error('no')
        })
        .catch(() => undefined)
      tx.enqueue(RING, { n: 5 })
    })
    await it.jobs()
    expect(received.map((line) => /\d/.exec(line)?.[0]).sort()).toEqual(['1', '2', '5'])
    expect(await ids()).toEqual([2])
  })

  test('waits for its run time, and is attempted as often as given, ten times by default', async () => {
    const later = new Date(Date.now() + 3_600_000)
    await it.kernel.transaction(async (tx) => tx.enqueue(RING, { n: 1 }, { runAt: later }))
    await it.kernel.db.run(insertJobsSql([{ task: 'bell/ring', payload: { n: 2 }, maxAttempts: 3 }]))
    await it.jobs()
    expect(received).toHaveLength(1)
    await isLeft('bell/ring')
    const [waits] = await it.kernel.db.rows<{ run_at: string; max_attempts: number }>(
      sql`select run_at, max_attempts from graphile_worker.jobs`,
    )
    expect(waits).toEqual({ run_at: later.toISOString(), max_attempts: 10 })
    fails.add('ringer')
    await it.kernel.db.run(insertJobsSql([{ task: 'bell/ring', payload: { n: 3 }, maxAttempts: 3, key: 'three' }]))
    expect(await it.kernel.db.one(sql`select max_attempts from graphile_worker.jobs where key = 'three'`)).toEqual({ max_attempts: 3 })
  })

  test('without a key is added to the queue, with a key it replaces the queued one', async () => {
    await it.kernel.db.run(insertJobsSql([1, 2].map((n) => ({ task: 'bell/ring', payload: { n } }))))
    await it.kernel.db.run(insertJobsSql([3, 4].map((n) => ({ task: 'bell/ring', payload: { n }, key: 'one' }))))
    await it.jobs()
    expect(received.map((line) => /\d/.exec(line)?.[0]).sort()).toEqual(['1', '2', '4'])
  })
})

describe('a retryable transaction', () => {
  test.each(['40001', '40P01'])('%s: is tried five times in all, and queues its jobs once', async (code) => {
    let tries = 0
    await it.kernel.transaction(async (tx) => {
      tries++
      await tx.run(put(tries))
      tx.enqueue(RING, { n: tries })
      if (tries < 5) throw coded(code)
    })
    expect([tries, await ids(), await queued()]).toEqual([5, [5], ['bell/ring']])
    let more = 0
    await expect(
      it.kernel.transaction(async () => {
        more++
        throw coded(code)
      }),
    ).rejects.toMatchObject({ code })
    expect(more).toBe(5)
  })

  test.each(['23505', '57014', ''])('is distinguished from a failed one (%j)', async (code) => {
    let tries = 0
    const failed = it.kernel.transaction(async () => {
      tries++
      throw coded(code)
    })
    await expect(failed).rejects.toMatchObject({ code })
    expect(tries).toBe(1)
  })

  test('always releases its connection', async () => {
    for (let i = 0; i < 20; i++) await it.kernel.transaction(() => Promise.reject(new Error('no'))).catch(() => undefined)
    expect(await it.kernel.transaction((tx) => tx.one(sql`select 1 as n`))).toEqual({ n: 1 })
    const { totalCount, idleCount, waitingCount } = it.kernel.db.pool
    expect([totalCount - idleCount, waitingCount]).toEqual([0, 0])
  })
})

describe('resources a transaction invalidates', () => {
  let ear: pg.Client
  const notes: string[] = []
  beforeAll(async () => {
    ear = new pg.Client({ connectionString: it.url })
    await ear.connect()
    await ear.query('listen stoa_changed')
    ear.on('notification', (n) => notes.push(n.payload ?? ''))
  })
  afterAll(() => ear.end())

  test('are announced to every process after the commit, each once, and not after a rollback', async () => {
    const here: (readonly string[])[] = []
    it.kernel.cache.onChange((resources) => here.push(resources))
    await it.kernel
      .transaction(async (tx) => {
        tx.invalidate('never')
        throw new Error('no')
      })
      .catch(() => undefined)
    await it.kernel.transaction(async (tx) => {
      for (const name of ['role', 'account', 'role']) tx.invalidate(name)
      await tx.run(sql`select pg_sleep(0.02)`)
      expect([notes, here]).toEqual([[], []])
    })
    expect(here.map(String)).toContain('role,account')
    await vi.waitFor(() => expect(notes).toEqual(['account,role']))
    await it.kernel.transaction((tx) => tx.one(sql`select 1`))
    await it.kernel.transaction(async (tx) => tx.invalidate('mail'))
    await vi.waitFor(() => expect(notes).toEqual(['account,role', 'mail']))
    // A process also receives its own notifications.
    await vi.waitFor(() => expect(here.map(String).sort()).toEqual(['account,role', 'mail', 'mail', 'role,account']))
  })
})
