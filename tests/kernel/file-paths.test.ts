import { Type } from '@sinclair/typebox'
import { beforeAll, expect, test } from 'vitest'
import { definePlugin, defineResource, f, sql } from 'stoa'
import { addFiles } from '../support/files.ts'
import { form } from '../support/multipart.ts'
import { suite } from '../support/suite.ts'
import { createTablesSql } from '../support/tables.ts'

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
    about: f.maybe(f.rich({ batch: true })),
    story: f.maybe(f.rich({ localized: true })),
    wall: f.json<string[]>({
      default: [],
      shape: Type.Array(Type.String()),
      filePaths: (wall) => wall.map((path, at) => ({ at: String(at), path })),
    }),
    sheets: f.rows(sheet, { by: 'poster_id' }),
  },
})
const shop = suite([], { extra: [definePlugin({ id: 'print', resources: [poster, sheet] })], tables: createTablesSql([poster, sheet]) })

const REAL = 'img/aa/0123456789abcdef01234567.png'
const OTHER = 'img/aa/0123456789abcdef01234568.png'
const MADE_UP = 'img/aa/ffffffffffffffffffffffff.png'
const SECRET = 'doc/aa/0123456789abcdef01234569.pdf'
beforeAll(async () => {
  await addFiles(shop.it.kernel.db, [REAL, OTHER])
  await addFiles(shop.it.kernel.db, [SECRET], { isPrivate: true })
})

const MISSING = ['This file cannot be found. Upload it again or choose another one.']
/** A rich text with an image, in the format of the editor. */
const pictured = (path: string) => JSON.stringify({ blocks: [{ type: 'image', data: { file: { url: `/files/${path}` }, caption: '' } }] })
const create = (input: object) => shop.owner.post('/api/admin/poster', { title: 'Tea', ...input })

test.each([
  ['a picture', { front: MADE_UP }, 'front'],
  ['a picture in the language at hand', { back: { 'en-US': MADE_UP } }, 'back'],
  ['a picture in another language', { back: { 'en-US': REAL, 'zh-HK': MADE_UP } }, 'back:zh-HK'],
  ['a picture of a child row', { sheets: [{ drawing: REAL }, { drawing: MADE_UP }] }, 'sheets.1.drawing'],
  ['a file', { plan: 'doc/aa/ffffffffffffffffffffffff.pdf' }, 'plan'],
  ['a private file', { plan: SECRET }, 'plan'],
  ['a picture in a text', { about: `<p>Tea <img alt="x" src="/files/${MADE_UP}"></p>` }, 'about'],
  ['a smaller size of a picture in a text', { about: `<IMG SRC='/files/%69mg/${MADE_UP.slice(4)}?w=320&amp;x=1'>` }, 'about'],
  ['a picture reached by a detour', { about: `<img src="/shop/../files/./${MADE_UP}">` }, 'about'],
  ['a private picture in a text', { about: `<p><img src="/files/${SECRET}?signature=x"></p>` }, 'about'],
  ['a picture of a document', { about: pictured(MADE_UP) }, 'about'],
  ['a picture in a text in another language', { story: { 'en-US': pictured(REAL), 'zh-HK': pictured(MADE_UP) } }, 'story:zh-HK'],
  ['a picture in a structure', { wall: [REAL, MADE_UP] }, 'wall.1'],
])('%s that was never uploaded publicly is refused at its field', async (_title, input, field) => {
  const answer = await create(input)
  expect([answer.status, answer.body.messages]).toEqual([422, { [field]: MISSING }])
})

test('an uploaded file is accepted in any field', async () => {
  const answer = await create({ front: REAL, back: { 'en-US': REAL, 'zh-HK': OTHER }, plan: REAL, sheets: [{ drawing: OTHER }] })
  expect(answer.status).toBe(201)
  expect(answer.body).toMatchObject({ front: REAL, plan: REAL, sheets: [{ drawing: OTHER }] })
})

