import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { killWorker, startServer } from '../../../tests/support/server.ts'
import { createImportHelpers } from './transfers.ts'

const shop = suite(['sheets', 'catalogue'])
const { plan, decide, state } = createImportHelpers(shop, 'brand')
const COUNT = 120
const sheet = ['url,title', ...Array.from({ length: COUNT }, (_, n) => `brand-${n},Brand ${n}`)].join('\n')

afterEach(() =>
  shop.it.kernel.db.pool.query(`drop trigger if exists t_slow on brand; drop function if exists t_slow;
    truncate brand, run, audit_log cascade; delete from graphile_worker._private_jobs`),
)

const count = async (source: ReturnType<typeof sql>) =>
  (await shop.it.kernel.db.one<{ n: number }>(sql`select count(*) as n from ${source}`))?.n

/** Runs an import of brands slowly in another process, and kills the process as soon as `reached`. */
async function killed(event: 'insert' | 'delete', begin: () => Promise<unknown>, reached: () => Promise<boolean>): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'stoa-sheets-'))
  await shop.it.kernel.db.pool.query(`
    create function t_slow() returns trigger language plpgsql as $$ begin perform pg_sleep(0.02); return null; end $$;
    create trigger t_slow after ${event} on brand for each row execute function t_slow()`)
  try {
    const { child } = await startServer(shop.it.url, home)
    await begin()
    await vi.waitFor(async () => expect(await reached()).toBe(true), { timeout: 20_000, interval: 10 })
    await killWorker(child, shop.it.kernel.db)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

test('after kill -9 during an import, another process writes each row once', { timeout: 60_000 }, async () => {
  const { id } = await plan(sheet)
  await killed(
    'insert',
    () => decide(id, 'apply'),
    async () =>
      (await count(sql`pg_stat_activity where state = 'active' and datname = current_database() and query like 'insert into "brand"%'`)) ===
      1,
  )
  expect([(await state(id)).status, await count(sql`brand`)]).toEqual(['processing', 0])
  await shop.it.jobs()
  expect(await state(id)).toMatchObject({ status: 'completed', answer: { import: { summary: { create: COUNT, error: 0 } } } })
  expect(await count(sql`brand`)).toBe(COUNT)
  expect(await count(sql`audit_log where resource = 'brand' and verb = 'create'`)).toBe(COUNT)
})

test('after kill -9 during an undo, another process undoes the rest and reports the total', { timeout: 60_000 }, async () => {
  const { id } = await plan(sheet)
  await decide(id, 'apply')
  await shop.it.jobs()
  await killed(
    'delete',
    () => decide(id, 'undo'),
    async () => ((await count(sql`brand`)) ?? 0) < COUNT - 5,
  )
  const left = (await count(sql`brand`)) ?? 0
  expect(left).toBeGreaterThan(0)
  await shop.it.jobs()
  expect(await state(id)).toMatchObject({ status: 'canceled', answer: { undo: { undone: COUNT, kept: [] } } })
  expect(await count(sql`brand`)).toBe(0)
  expect(await count(sql`audit_log where resource = 'brand' and verb <> 'create'`)).toBe(COUNT)
})
