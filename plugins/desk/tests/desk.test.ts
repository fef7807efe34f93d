import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../core/db/sql.ts'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'

let it: TestApp
let owner: Client
beforeAll(async () => {
  it = await testApp(['desk', 'content', 'catalogue', 'inventory'])
  owner = await it.staff('owner')
  for (let n = 1; n <= 12; n++) await owner.post('/api/admin/page', { title: `Room ${n}`, url: `room-${n}`, enabled: n % 2 === 0 })
})
afterAll(() => it.close())

const pages = async (query = '') => (await owner.get(`/api/admin/page?${query}`)).body

test('a batch can name its rows by the filters of the list', async () => {
  const done = await owner.put('/api/admin/page/batch', {
    matching: { filter: { enabled: 'false' }, count: 6 },
    key: 'enabled',
    value: true,
  })
  expect(done.body.success_ids).toHaveLength(6)
  expect(done.body.next).toBeUndefined()
  expect((await pages('enabled=false')).total).toBe(0)
})

test('a batch over a list that has changed meanwhile does nothing', async () => {
  const answer = await owner.delete('/api/admin/page/batch', { matching: { filter: { q: 'room' }, count: 11 } })
  expect(answer.status).toBe(409)
  expect(answer.body.messages[0]).toContain('12 rows match now')
  expect((await pages()).total).toBe(12)
})

test('a batch rejects unknown filters instead of selecting every row', async () => {
  const answer = await owner.delete('/api/admin/page/batch', { matching: { filter: { enabld: 'true' }, count: 12 } })
  expect(answer.body.messages).toEqual({ enabld: ['There is no such field.'] })
  expect((await owner.delete('/api/admin/page/batch', { matching: { filter: { q: 'room' } } })).status).toBe(422)
  expect((await pages()).total).toBe(12)
})

test('errors in a batch are reported by position', async () => {
  const listErrors = async (input: object) => {
    const { status, body } = await owner.put('/api/admin/page/batch', { key: 'enabled', value: false, ...input })
    return status === 422 ? Object.keys(body.messages) : body.fail_ids
  }
  expect(await listErrors({ matching: { filter: { q: 'room' }, count: 'many' } })).toEqual(['matching.count'])
  expect(await listErrors({ matching: { count: 12 } })).toEqual(['matching.filter'])
  expect(await listErrors({})).toEqual(['ids'])
  expect(await listErrors({ ids: [1, 'two'] })).toEqual(['ids'])
  expect(await listErrors({ ids: [1], key: 'url' })).toEqual(['key'])
  expect(await listErrors({ ids: [1], value: undefined })).toEqual(['value'])
  expect(await listErrors({ ids: '999999,999998' })).toEqual([999_998, 999_999])
})

test('a batch over very many rows goes on where it stopped', async () => {
  const rows = Array.from({ length: 1_003 }, (_, n) => `('{"en-US":"Many"}', 'many-${n}', true)`)
  await it.kernel.db.pool.query(`insert into page (title, url, enabled) values ${rows.join()}`)
  const call = (matching: object) => owner.put('/api/admin/page/batch', { matching, key: 'enabled', value: false })
  const first = await call({ filter: { q: 'many-' }, count: 1_003 })
  expect(first.body.success_ids).toHaveLength(1_000)
  const rest = await call({ filter: { q: 'many-' }, after: first.body.next })
  expect(rest.body).toMatchObject({ fail_ids: [], fails: [] })
  expect(rest.body.success_ids).toHaveLength(3)
  expect(rest.body.next).toBeUndefined()
  expect((await pages('q=many-&enabled=false')).total).toBe(1_003)
})

test('deleting a tree by filter deletes children before their parents', async () => {
  const above = await owner.post('/api/admin/category', { title: 'Branch above', url: 'branch-above' })
  const below = await owner.post('/api/admin/category', { title: 'Branch below', url: 'branch-below', parent_id: above.body.id })
  expect(below.status, JSON.stringify(below.body)).toBe(201)
  const { body } = await owner.delete('/api/admin/category/batch', { matching: { filter: { q: 'branch' }, count: 2 } })
  expect(body).toMatchObject({ success_ids: [below.body.id, above.body.id], fail_ids: [] })
})

test('batch failures are reported in the language of the admin, not of the content', async () => {
  const { body } = await it.guest.post('/api/admin/login', { email: 'staff1@shop.test', password: 'a long password' })
  const answer = await it.app.http.inject({
    method: 'DELETE',
    url: '/api/admin/page/batch',
    payload: { ids: [999_999] },
    headers: { authorization: `Bearer ${body.token}`, cookie: 'admin_language=zh-HK' },
  })
  expect(answer.json().fails).toEqual([{ id: 999_999, reason: it.kernel.i18n.t('zh-HK', 'core:error.not_found') }])
})

