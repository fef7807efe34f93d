import { beforeAll, expect, test } from 'vitest'
import { definePlugin, defineResource, f, sql } from '#core'
import { addFiles } from '../support/files.ts'
import { form } from '../support/multipart.ts'
import { suite } from '../support/suite.ts'
import { tablesOf } from '../support/tables.ts'

const sheet = defineResource({
  name: 'poster_sheet',
  verbs: [],
  fields: { poster_id: f.one('poster'), drawing: f.image(), order: f.int({ default: 0 }) },
})
const poster = defineResource({
  name: 'poster',
  verbs: ['get', 'create', 'update', 'destroy', 'batch update', 'clone'],
  fields: {
    title: f.text(),
    front: f.maybe(f.image({ batch: true })),
    back: f.maybe(f.image({ localized: true })),
    plan: f.maybe(f.file()),
    sheets: f.rows(sheet, { by: 'poster_id' }),
  },
})
const shop = suite([], { extra: [definePlugin({ id: 'print', resources: [poster, sheet] })], tables: tablesOf([poster, sheet]) })

const REAL = 'img/aa/0123456789abcdef01234567.png'
const OTHER = 'img/aa/0123456789abcdef01234568.png'
const MADE_UP = 'img/aa/ffffffffffffffffffffffff.png'
const SECRET = 'doc/aa/0123456789abcdef01234569.pdf'
beforeAll(async () => {
  await addFiles(shop.it.kernel.db, [REAL, OTHER])
  await addFiles(shop.it.kernel.db, [SECRET], { isPrivate: true })
})

const MISSING = ['This file cannot be found. Please upload it again or choose another one.']
const create = (input: object) => shop.owner.post('/api/admin/poster', { title: 'Tea', ...input })

test.each([
  ['a picture', { front: MADE_UP }, 'front'],
  ['a picture in the language at hand', { back: { 'en-US': MADE_UP } }, 'back'],
  ['a picture in another language', { back: { 'en-US': REAL, 'zh-HK': MADE_UP } }, 'back:zh-HK'],
  ['a picture of a child row', { sheets: [{ drawing: REAL }, { drawing: MADE_UP }] }, 'sheets.1.drawing'],
  ['a file', { plan: 'doc/aa/ffffffffffffffffffffffff.pdf' }, 'plan'],
  ['a private file', { plan: SECRET }, 'plan'],
])('%s that nobody uploaded for all to see is refused by its field', async (_what, input, field) => {
  const answer = await create(input)
  expect([answer.status, answer.body.messages]).toEqual([422, { [field]: MISSING }])
})

test('an upload is taken wherever it may stand', async () => {
  const answer = await create({ front: REAL, back: { 'en-US': REAL, 'zh-HK': OTHER }, plan: REAL, sheets: [{ drawing: OTHER }] })
  expect(answer.status).toBe(201)
  expect(answer.body).toMatchObject({ front: REAL, plan: REAL, sheets: [{ drawing: OTHER }] })
})

test('a form and a batch are refused a made-up path as JSON is', async () => {
  const { id } = (await create({})).body
  const sent = form({ front: MADE_UP })
  expect((await shop.owner.put(`/api/admin/poster/${id}`, sent.body, sent.headers)).body.messages).toEqual({ front: MISSING })
  const batch = await shop.owner.put('/api/admin/poster/batch', { ids: [id], key: 'front', value: MADE_UP })
  expect(batch.body).toMatchObject({ success_ids: [], fails: [{ id, reason: MISSING[0] }] })
  expect((await shop.owner.get(`/api/admin/poster/${id}`)).body.front).toBeNull()
})

test('a row whose picture is gone is still changed, sent back whole and copied', async () => {
  const { id } = (await create({ sheets: [] })).body
  await shop.it.kernel.db.run(sql`update poster set front = ${MADE_UP}, back = ${JSON.stringify({ 'zh-HK': MADE_UP })} where id = ${id}`)
  await shop.it.kernel.db.run(sql`insert into poster_sheet (poster_id, drawing) values (${id}, ${MADE_UP})`)
  const row = (await shop.owner.get(`/api/admin/poster/${id}`)).body
  expect((await shop.owner.put(`/api/admin/poster/${id}`, { ...row, title: 'Coffee', sheets: [{ drawing: MADE_UP }] })).status).toBe(200)
  const copy = await shop.owner.post(`/api/admin/poster/${id}/clone`)
  expect(copy.status).toBeLessThan(300)
  expect(copy.body).toMatchObject({ front: MADE_UP, sheets: [{ drawing: MADE_UP }] })
})

test('all paths of a write are looked up by one query, and none where no path changes', async () => {
  const { kernel, ctx } = shop.it
  const queries: string[] = []
  const write = (input: Record<string, unknown>, row?: number) =>
    kernel.work(async (tx) => {
      queries.length = 0
      const rows: typeof tx.rows = (query, name) => {
        queries.push(query.text)
        return tx.rows(query, name)
      }
      const counted = { ...tx, rows }
      return row === undefined
        ? kernel.resources.createIn(counted, ctx, 'poster', { title: 'Tea', ...input })
        : kernel.resources.updateIn(counted, ctx, 'poster', row, input)
    })
  const asked = () => queries.filter((query) => /from file\b/.test(query)).length
  const { id } = await write({ front: REAL, back: { 'en-US': OTHER }, sheets: [{ drawing: REAL }, { drawing: OTHER }] })
  expect(asked()).toBe(1)
  await write({ title: 'Coffee', front: REAL }, id)
  expect(asked()).toBe(0)
})

test('a setting takes no made-up path', async () => {
  const answer = await shop.owner.put('/api/admin/settings/image', { logo: MADE_UP })
  expect([answer.status, answer.body.messages]).toEqual([422, { logo: MISSING }])
  expect((await shop.owner.put('/api/admin/settings/image', { logo: REAL })).status).toBe(200)
})
