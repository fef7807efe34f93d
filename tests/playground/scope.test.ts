import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportRecords } from '../../plugins/sheets/export/export.ts'
import { importRecords } from '../../plugins/sheets/import/import.ts'
import { createStaffCtx, sql, type Ctx, type Row } from 'stoa'
import { readTimeline } from '../../plugins/people/services/timeline.ts'
import type { Answer, Client, TestApp } from '../support/app.ts'
import { openPlayground } from './start.ts'

/** Rows of one member of staff are not visible to another. */
const secret = 'Xylophone of Ada'
const code = 'ada-xyz-1'
const rights = ['drawer', 'sticker', 'shelf', 'account', 'audit log', 'person', 'toy'].flatMap((word) =>
  ['get', 'create', 'update', 'destroy', 'import', 'export', 'batch update', 'batch destroy', 'finish', 'knock', 'point'].map(
    (verb) => `${verb} ${word}`,
  ),
)

let it: TestApp
let ada: Client
let bob: Client
let boss: Client
let hidden: Row
let ownRow: Row
let sticker: Row
const getAccountId = async (client: Client): Promise<number> => (await client.get('/api/admin')).body.id
const as = async (client: Client): Promise<Ctx> => {
  const ctx = await createStaffCtx(it.kernel, await getAccountId(client), it.ctx.language)
  if (!ctx) throw new Error('nobody is signed in')
  return ctx
}

beforeAll(async () => {
  it = await openPlayground('all')
  const knownRights = rights.filter((right) => it.kernel.registry.permissions.has(right))
  ada = await it.staff(knownRights)
  bob = await it.staff(knownRights)
  boss = await it.staff('owner')
  await it.kernel.db.run(sql`insert into person (email) values ('p@shop.test')`)
  hidden = (await ada.post('/api/admin/drawer', { title: secret, code, socks: [{ name: `${secret} sock` }] })).body
  ownRow = (await bob.post('/api/admin/drawer', { title: 'Of Bob', code: 'bob-1' })).body
  sticker = (
    await ada.post('/api/admin/sticker', { code: 'sticker-1', drawer_id: hidden.id, drawers: [hidden.id], about: `drawer:${hidden.id}` })
  ).body
  await ada.put('/api/admin/shelf/1', { cb_drawer_id: hidden.id })
})
afterAll(() => it.close())

test('the owner of a row sees it, and so do staff who may see all', async () => {
  for (const client of [ada, boss]) {
    expect((await client.get(`/api/admin/drawer/${hidden.id}`)).body.title).toBe(secret)
    expect((await client.get(`/api/admin/sticker/${sticker.id}`)).body).toMatchObject({
      drawer_name: secret,
      drawers_names: [secret],
      about_name: secret,
    })
    expect((await client.get('/api/admin/shelf/1')).body.cb_drawer_name).toBe(secret)
  }
})

test('a relation to a row outside the scope keeps its id without the name', async () => {
  expect((await bob.get(`/api/admin/sticker/${sticker.id}`)).body).toMatchObject({
    drawer_id: hidden.id,
    drawer_name: null,
    drawers: [hidden.id],
    drawers_names: [null],
    about_name: null,
  })
  expect((await bob.get('/api/admin/shelf/1')).body.cb_drawer_name).toBeNull()
})

test('a transition dialog cannot refer to a row outside the scope, neither for one row nor for many', async () => {
  const mine = (await bob.post('/api/admin/sticker', { code: 'sticker-of-bob', drawer_id: ownRow.id, drawers: [] })).body
  const at = `/api/admin/sticker/${mine.id}/point`
  for (const [field, input] of [
    ['drawer_id', { drawer_id: hidden.id }],
    ['about', { about: `drawer:${hidden.id}` }],
    ['ways.1.drawer_id', { ways: [{ drawer_id: ownRow.id }, { drawer_id: hidden.id }] }],
  ] as const) {
    const refused = await bob.post(at, input)
    expect([field, refused.status, refused.body.messages]).toEqual([field, 422, { [field]: ['This no longer exists.'] }])
  }
  const batch = await bob.post('/api/admin/sticker/batch/point', { ids: [mine.id], drawer_id: hidden.id })
  expect(batch.body.success_ids ?? []).toEqual([])
  expect((await boss.get(`/api/admin/sticker/${mine.id}`)).body.drawer_id).toBe(ownRow.id)
  expect((await bob.post(at, { drawer_id: ownRow.id, about: `shelf:1`, ways: [{ drawer_id: ownRow.id }] })).status).toBe(200)
  expect((await ada.post(at, { drawer_id: hidden.id })).status).toBe(200)
  expect((await boss.post(at, { drawer_id: ownRow.id })).status).toBe(200)
})