test('a list view belongs to the person who saved it, a shared one to everybody', async () => {
  const may = await it.staff(['get page'])
  const ownView = await may.post('/api/admin/saved_view', { resource: 'page', name: 'Off', query: 'enabled=false', columns: ['id', 'url'] })
  expect(ownView.status).toBe(201)
  const list = async (client: Client) =>
    (await client.get('/api/admin/saved_view?resource=page')).body.data.map((v: { name: string; shared: boolean }) => [v.name, v.shared])
  expect(await list(may)).toEqual([['Off', false]])
  expect(await list(owner)).toEqual([])
  expect((await owner.delete(`/api/admin/saved_view/${ownView.body.id}`)).status).toBe(404)

  const refused = await may.post('/api/admin/saved_view', { resource: 'page', name: 'All', shared: true })
  expect(refused.status).toBe(403)
  const shared = await owner.post('/api/admin/saved_view', { resource: 'page', name: 'All', shared: true })
  expect(await list(may)).toEqual([
    ['All', true],
    ['Off', false],
  ])
  expect((await may.put(`/api/admin/saved_view/${shared.body.id}`, { name: 'Mine now' })).status).toBe(403)
  expect((await may.put(`/api/admin/saved_view/${ownView.body.id}`, { shared: true })).status).toBe(403)
  expect((await may.post('/api/admin/saved_view', { resource: 'page', name: 'Off' })).body.messages).toEqual({
    name: ['Please make sure that Name field is unique'],
  })
  expect((await may.post('/api/admin/saved_view', { resource: 'product', name: 'Hidden' })).status).toBe(422)
})

test('one search finds records of every resource the person can read', async () => {
  await owner.post('/api/admin/brand', { title: 'Room and Sons', url: 'room-and-sons' })
  const kinds = async (client: Client) =>
    new Set((await client.get('/api/admin/search?q=room')).body.data.map((found: { resource: string }) => found.resource))
  expect(await kinds(owner)).toEqual(new Set(['page', 'brand']))
  expect(await kinds(await it.staff(['get brand']))).toEqual(new Set(['brand']))
  const all = await owner.get('/api/admin/search?q=room')
  expect(all.body.data.filter((found: { resource: string }) => found.resource === 'page')).toHaveLength(5)
  // Results are grouped by resource, in declaration order.
  const order = [...it.kernel.registry.resources.keys()]
  const places = all.body.data.map((found: { resource: string }) => order.indexOf(found.resource))
  expect(places).toEqual(places.toSorted((first: number, other: number) => first - other))
  expect((await owner.get('/api/admin/search?q=')).body.data).toEqual([])
  expect((await owner.get('/api/admin/search?q=%25')).body.data).toEqual([])
})

test('setup tasks are derived from the data, and shown to those who can do them', async () => {
  const states = async (client: Client) =>
    Object.fromEntries((await client.get('/api/admin/tasks')).body.data.map((task: { id: string; done: boolean }) => [task.id, task.done]))
  expect(await states(owner)).toMatchObject({ 'inventory.warehouse': false, 'core.staff': true, 'core.basic': false })
  await owner.post('/api/admin/warehouse', { name: 'Main', code: 'main' })
  expect(await states(owner)).toMatchObject({ 'inventory.warehouse': true })
  expect(await states(await it.staff(['create warehouse']))).toEqual({ 'inventory.warehouse': true })
})

test('setup is finished for everybody once the shop is in use and no required task is open', async () => {
  const isFinished = async (client: Client) => (await client.get('/api/admin/tasks')).body.finished as boolean
  const step = { id: 'runs', order: 1, to: 'page', needs: 'get page', done: sql`true`, inUse: sql`exists (select 1 from page)` }
  const content = it.kernel.registry.plugins.find((p) => p.id === 'content')
  const before = content?.admin
  Object.assign(content ?? {}, { admin: { ...before, tasks: [step] } })
  try {
    expect(await isFinished(owner)).toBe(false)
    await owner.put('/api/admin/settings/basic', { name: 'Room', language: 'en-US' })
    await owner.post('/api/admin/product', { name: 'Chair', sku: 'CHAIR', url: 'chair', stocks: [{ sku: 'CHAIR', price: '9.00' }] })
    expect(await isFinished(owner)).toBe(true)
    expect(await isFinished(await it.staff(['create warehouse']))).toBe(true)
  } finally {
    Object.assign(content ?? {}, { admin: before })
  }
})

test('admin preferences are stored on the account, each separately', async () => {
  await owner.put('/api/admin', { preferences: { shortcuts: false, 'list:page': { columns: ['id'] } } })
  await owner.put('/api/admin', { preferences: { 'list:page': { columns: ['url'] } } })
  expect((await owner.get('/api/admin')).body.preferences).toEqual({ shortcuts: false, 'list:page': { columns: ['url'] } })
  await owner.put('/api/admin', { preferences: { shortcuts: null } })
  expect((await owner.get('/api/admin')).body.preferences).toEqual({ 'list:page': { columns: ['url'] } })
  for (const preferences of ['x', [1], { 'No Name': 1 }, { big: 'x'.repeat(70_000) }])
    expect((await owner.put('/api/admin', { preferences })).status, JSON.stringify(preferences).slice(0, 40)).toBe(422)
})

test('columns outside the list are returned when requested', async () => {
  const { body } = await owner.get('/api/admin/page?fields=meta_title&limit=1')
  expect(Object.keys(body.data[0])).toContain('meta_title')
  const manifest = (await owner.get('/api/admin/manifest')).body
  const extra = manifest.resources.page.columns.filter((c: { extra?: boolean }) => c.extra).map((c: { name: string }) => c.name)
  expect(extra).toEqual(['created_at', 'image', 'meta_title'])
})
