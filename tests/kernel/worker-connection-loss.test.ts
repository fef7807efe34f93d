import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { defineJob, definePlugin, handleJob, sql, t } from 'stoa'
import { startWorker, type Worker } from '../../cli/work/worker.ts'
import { type TestApp, testApp } from '../support/app.ts'

/** The queue records the result of a job after the job has finished: the connection may be lost at that moment. */
const releases = new Map<number, () => void>()
const HOLD = defineJob({ name: 'held/hold', payload: { n: t.int() } })
const holdPlugin = definePlugin({
  id: 'held',
  jobs: [
    handleJob(HOLD, async ({ n }) => {
      await new Promise<void>((resolve) => releases.set(n, resolve))
      if (n % 2) throw new Error('in vain')
    }),
  ],
})

let it: TestApp
let worker: Worker
let other: pg.Client
const unhandled: unknown[] = []
const note = (reason: unknown) => unhandled.push(reason)
beforeAll(async () => {
  it = await testApp([], { extra: [holdPlugin] })
  other = new pg.Client({ connectionString: it.url, application_name: 'other' })
  await other.connect()
  worker = await startWorker(it.kernel)
  process.on('unhandledRejection', note)
})
afterAll(async () => {
  process.off('unhandledRejection', note)
  for (const open of releases.values()) open()
  await worker.stop()
  await other.end()
  await it.close()
})

/** Kills the connections that would record the completion of job `n`, for about a third of a second. */
async function interruptCompletion(n: number): Promise<void> {
  await it.kernel.transaction(async (tx) => tx.enqueue(HOLD, { n }))
  await vi.waitFor(() => expect(releases.get(n)).toBeDefined(), 5_000)
  await other.query('begin')
  await other.query('lock table graphile_worker._private_jobs in access exclusive mode')
  releases.get(n)?.()
  // During prepare, `pg_stat_activity` shows the text of the previous statement. Therefore all waiting connections are killed repeatedly.
  let cut = 0
  for (let round = 0; round < 10; round++) {
    await sleep(30)
    const waiting = await other.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name like 'stoa worker %' and wait_event_type = 'Lock'`,
    )
    cut += waiting.rowCount ?? 0
  }
  expect(cut).toBeGreaterThan(0)
  await other.query('rollback')
}

test('a job result that could not be recorded is recorded on the next connection', async () => {
  await interruptCompletion(2)
  await vi.waitFor(async () => expect(await it.kernel.db.rows(sql`select id from graphile_worker.jobs`)).toEqual([]), 5_000)
  expect(unhandled).toEqual([])
})

test('a job that failed during a lost connection is due again', async () => {
  await interruptCompletion(3)
  await vi.waitFor(async () => {
    const [left] = await it.kernel.db.rows<{ last_error: string; locked_by: string | null }>(
      sql`select last_error, locked_by from graphile_worker.jobs`,
    )
    expect(left?.last_error).toContain('in vain')
    expect(left?.locked_by).toBeNull()
  }, 5_000)
  expect(unhandled).toEqual([])
})

test('a worker starts although its first connection is lost', async () => {
  await other.query('begin')
  await other.query('lock table graphile_worker._private_jobs in access exclusive mode')
  const starting = startWorker(it.kernel)
  starting.catch(() => undefined)
  await vi.waitFor(async () => {
    const cut = await other.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and wait_event_type = 'Lock'`,
    )
    expect(cut.rowCount).toBeGreaterThan(0)
  }, 5_000)
  await other.query('rollback')
  const started = await starting
  await it.kernel.transaction(async (tx) => tx.enqueue(HOLD, { n: 4 }))
  await vi.waitFor(() => expect(releases.get(4)).toBeDefined(), 5_000)
  releases.get(4)?.()
  releases.delete(4)
  await started.stop()
  expect(unhandled).toEqual([])
})
