import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { killWorker, startServer } from '../../../tests/support/server.ts'
import { BATCH } from '../services/lists/reindex.ts'

const shop = suite(['catalogue', 'runs'])
const COUNT = 4 * BATCH + 1

beforeAll(async () => {
  // Insert rows with triggers disabled, as a manual database migration does. Search indexes and listings are not updated.
  await shop.it.kernel.db.pool.query(`
    alter table product disable trigger user;
    insert into product (name, sku, url) select jsonb_build_object('en-US', 'Pot ' || n), 'P' || n, 'pot-' || n from generate_series(1, ${COUNT}) n;
    alter table product enable trigger user`)
})
afterEach(() => shop.it.kernel.db.pool.query('delete from run; delete from product_search; delete from graphile_worker._private_jobs'))

const indexed = async () => (await shop.it.kernel.db.one<{ n: number }>(sql`select count(*) as n from product_search`))?.n
const state = async (id: number) => (await shop.owner.get(`/api/admin/run/${id}`)).body

test('rebuilding the search index makes every product findable and reports progress', async () => {
  expect(await indexed()).toBe(0)
  const begun = await shop.owner.post('/api/admin/product/reindex')
  expect(begun.status).toBe(202)
  // Only one run is active: a second request starts nothing.
  expect((await shop.owner.post('/api/admin/product/reindex')).body).toEqual(begun.body)
  expect((await (await shop.it.staff(['update product'])).post('/api/admin/product/reindex')).body.code).toBe('RUN_UNDER_WAY')
  await shop.it.jobs()
  expect(await state(begun.body.id)).toMatchObject({
    title: 'Rebuild product search index',
    status: 'completed',
    done: COUNT,
    total: COUNT,
    said: [`${COUNT} products indexed.`],
  })
  expect(await indexed()).toBe(COUNT)
})

test('rebuilding the search index requires the permission to update products', async () => {
  expect((await (await shop.it.staff(['get product'])).post('/api/admin/product/reindex')).status).toBe(403)
})

test('after kill -9 another process resumes the rebuild and repeats no step', { timeout: 60_000 }, async () => {
  const home = mkdtempSync(join(tmpdir(), 'stoa-rebuild-'))
  // Slow enough to be killed within a step. Every stored batch leaves a row in `t_seen`.
  await shop.it.kernel.db.pool.query(`
    create table t_seen (product_id bigint);
    create function t_slow() returns trigger language plpgsql as $$ begin
      insert into t_seen values (new.product_id);
      if new.product_id % 100 = 0 then perform pg_sleep(0.1); end if;
      return null;
    end $$;
    create trigger t_slow after insert on product_search for each row execute function t_slow()`)
  try {
    const { child } = await startServer(shop.it.url, home)
    const { id } = (await shop.owner.post('/api/admin/product/reindex')).body
    await vi.waitFor(async () => expect((await state(id)).done).toBeGreaterThan(0), { timeout: 20_000, interval: 20 })
    await killWorker(child, shop.it.kernel.db)
    const before = await state(id)
    expect(before).toMatchObject({ status: 'processing', total: COUNT })
    expect(await indexed()).toBe(before.done)
    expect(before.done).toBeLessThan(COUNT)
    await shop.it.jobs()
    expect(await state(id)).toMatchObject({ status: 'completed', done: COUNT })
    const counted = await shop.it.kernel.db.one<{ all: number; each: number }>(
      sql`select count(*) as all, count(distinct product_id) as each from t_seen`,
    )
    expect(counted).toEqual({ all: COUNT, each: COUNT })
  } finally {
    await shop.it.kernel.db.pool.query('drop trigger t_slow on product_search; drop function t_slow; drop table t_seen')
    rmSync(home, { recursive: true, force: true })
  }
})
