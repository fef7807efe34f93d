import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { definePlugin, sql, type Tx } from 'stoa'
import { recordPresence } from '../../cli/start/presence.ts'
import { runDueJobs } from '../../cli/work/worker.ts'
import { type TestApp, testApp } from '../support/app.ts'

const receivedEvents: string[] = []
const away: { plugin: string; since: Date }[] = []
const fails = new Set<string>()
const met: { by: string; plugin: string; since: Date; caughtUp: boolean }[] = []
let atWork = 0
let most = 0

const listens = (id: string) =>
  definePlugin({
    id,
    on: {
      'lamp.switched': async ({ lamp, step }: { lamp: number; step: number }) => {
        if (fails.has(`${id} ${lamp}.${step}`)) throw new Error('not now')
        most = Math.max(most, ++atWork)
        await new Promise((done) => setTimeout(done, 5))
        atWork--
        receivedEvents.push(`${id} ${lamp}.${step}`)
      },
    } as object,
    catchUp: async (_ctx, since) => void away.push({ plugin: id, since }),
    catchUpWith: async (_ctx, plugin, since) =>
      void met.push({ by: id, plugin, since, caughtUp: away.some((entry) => entry.plugin === plugin) }),
  })

let it: TestApp
beforeAll(async () => {
  it = await testApp([], { extra: [listens('cat'), listens('dog')] })
})
afterAll(() => it.close())
beforeEach(async () => {
  receivedEvents.length = 0
  away.length = 0
  met.length = 0
  fails.clear()
  most = 0
  await it.kernel.db.run(sql`delete from graphile_worker._private_jobs`)
  // A queue whose job was deleted while it ran would stay locked.
  await it.kernel.db.run(sql`update graphile_worker._private_job_queues set locked_at = null, locked_by = null`)
  await it.kernel.db.run(sql`truncate event_due, plugin_presence`)
})

const tell = (tx: Tx, lamp: number, step: number) => tx.emit('lamp.switched' as never, { lamp, step } as never, { type: 'lamp', id: lamp })
const switched = (lamp: number, ...steps: number[]) =>
  it.kernel.transaction(async (tx) => {
    for (const step of steps) tell(tx, lamp, step)
  })
const heardBy = (listener: string, lamp: number) =>
  receivedEvents.filter((line) => line.startsWith(`${listener} ${lamp}.`)).map((line) => line.split('.')[1])
const due = () => it.kernel.db.rows(sql`select plugin, subject, event, payload from event_due order by id`)
const soon = () => it.kernel.db.run(sql`update graphile_worker._private_jobs set run_at = now()`)

