import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'

let it: TestApp
let owner: Client
beforeAll(async () => {
  it = await testApp(['staff', 'catalogue'])
  owner = await it.staff('owner')
})
afterAll(() => it.close())

test('the log is filtered by actor, action, resource, record and period', async () => {
  const brand = (await owner.post('/api/admin/brand', { title: 'Hill', url: 'hill' })).body
  await owner.put(`/api/admin/brand/${brand.id}`, { title: 'North Hill', version: brand.version })
  await owner.put('/api/admin/settings/shop', { member_only: true })
  const count = async (query: string) => (await owner.get(`/api/admin/audit_log?${query}`)).body.total
  expect(await count(`resource=brand&row_id=${brand.id}`)).toBe(2)
  expect(await count('resource=brand&verb=update')).toBe(1)
  expect(await count('resource=setting%20shop')).toBe(1)
  expect(await count('actor_name=nobody')).toBe(0)
  const now = new Date()
  const hour = 3_600_000
  expect(await count(`resource=brand&created_at__gte=${new Date(now.getTime() - hour).toISOString()}`)).toBe(2)
  expect(await count(`resource=brand&created_at__lte=${new Date(now.getTime() - hour).toISOString()}`)).toBe(0)
})

test("filter options are labelled in the reader's language", async () => {
  await owner.put('/api/admin/settings/shop', { catalog_mode: true })
  const facets = (await owner.get('/api/admin/audit/facets?language=zh-HK')).body
  expect(facets.resources).toContainEqual({ value: 'setting shop', label: '設定: 商店規則' })
  expect(facets.verbs).toContainEqual({ value: 'update', label: '更改' })
  expect(facets.actors.length).toBeGreaterThan(0)
})
