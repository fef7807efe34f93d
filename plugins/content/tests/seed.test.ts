import { afterAll, beforeAll, expect, test } from 'vitest'
import { locales, sql } from 'stoa'
import { exportRecords, importRecords } from 'stoa/plugins/sheets'
import { type TestApp, testApp } from '../../../tests/support/app.ts'

let it: TestApp
const seed = async () => {
  for (const plugin of it.kernel.registry.plugins) await plugin.seed?.(it.ctx, 'small')
}
const counts = () =>
  it.kernel.db.rows(sql`select 'page' as what, count(*) as n from page union all select 'menu', count(*) from menu
    union all select 'slider', count(*) from slider union all select 'article', count(*) from article
    union all select 'announcement', count(*) from announcement union all select 'landing_page', count(*) from landing_page
    union all select 'file', count(*) from file order by 1`)

beforeAll(async () => {
  it = await testApp(['content', 'catalogue', 'sheets'])
  await seed()
}, 60_000)
afterAll(() => it.close())

test('seeding twice adds nothing', async () => {
  const before = await counts()
  await seed()
  expect(await counts()).toEqual(before)
})

test('every text of the demo shop exists in all languages, in the script of each', async () => {
  for (const resource of ['page', 'block', 'menu', 'slider', 'announcement', 'blog_category', 'article', 'landing_page']) {
    const { data } = await it.kernel.resources.list(it.ctx, resource, { limit: '100' })
    for (const { id } of data) {
      const row = await it.kernel.resources.get(it.ctx, resource, id, '*')
      for (const f of it.kernel.registry.resource(resource).fields) {
        const map = row[f.name] as Record<string, unknown>
        if (!f.meta.localized || f.meta.kind === 'image' || Object.keys(map ?? {}).length === 0) continue
        const languages = f.name === 'url' ? ['en-US'] : locales
        expect(Object.keys(map).sort(), `${resource} ${id} ${f.name}`).toEqual([...languages].sort())
        expect(JSON.stringify(map['zh-HK'] ?? '')).not.toMatch(/[们这国时为说对发现问应开关设图网码启]/)
        expect(JSON.stringify(map['zh-CN'] ?? '')).not.toMatch(/[們這國時為說對發現問應開關設圖網碼啟]/)
      }
    }
  }
})

test('an export imports again without any change', async () => {
  for (const resource of [
    'page',
    'block',
    'menu',
    'slider',
    'announcement',
    'blog_category',
    'article',
    'landing_page',
    'redirect',
    'folder',
  ]) {
    const parts: Buffer[] = []
    for await (const part of exportRecords(it.ctx, resource, { format: 'csv' })) parts.push(part)
    const { total } = await it.kernel.resources.list(it.ctx, resource, { limit: '1' })
    if (total === 0) continue
    const answer = await importRecords(it.ctx, resource, { name: 'a.csv', bytes: Buffer.concat(parts) }, { dryRun: true })
    expect({ resource, errors: answer.errors, ...answer.summary }).toEqual({
      resource,
      errors: [],
      create: 0,
      change: 0,
      unchanged: total,
      error: 0,
    })
  }
})
