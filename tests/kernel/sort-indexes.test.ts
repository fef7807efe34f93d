import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../core/db/sql.ts'
import { planList } from '../../core/resource/query.ts'
import { keepSortIndexes } from '../../cli/migrate/sort-indexes.ts'
import { type TestApp, testApp } from '../support/app.ts'

let it: TestApp
beforeAll(async () => {
  it = await testApp(['catalogue'])
  await it.kernel.db.run(sql`insert into brand (title, url)
    select jsonb_build_object('en-US', 'Brand ' || n, 'zh-HK', '品牌' || n), 'brand-' || n from generate_series(1, 5000) n`)
})
afterAll(() => it.close())

const names = async () =>
  (await it.kernel.db.rows<{ name: string }>(sql`select indexname as name from pg_indexes where indexname like 'sort\\_%' order by 1`)).map(
    (r) => r.name,
  )

/** The query plan of PostgreSQL for the first rows of a list in this order. */
async function explainPlan(sort: string, language: 'en-US' | 'zh-HK'): Promise<string> {
  const ctx = { ...it.ctx, language }
  const plan = planList(ctx, it.kernel.registry.resource('brand'), { sort })
  const rows = await it.kernel.db.rows<Record<string, string>>(
    sql`explain select t.* from brand t where ${plan.where} order by ${plan.order} limit 10`,
  )
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

test('sorting by a localized text uses an index, in every language and both directions', async () => {
  await keepSortIndexes(it.kernel)
  await it.kernel.db.run(sql`analyze brand`)
  for (const language of ['en-US', 'zh-HK'] as const)
    for (const sort of ['title', '-title']) {
      const plan = await explainPlan(sort, language)
      expect(plan).toMatch(/Index Scan.* using sort_/)
      expect(plan).not.toContain('Sort')
    }
})

test('two processes starting at once create each index once', async () => {
  await Promise.all([keepSortIndexes(it.kernel), keepSortIndexes(it.kernel)])
  const before = await names()
  await keepSortIndexes(it.kernel)
  expect(await names()).toEqual(before)
})

test('a changed main language replaces the indexes that depend on it', async () => {
  const before = await names()
  await it.kernel.settings.write(it.kernel, it.ctx, 'basic', { main_language: 'zh-HK' }, 'en-US')
  await keepSortIndexes(it.kernel)
  const after = await names()
  expect(after).toHaveLength(before.length)
  expect(after).not.toEqual(before)
})