test('a row outside the scope cannot be read, updated, transitioned, copied or deleted', async () => {
  const at = `/api/admin/drawer/${hidden.id}`
  const answers: Answer[] = [
    await bob.get(at),
    await bob.put(at, { title: 'Mine' }),
    await bob.post(at, { _method: 'PUT', title: 'Mine' }),
    await bob.delete(at),
    await bob.post(`${at}/clone`),
    await bob.get(`${at}/clone`),
    await bob.post(`${at}/finish`),
    await bob.post(`${at}/knock`),
  ]
  expect(answers.map((a) => a.status)).toEqual(answers.map(() => 404))
  expect((await ada.get(at)).body).toMatchObject({ title: secret, status: 'draft' })
})

test('batches skip rows outside the scope, selected by ids, keys or filter', async () => {
  const both = [hidden.id, ownRow.id]
  const put = await bob.put('/api/admin/drawer/batch', { ids: both, key: 'title', value: 'Batch' })
  expect(put.body).toMatchObject({ success_ids: [ownRow.id], fail_ids: [hidden.id] })
  const matching = await bob.put('/api/admin/drawer/batch', {
    matching: { filter: { status: 'draft' }, count: 1 },
    key: 'title',
    value: 'Of Bob',
  })
  expect(matching.body.success_ids).toEqual([ownRow.id])
  // A hidden row gets the same response as a missing row.
  const byName = (await bob.delete('/api/admin/drawer/batch', { names: [code, 'nothing'] })).body
  expect(byName).toMatchObject({ success_ids: [], fail_ids: [code, 'nothing'] })
  expect(new Set(byName.fails.map((fail: { reason: string }) => fail.reason)).size).toBe(1)
  expect((await bob.post('/api/admin/drawer/batch/knock', { ids: both })).body.success_ids).toEqual([ownRow.id])
  expect((await bob.post('/api/admin/drawer/batch/finish', { ids: [hidden.id] })).body.fail_ids).toEqual([hidden.id])
  expect((await ada.get(`/api/admin/drawer/${hidden.id}`)).body).toMatchObject({ title: secret, status: 'draft' })
})

test('a relation cannot be set to a row outside the scope, but an existing one may stay', async () => {
  for (const input of [{ drawer_id: hidden.id }, { drawers: [ownRow.id, hidden.id] }, { about: `drawer:${hidden.id}` }]) {
    const answer = await bob.post('/api/admin/sticker', { code: 'mine', ...input })
    expect([answer.status, Object.keys(answer.body.messages)]).toEqual([422, Object.keys(input)])
  }
  expect((await bob.post('/api/admin/drawer', { title: 'Below', code: 'below', above_id: hidden.id })).status).toBe(422)
  const { drawer_id, drawers, about } = (await bob.get(`/api/admin/sticker/${sticker.id}`)).body
  const updated = await bob.put(`/api/admin/sticker/${sticker.id}`, { code: 'sticker-2', drawer_id, drawers, about })
  expect(updated.status, JSON.stringify(updated.body)).toBe(200)
  await bob.put(`/api/admin/sticker/${sticker.id}`, { code: 'sticker-1' })
})

test('a row given to another owner is returned once and not found afterwards', async () => {
  const made = await bob.post('/api/admin/drawer', { title: 'Gift', code: 'gift', owner_id: await getAccountId(ada) })
  expect([made.status, made.body.title]).toEqual([201, 'Gift'])
  expect((await bob.get(`/api/admin/drawer/${made.body.id}`)).status).toBe(404)
  await ada.delete(`/api/admin/drawer/${made.body.id}`)
})

test('badges and totals count only rows in the scope', async () => {
  expect((await bob.get('/api/admin/badges')).body.data.drawer).toBe(1)
  expect((await bob.get('/api/admin/drawer')).body.total).toBe(1)
  // A full page does not show by itself that there are no more rows.
  expect((await bob.get('/api/admin/drawer?limit=1')).body.total).toBe(1)
  expect((await boss.get('/api/admin/badges')).body.data.drawer).toBe(2)
})