test('a picture in a text is accepted when it was uploaded or is at another URL', async () => {
  const about = `<p><img src="/files/${REAL}?w=320" /><img src="https://pics.test/files/${MADE_UP}" /></p>`
  const answer = await create({ about, story: { 'en-US': pictured(REAL) }, wall: [OTHER] })
  expect([answer.status, answer.body.messages]).toEqual([201, undefined])
})

test('a picture in a text that was deleted later may stay, and can be copied', async () => {
  const { id } = (await create({})).body
  await shop.it.kernel.db.run(sql`update poster set about = ${pictured(MADE_UP)}, wall = ${JSON.stringify([MADE_UP])} where id = ${id}`)
  const row = (await shop.owner.get(`/api/admin/poster/${id}`)).body
  expect((await shop.owner.put(`/api/admin/poster/${id}`, { ...row, title: 'Coffee' })).status).toBe(200)
  expect((await shop.owner.post(`/api/admin/poster/${id}/clone`)).status).toBeLessThan(300)
  const batch = await shop.owner.put('/api/admin/poster/batch', { ids: [id], key: 'about', value: pictured(SECRET) })
  expect(batch.body).toMatchObject({ success_ids: [], fails: [{ id, reason: MISSING[0] }] })
})

test('a form and a batch refuse an unknown path like JSON does', async () => {
  const { id } = (await create({})).body
  const sent = form({ front: MADE_UP })
  expect((await shop.owner.put(`/api/admin/poster/${id}`, sent.body, sent.headers)).body.messages).toEqual({ front: MISSING })
  const batch = await shop.owner.put('/api/admin/poster/batch', { ids: [id], key: 'front', value: MADE_UP })
  expect(batch.body).toMatchObject({ success_ids: [], fails: [{ id, reason: MISSING[0] }] })
  expect((await shop.owner.get(`/api/admin/poster/${id}`)).body.front).toBeNull()
})

test('a row with a deleted picture can still be updated, resent as a whole and copied', async () => {
  const { id } = (await create({ sheets: [] })).body
  await shop.it.kernel.db.run(sql`update poster set front = ${MADE_UP}, back = ${JSON.stringify({ 'zh-HK': MADE_UP })} where id = ${id}`)
  await shop.it.kernel.db.run(sql`insert into poster_sheet (poster_id, drawing) values (${id}, ${MADE_UP})`)
  const row = (await shop.owner.get(`/api/admin/poster/${id}`)).body
  expect((await shop.owner.put(`/api/admin/poster/${id}`, { ...row, title: 'Coffee', sheets: [{ drawing: MADE_UP }] })).status).toBe(200)
  const copy = await shop.owner.post(`/api/admin/poster/${id}/clone`)
  expect(copy.status).toBeLessThan(300)
  expect(copy.body).toMatchObject({ front: MADE_UP, sheets: [{ drawing: MADE_UP }] })
})

test('all changed paths of a write are checked by one query, and by none when no path changes', async () => {
  const { kernel, ctx } = shop.it
  const queries: string[] = []
  const write = (input: Record<string, unknown>, row?: number) =>
    kernel.transaction(async (tx) => {
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
  const countFileQueries = () => queries.filter((query) => /from file\b/.test(query)).length
  const { id } = await write({ front: REAL, back: { 'en-US': OTHER }, sheets: [{ drawing: REAL }, { drawing: OTHER }] })
  expect(countFileQueries()).toBe(1)
  await write({ title: 'Coffee', front: REAL }, id)
  expect(countFileQueries()).toBe(0)
})

test('a setting refuses an unknown path', async () => {
  const answer = await shop.owner.put('/api/admin/settings/image', { logo: MADE_UP })
  expect([answer.status, answer.body.messages]).toEqual([422, { logo: MISSING }])
  expect((await shop.owner.put('/api/admin/settings/image', { logo: REAL })).status).toBe(200)
})
