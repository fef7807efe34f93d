import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { pino } from 'pino'
import { tick } from '../../cli/work/clock.ts'
import { createKernel, type OwnedKernel } from '../../core/kernel/create-kernel.ts'
import { loadPlugins } from '../../cli/start/load.ts'
import { startWorker } from '../../cli/work/worker.ts'
import { sql } from '../../core/db/sql.ts'
import { MAIL, sendEmail } from '../../core/mail/email.ts'
import { type TestApp, testApp } from '../support/app.ts'

/** Two kernels over one database simulate two processes: they share nothing else. */
let it: TestApp
let other: OwnedKernel
beforeAll(async () => {
  it = await testApp(['catalogue'])
  other = await createKernel({
    config: it.kernel.config,
    databaseUrl: it.url,
    plugins: await loadPlugins(['currency', 'catalogue']),
    log: pino({ level: 'silent' }),
  })
})
afterAll(async () => {
  await other.close()
  await it.close()
})

test('a setting changed in one process is read in the other', async () => {
  await it.kernel.settings.write(it.kernel, it.ctx, 'basic', { name: 'Two doors' }, 'en-US')
  await vi.waitFor(() => expect(other.settings.read('basic', 'en-US').name).toBe('Two doors'), { timeout: 5_000 })
})

test('a value cached in one process is invalidated by a change in the other', async () => {
  const ctx = { ...it.ctx, kernel: other }
  await it.kernel.resources.create(it.ctx, 'brand', { title: 'First', url: 'first' })
  expect((await other.resources.listPublic(ctx, 'brand')).map((r) => r.url)).toEqual(['first'])
  await it.kernel.resources.create(it.ctx, 'brand', { title: 'Second', url: 'second' })
  await vi.waitFor(
    async () => expect((await other.resources.listPublic(ctx, 'brand')).map((r) => r.url).sort()).toEqual(['first', 'second']),
    {
      timeout: 5_000,
    },
  )
})

test('a schedule queues its job once a minute, however many schedulers tick', async () => {
  const at = new Date('2026-11-21T03:17:20Z')
  const ticks = await Promise.all(
    Array.from({ length: 20 }, (_, i) => tick(i % 2 ? other : it.kernel, 'core/sweep', new Date(at.getTime() + i * 1_000))),
  )
  expect(ticks.filter(Boolean)).toHaveLength(1)
  expect(await tick(other, 'core/sweep', new Date(at.getTime() + 60_000))).toBe(true)
  await it.jobs()
})

test('a job queued in a transaction is discarded when the transaction fails', async () => {
  await expect(
    it.kernel.transaction(async (tx) => {
      await sendEmail(tx, { to: 'a@shop.test', subject: 'Never', text: '' })
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  const queued = await it.kernel.db.one<{ n: number }>(
    sql`select count(*) as n from graphile_worker.jobs where task_identifier = 'core/mail'`,
  )
  expect(queued?.n).toBe(0)
})

test('two workers share the queue until every job is done', async () => {
  await it.kernel.transaction(async (tx) => {
    for (let n = 0; n < 40; n++) tx.enqueue(MAIL, { id: 1_000_000 + n })
  })
  const workers = await Promise.all([startWorker(it.kernel), startWorker(other)])
  await vi.waitFor(
    async () => expect((await it.kernel.db.one<{ n: number }>(sql`select count(*) as n from graphile_worker.jobs`))?.n).toBe(0),
    { timeout: 15_000 },
  )
  await Promise.all(workers.map((w) => w.stop()))
})

test('deadlocked transactions are retried until both succeed', async () => {
  await it.kernel.db.run(sql`insert into rate_limit (key, hits, expires_at) values ('one', 0, now()), ('two', 0, now())`)
  const both = (first: string, second: string) =>
    it.kernel.transaction(async (tx) => {
      await tx.run(sql`update rate_limit set hits = hits + 1 where key = ${first}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
      await tx.run(sql`update rate_limit set hits = hits + 1 where key = ${second}`)
    })
  await Promise.all([both('one', 'two'), both('two', 'one')])
  const rows = await it.kernel.db.rows<{ hits: number }>(sql`select hits from rate_limit where key in ('one', 'two')`)
  expect(rows.map((r) => r.hits)).toEqual([2, 2])
})