test('sheet cells and keys match no row outside the scope', async () => {
  const bobs = await as(bob)
  const file = (csv: string) => ({ name: 'a.csv', bytes: Buffer.from(csv) })
  for (const cell of [code, secret]) {
    const answer = await importRecords(bobs, 'sticker', file(`code,drawers\nsheet-1,${cell}\n`), { dryRun: true })
    expect(answer.errors.map((e) => e.column)).toEqual(['drawers'])
  }
  const over = await importRecords(bobs, 'drawer', file(`code,title\n${code},Mine\n`))
  expect(over.summary).toMatchObject({ change: 0, error: 1 })
  expect((await ada.get(`/api/admin/drawer/${hidden.id}`)).body.title).toBe(secret)
  const parts: Buffer[] = []
  for await (const part of exportRecords(bobs, 'sticker', { format: 'csv' })) parts.push(part)
  expect(Buffer.concat(parts).toString()).toContain('sticker-1')
  expect(Buffer.concat(parts).toString()).not.toContain(code)
})

test('the timeline and the audit log omit entries about rows outside the scope', async () => {
  const subjects = async (client: Client) => (await readTimeline(await as(client), 1, {})).data.map((line) => line.subject_id)
  expect(await subjects(ada)).toContain(hidden.id)
  expect(await subjects(bob)).not.toContain(hidden.id)
  expect(await subjects(bob)).toContain(ownRow.id)
  const noted = async (client: Client) =>
    (await client.get('/api/admin/audit_log?resource=drawer&limit=100')).body.data.map((e: Row) => e.row_id)
  expect(await noted(ada)).toContain(hidden.id)
  expect(await noted(bob)).not.toContain(hidden.id)
  expect(await noted(bob)).toContain(ownRow.id)
})

test('no route returns anything about a row outside the scope', async () => {
  const ids = [hidden.id, sticker.id, 1]
  const queries = [
    'limit=100&fields=*',
    `ids=${hidden.id}`,
    `q=${encodeURIComponent('Xylophone')}`,
    `q=${code}`,
    `fields=drawer_id,drawers,about,cb_drawer_id&limit=100`,
    'format=csv',
    'format=json',
    `resource=drawer&row_id=${hidden.id}`,
    `id=${hidden.id}&type=drawer&resource=drawer`,
    'language=*',
  ]
  const leaks: string[] = []
  const failed: string[] = []
  let requestCount = 0
  const checkAnswer = (answer: Answer, label: string) => {
    requestCount++
    if (answer.status >= 500) failed.push(`${label} ${answer.raw.body}`)
    // The audit log repeats the queries of Bob.
    const body = answer.raw.body.replaceAll(new RegExp(`\\bq\\W{1,8}${code}`, 'g'), '')
    if (body.includes(secret) || body.includes(code)) leaks.push(label)
  }
  for (const { url } of it.app.routes.filter((r) => r.method === 'GET' && r.url.startsWith('/api/') && !r.url.startsWith('/api/docs'))) {
    if (url.endsWith('/clone')) continue
    const paths = url.includes(':') ? ids.map((id) => url.replaceAll(':resource', 'drawer').replaceAll(/:\w+/g, String(id))) : [url]
    for (const path of paths)
      for (const query of url.includes(':') ? queries.slice(0, 1).concat('language=*') : queries)
        for (const client of url.startsWith('/api/admin') ? [bob] : [bob, it.guest])
          checkAnswer(await client.get(`${path}?${query}`), `GET ${path}?${query}`)
  }
  for (const { url, method } of it.app.routes.filter(
    (r) => r.method === 'POST' && /^\/api\/(sticker|admin\/(sticker|shelf|drawer))/.test(r.url),
  ))
    for (const body of [{ code: 'sticker-1' }, { ids: [hidden.id], resource: 'drawer' }, { _method: 'PUT' }])
      checkAnswer(await bob.post(url.replaceAll(':id', String(sticker.id)), body), `${method} ${url}`)
  expect(leaks).toEqual([])
  expect(failed).toEqual([])
  expect(requestCount).toBeGreaterThan(500)
})

test('cached store responses name nothing restricted, whoever requested them first', async () => {
  const query = { code: 'sticker-1' }
  for (const client of [boss, it.guest, ada]) {
    expect(JSON.stringify((await client.get('/api/sticker')).body)).not.toContain(secret)
    expect((await client.post('/api/sticker', query)).body.drawer_name).toBeNull()
  }
})