describe('ordered events about one subject', () => {
  test('reach each listener in the order they were emitted, however many at once', async () => {
    await switched(1, 1, 2, 3)
    await switched(1, 4)
    await switched(2, 1)
    await it.jobs()
    expect([heardBy('cat', 1), heardBy('dog', 1), heardBy('cat', 2)]).toEqual([['1', '2', '3', '4'], ['1', '2', '3', '4'], ['1']])
    expect(await due()).toEqual([])
  })

  test('wait for one that failed, while other subjects and other listeners continue', async () => {
    fails.add('cat 1.1')
    await switched(1, 1)
    await it.jobs()
    await switched(1, 2)
    await switched(2, 1)
    await it.jobs()
    expect([heardBy('cat', 1), heardBy('dog', 1), heardBy('cat', 2)]).toEqual([[], ['1', '2'], ['1']])
    fails.clear()
    await soon()
    await it.jobs()
    expect(heardBy('cat', 1)).toEqual(['1', '2'])
  })

  test('stay visible when a listener failed for good, and are retried with the next event', async () => {
    fails.add('cat 1.1')
    await switched(1, 1)
    await it.kernel.db.run(sql`update graphile_worker._private_jobs set attempts = max_attempts where key = 'tell cat lamp 1'`)
    await it.jobs()
    expect(await due()).toMatchObject([{ plugin: 'cat', subject: 'lamp 1', event: 'lamp.switched', payload: { lamp: 1, step: 1 } }])
    fails.clear()
    await switched(1, 2)
    await it.jobs()
    expect(heardBy('cat', 1)).toEqual(['1', '2'])
  })

  test('keep their order with many workers at once, one listener at a time', async () => {
    const workers: Promise<void>[] = []
    for (let step = 1; step <= 12; step++) {
      await switched(1, step)
      if (step % 4 === 0) workers.push(runDueJobs(it.kernel))
    }
    await Promise.all([...workers, runDueJobs(it.kernel), runDueJobs(it.kernel), runDueJobs(it.kernel)])
    await expect.poll(due, { timeout: 10_000 }).toEqual([])
    const all = Array.from({ length: 12 }, (_, i) => String(i + 1))
    expect([heardBy('cat', 1), heardBy('dog', 1)]).toEqual([all, all])
    expect(most).toBeLessThanOrEqual(2)
  })

  test('are delivered although the emitting process was killed right after the commit', async () => {
    await switched(1, 1)
    await it.kernel.flushPostCommit()
    await it.kernel.db.run(sql`delete from graphile_worker._private_jobs`)
    await it.jobs()
    expect([heardBy('cat', 1), heardBy('dog', 1)]).toEqual([['1'], ['1']])
  })

  test('of many concurrent transactions are queued in batches, not one by one', async () => {
    const rounds = vi.spyOn(it.kernel.db.pool, 'query')
    await Promise.all(Array.from({ length: 8 }, (_, lamp) => switched(lamp, 1)))
    await it.kernel.flushPostCommit()
    const queued = rounds.mock.calls.filter(([q]) => (q as unknown as { name?: string }).name === 'post-commit.flush').length
    rounds.mockRestore()
    expect(queued).toBeGreaterThan(0)
    expect(queued).toBeLessThan(8)
    await it.jobs()
    expect(receivedEvents.toSorted()).toEqual(
      Array.from({ length: 8 }, (_, lamp) => [`cat ${lamp}.1`, `dog ${lamp}.1`])
        .flat()
        .toSorted(),
    )
  })

  test('are not emitted when the transaction or the savepoint is rolled back', async () => {
    await expect(
      it.kernel.transaction(async (tx) => {
        tell(tx, 1, 1)
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    await it.kernel.transaction(async (tx) => {
      tell(tx, 1, 2)
      await tx
        .savepoint(async () => {
          tell(tx, 1, 3)
          throw new Error('undone')
        })
        .catch(() => undefined)
    })
    await it.jobs()
    expect(heardBy('cat', 1)).toEqual(['2'])
  })
})

describe('a plugin that was disabled', () => {
  const without = (id: string) => ({
    ...it.kernel,
    registry: Object.assign(Object.create(it.kernel.registry), {
      plugins: it.kernel.registry.plugins.filter((plugin) => plugin.id !== id),
      has: (other: string) => other !== id && it.kernel.registry.has(other),
    }),
  })

  test('is notified once when it is back, with the time it was disabled; new and unchanged plugins are not', async () => {
    await recordPresence(it.kernel)
    await it.jobs()
    expect(away).toEqual([])
    const before = Date.now()
    await recordPresence(without('cat'))
    await recordPresence(without('cat'))
    await Promise.all([recordPresence(it.kernel), recordPresence(it.kernel)])
    await it.jobs()
    expect(away.map(({ plugin }) => plugin)).toEqual(['cat'])
    expect(Math.abs((away[0]?.since.getTime() ?? 0) - before)).toBeLessThan(60_000)
    // Other plugins are notified of the plugin that is back, with the time of its absence, after it has caught up.
    expect(met.map(({ by, plugin, caughtUp }) => [by, plugin, caughtUp])).toEqual([
      ['cat', 'cat', true],
      ['dog', 'cat', true],
    ])
    expect(met[1]?.since).toEqual(away[0]?.since)
    await recordPresence(it.kernel)
    await it.jobs()
    expect(away).toHaveLength(1)
  })

  test('then receives the events that waited for it', async () => {
    await recordPresence(it.kernel)
    await switched(1, 1, 2)
    await recordPresence(without('cat'))
    await runDueJobs(without('cat'))
    expect([heardBy('cat', 1), heardBy('dog', 1)]).toEqual([[], ['1', '2']])
    await recordPresence(it.kernel)
    await it.jobs()
    expect(heardBy('cat', 1)).toEqual(['1', '2'])
  })
})
