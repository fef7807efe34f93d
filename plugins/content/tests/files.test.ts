import { beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { addFiles } from '../../../tests/support/files.ts'
import { writing } from './content-fixture.ts'

/** A file is kept while content refers to it, and deleted when nothing does. */
const shop = suite(['content', 'catalogue'])
const { made, refused, change } = writing(shop)
beforeAll(() => addFiles(shop.it.kernel.db, ['img/en.png']))
let n = 0
/** Creates a file row without bytes. */
const file = async (more: { is_private?: boolean } = {}) => {
  const path = `img/ab/${String(++n).padStart(24, '0')}.png`
  const row = await shop.it.kernel.db.one<{ id: number }>(sql`insert into file (path, name, mime, size, sha256, is_private)
    values (${path}, ${`${n}.png`}, 'image/png', 1, ${String(n).padStart(64, '0')}, ${more.is_private ?? false}) returning id`)
  return { id: row?.id ?? 0, path }
}
const remove = (id: number) => shop.owner.delete(`/api/admin/file/${id}`)

test.each<[string, (path: string) => [resource: string, input: object]]>([
  ['as the picture of a page', (path) => ['page', { title: 'x', url: `p${n}`, image: path }]],
  ['in the style of a page', (path) => ['page', { title: 'x', url: `p${n}`, css: `p { background: url(/files/${path}) }` }]],
  ['in a script of a page', (path) => ['page', { title: 'x', url: `p${n}`, footer_script: `<script src="/files/${path}"></script>` }]],
  [
    'in the text of one language',
    (path) => ['page', { title: 'x', url: `p${n}`, content: { 'en-US': '<p>x</p>', 'zh-CN': `<p><a href="/files/${path}">x</a></p>` } }],
  ],
  ['as the picture of a slide in one language', (path) => ['slider', { title: 'x', image: { 'en-US': 'img/en.png', 'zh-HK': path } }]],
  ['as the banner of an article', (path) => ['article', { title: 'x', url: `a${n}`, content: '<p>x</p>', banner: path }]],
  [
    'in the words above an article',
    (path) => ['article', { title: 'x', url: `a${n}`, content: '<p>x</p>', short_description: `<p><img src="/files/${path}"></p>` }],
  ],
  ['as the picture of an entry of the menu', (path) => ['menu', { title: 'x', type: 'category', url: 'x', image: path }]],
  ['in a block', (path) => ['block', { title: 'x', identifier: `b${n}`, content: `<p><img src="/files/${path}"></p>` }]],
  ['in an announcement that is not out yet', (path) => ['announcement', { title: 'x', content: `<p><img src="/files/${path}"></p>` }]],
  [
    'deep within a landing page',
    (path) => [
      'landing_page',
      {
        url: `l${n}`,
        published_at: '2026-01-01T00:00:00Z',
        elements: { content: [{ type: 'columns', props: { column_1: [{ type: 'logos', props: { items: [{ image: path }] } }] } }] },
      },
    ],
  ],
  ['as the picture of a brand', (path) => ['brand', { title: 'x', url: `b${n}`, image: path }]],
])('a file that is used %s is not deleted until that use is removed', async (_where, row) => {
  const { id, path } = await file()
  const [resource, input] = row(path)
  const holder = await made(resource, input)
  const refusal = await remove(id)
  expect([refusal.status, refusal.body.messages]).toEqual([422, { id: ['This is used elsewhere and cannot be deleted.'] }])
  expect((await shop.owner.delete(`/api/admin/${resource}/${holder.id}`)).status).toBeLessThan(300)
  expect((await remove(id)).status).toBeLessThan(300)
})

test('a file that an uncommitted row refers to is not deleted', async () => {
  const { id, path } = await file()
  const { kernel, ctx } = shop.it
  let commit = () => {}
  let writing: Promise<unknown> = Promise.resolve()
  await new Promise<void>((written) => {
    writing = kernel.transaction(async (tx) => {
      await kernel.resources.createIn(tx, ctx, 'brand', { title: 'x', url: `r${n}`, image: path })
      written()
      await new Promise<void>((done) => (commit = done))
    })
  })
  const deletion = remove(id)
  const first = await Promise.race([deletion.then(() => 'deletion'), new Promise((done) => setTimeout(done, 300, 'wait'))])
  expect(first).toBe('wait')
  commit()
  await writing
  expect((await deletion).status).toBe(422)
})

test('a file that a setting uses is not deleted', async () => {
  const { id, path } = await file()
  expect((await shop.owner.put('/api/admin/settings/image', { banner: path })).status).toBe(200)
  expect((await remove(id)).status).toBe(422)
  await shop.owner.put('/api/admin/settings/image', { banner: null })
  expect((await remove(id)).status).toBeLessThan(300)
})

test('wildcard characters in a path are literal: a file with a similar name does not block deletion', async () => {
  const { id, path } = await file()
  const longer = path.replace('.png', 'x.png')
  await addFiles(shop.it.kernel.db, [longer])
  await made('page', { title: 'x', url: 'alike', image: longer })
  await made('page', { title: 'x', url: 'alike-2', image: path })
  await shop.it.kernel.db.run(sql`update file set path = replace(path, 'img/ab', 'img/a_') where id = ${id}`)
  expect((await remove(id)).status).toBeLessThan(300)
})

test('deleting many files removes the unused ones and reports the others', async () => {
  const [free, referencedFile] = [await file(), await file()]
  await made('page', { title: 'x', url: 'holds-one', image: referencedFile.path })
  const { body } = await shop.owner.delete('/api/admin/file/batch', { ids: [free.id, referencedFile.id] })
  expect([body.success_ids, body.fail_ids]).toEqual([[free.id], [referencedFile.id]])
  expect((await shop.owner.get(`/api/admin/file/${referencedFile.id}`)).status).toBe(200)
})

test('private files do not exist in the media library: they are not listed, read, renamed, moved or deleted there', async () => {
  const { id } = await file({ is_private: true })
  const folder = await made('folder', { name: 'Private' })
  expect((await shop.owner.get('/api/admin/file?limit=100')).body.data.map((row: any) => row.id)).not.toContain(id)
  expect((await shop.owner.get(`/api/admin/file/${id}`)).status).toBe(404)
  expect((await change('file', id, { name: 'mine.png' })).status).toBe(404)
  expect((await remove(id)).status).toBe(404)
  const batch = await shop.owner.put('/api/admin/file/batch', { ids: [id], key: 'folder_id', value: folder.id })
  expect(batch.body.success_ids ?? []).toEqual([])
  expect(await shop.it.kernel.db.one(sql`select name, folder_id from file where id = ${id}`)).toEqual({ name: `${n}.png`, folder_id: null })
})

test('a file can be renamed and moved, and its type stays as stored', async () => {
  const { id, path } = await file()
  const { body } = await change('file', id, { name: 'Tea leaves.png', path: 'img/other.png', mime: 'text/html', size: 99 })
  expect(body).toMatchObject({ name: 'Tea leaves.png', path, mime: 'image/png', size: 1 })
  expect((await change('file', id, { name: 'x'.repeat(201) })).body.messages).toHaveProperty('name')
  expect((await change('file', id, { folder_id: 999_999 })).body.messages).toHaveProperty('folder_id')
  expect((await shop.owner.post('/api/admin/file', { name: 'made.png', path: 'img/a.png' })).status).toBe(404)
})

test('a move cannot put two folders of one name together, and a folder that contains one is not deleted', async () => {
  const top = await made('folder', { name: 'Top' })
  const [a, b] = [await made('folder', { name: 'Same', parent_id: top.id }), await made('folder', { name: 'Same' })]
  expect((await change('folder', b.id, { parent_id: top.id })).body.messages).toEqual({ name: ['Folder with same name exists'] })
  expect((await change('folder', a.id, { parent_id: null })).body.messages).toEqual({ name: ['Folder with same name exists'] })
  expect((await shop.owner.delete(`/api/admin/folder/${top.id}`)).body.code).toBe('IN_USE')
  await shop.owner.delete(`/api/admin/folder/${a.id}`)
  expect((await change('folder', b.id, { parent_id: top.id })).status).toBe(200)
  expect(await refused('folder', { name: '' })).toHaveProperty('name')
  expect(await refused('folder', { name: 'x'.repeat(121) })).toHaveProperty('name')
})
