import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { defineResource, f, signedPath, sql, storeFile, systemCtx } from 'stoa'
import { exportRecords } from '../../plugins/sheets/export/export.ts'
import { importRecords } from '../../plugins/sheets/import/import.ts'
import { filesDir } from '../../core/file/folder-store.ts'
import { pictureAt } from '../../core/file/picture-sizes.ts'
import { hasFile } from '../../core/file/store.ts'
import { deleteUnusedFiles } from '../../core/file/delete-unused.ts'
import { compileResource } from '../../core/resource/compile.ts'
import { type Answer, type TestApp } from '../support/app.ts'
import { openPlayground } from './start.ts'

/** Private files of rows: who may upload them, who may read them, and when they are deleted. */
let it: TestApp
let png: Buffer
const pdf = Buffer.from('%PDF-1.4 a paper')

interface Person {
  token: string
  id: number
}
let ann: Person
let bob: Person
let boss: Person
const RIGHTS = ['get', 'create', 'update', 'destroy', 'batch update', 'import', 'export'].map((verb) => `${verb} expense`)

beforeAll(async () => {
  it = await openPlayground()
  png = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#7d9a78' } })
    .png()
    .toBuffer()
  ann = await person([...RIGHTS, 'get receipt', 'create upload'])
  bob = await person([...RIGHTS, 'get receipt', 'create upload'])
  boss = await person([...RIGHTS, 'get receipt', 'create upload', 'see all expense', 'read contract', 'get audit log'])
})
afterAll(() => it.close())
beforeEach(() => it.jobs())

async function person(permissions: readonly string[]): Promise<Person> {
  const { raw } = await (await it.staff(permissions)).get('/api/admin')
  const account = await it.kernel.db.one<{ id: number; email: string }>(sql`select id, email from account order by id desc limit 1`)
  if (raw.statusCode !== 200 || !account) throw new Error(raw.body)
  const { body } = await it.guest.post('/api/admin/login', { email: account.email, password: 'a long password' })
  return { token: body.token, id: account.id }
}

type Sent = Record<string, string | { bytes: Buffer; name: string }>

/** Sends a form as a browser does. */
async function form(person: Person, url: string, fields: Sent): Promise<Answer> {
  const edge = 'edge-of-this-test'
  const parts = Object.entries(fields).flatMap(([name, value]) => [
    Buffer.from(`--${edge}\r\ncontent-disposition: form-data; name="${name}"`),
    Buffer.from(typeof value === 'string' ? `\r\n\r\n${value}` : `; filename="${value.name}"\r\ncontent-type: image/png\r\n\r\n`),
    ...(typeof value === 'string' ? [] : [value.bytes]),
    Buffer.from('\r\n'),
  ])
  const headers = { authorization: `Bearer ${person.token}`, 'content-type': `multipart/form-data; boundary=${edge}` }
  const raw = await it.app.http.inject({ method: 'POST', url, payload: Buffer.concat([...parts, Buffer.from(`--${edge}--\r\n`)]), headers })
  return { status: raw.statusCode, body: raw.json(), headers: raw.headers, raw }
}

const upload = async (person: Person, bytes = png, name = 'photo.png', type = 'file') =>
  (await form(person, '/api/admin/upload', { type, private: '1', file: { bytes, name } })).body as { id: number; path: string; url: string }

let n = 0
const make = (person: Person, values: object) => it.as(person.token).post('/api/admin/expense', { title: `Expense ${++n}`, ...values })
const at = (id: number) => `/api/admin/expense/${id}`
const hasBytes = (path: string) => hasFile(it.kernel, path)
const getFileRow = (id: number) =>
  it.kernel.db.one<Record<string, unknown>>(sql`select claimed_by, claimed_id, claimed_field, uploader from file where id = ${id}`)
const bare = (url: string, headers = {}) => it.app.http.inject({ url, headers })

test('an uploaded private file is claimed by its row, and its bytes are read through the row', async () => {
  const file = await upload(ann)
  expect(await getFileRow(file.id)).toEqual({ claimed_by: null, claimed_id: null, claimed_field: null, uploader: `admin:${ann.id}` })
  const made = await make(ann, { photo: file.id })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const url = `${at(made.body.id)}/file/photo`
  expect(made.body.photo).toEqual({
    id: file.id,
    name: 'photo.png',
    mime: 'image/png',
    size: png.length,
    url,
    thumbnail: `${url}?w=160`,
  })
  expect(await getFileRow(file.id)).toMatchObject({ claimed_by: 'expense', claimed_id: made.body.id, claimed_field: 'photo' })
  const [listed] = (await it.as(ann.token).get(`/api/admin/expense?q=Expense ${n}`)).body.data
  expect(listed.photo).toEqual(made.body.photo)
  expect(JSON.stringify(listed)).not.toContain('signature')
  const read = await it.as(ann.token).get(url)
  expect(read.status).toBe(200)
  expect(read.raw.rawPayload.equals(png)).toBe(true)
  expect(read.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
  })
  expect(read.headers['content-disposition']).toBe(`inline; filename="photo.png"; filename*=UTF-8''photo.png`)
})

test('a picture is resized to the offered widths, and other files are not', async () => {
  const { body } = await make(ann, { photo: (await upload(ann)).id, table: (await upload(ann, Buffer.from('a,b\n1,2\n'), 'a.csv')).id })
  const reader = it.as(ann.token)
  const small = await reader.get(body.photo.thumbnail)
  expect((await sharp(small.raw.rawPayload).metadata()).width).toBe(160)
  expect(small.headers['cache-control']).toBe('private, no-store')
  for (const w of ['161', '0', '', 'x', '160&w=320'])
    expect([w, (await reader.get(`${body.photo.url}?w=${w}`)).body.messages], w).toEqual([
      w,
      { w: ['Please choose one of the available options.'] },
    ])
  expect(body.table.thumbnail).toBeNull()
  expect((await reader.get(`${body.table.url}?w=160`)).status).toBe(422)
})

test('files of others, claimed, public, without uploader and missing are refused alike', async () => {
  const foreign = await upload(bob)
  const claimed = await upload(ann)
  await make(ann, { photo: claimed.id })
  const open = (await form(ann, '/api/admin/upload', { file: { bytes: png, name: 'open.png' } })).body as { id: number }
  const systemFile = await storeFile(it.kernel, it.kernel.db, { bytes: png, name: 'a.png', type: 'file', trusted: true, isPrivate: true })
  const opened = await upload(ann)
  await it.kernel.db.run(sql`update file set is_private = false where id = ${opened.id}`)
  const answers = await Promise.all(
    [opened.id, foreign.id, claimed.id, open.id, systemFile.id, 999_999_999].map((photo) => make(ann, { photo })),
  )
  for (const { status, body } of answers) {
    expect(status).toBe(422)
    expect(body).toEqual(answers.at(-1)?.body)
    expect(body.messages).toEqual({ photo: ['This no longer exists.'] })
  }
  expect(await getFileRow(foreign.id)).toMatchObject({ claimed_by: null })
  // The same in an update, and in a field contributed by another plugin.
  const brand = await it.staff('owner')
  const refused = await brand.post('/api/admin/brand', { url: 'paper', title: 'Paper', pg_paper: foreign.id })
  expect(refused.body.messages).toEqual({ pg_paper: ['This no longer exists.'] })
})

test('when two writes claim the same file at once, one gets it', async () => {
  for (let round = 0; round < 5; round++) {
    const file = await upload(ann)
    const answers = await Promise.all([make(ann, { photo: file.id }), make(ann, { photo: file.id }), make(ann, { contract: file.id })])
    const won = answers.filter((answer) => answer.status === 201)
    // The contract field needs a permission that Ann does not have.
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 422, 422])
    expect(await getFileRow(file.id)).toMatchObject({ claimed_id: won[0]?.body.id })
  }
})

test('a file named twice in one write is refused, and stays unclaimed', async () => {
  const file = await upload(ann, pdf, 'a.pdf')
  const made = await make(ann, { receipts: [1, 2].map((i) => ({ label: `twice ${i}`, paper: file.id })) })
  expect([made.status, made.body.messages]).toEqual([422, { 'receipts.1.paper': ['This no longer exists.'] }])
  expect(await getFileRow(file.id)).toMatchObject({ claimed_by: null })
})

test('a file of a wrong type or size is refused at its field with a message', async () => {
  const says = async (values: object) => (await make(ann, values)).body.messages
  expect(await says({ photo: (await upload(ann, pdf, 'photo.png')).id })).toEqual({
    photo: ['Please upload a file of one of these types: png, jpg, gif, webp, avif, svg.'],
  })
  const large = await sharp({
    create: { width: 500, height: 500, channels: 3, background: '#fff', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })
    .png()
    .toBuffer()
  expect(large.length).toBeGreaterThan(100 * 1_024)
  expect(await says({ photo: (await upload(ann, large)).id })).toEqual({ photo: ['This file is too large. The maximum size is 100 KB.'] })
  expect(await says({ table: (await upload(ann)).id })).toEqual({ table: ['Please upload a file of one of these types: xlsx, csv, txt.'] })
  for (const wrong of ['x', -1, 1.5, true, [1], { a: 1 }, 'photo.png', 2 ** 60])
    expect(Object.keys((await make(ann, { photo: wrong })).body.messages ?? {}), JSON.stringify(wrong)).toEqual(['photo'])
})

test('a text is UTF-8 without control characters, and a table when its lines have equal cells', async () => {
  const sent = async (bytes: Buffer) =>
    (await form(ann, '/api/admin/upload', { type: 'file', private: '1', file: { bytes, name: 'a.txt' } })).body
  expect(await sent(Buffer.from('Dear all\nhello, you'))).toMatchObject({ mime: 'text/plain' })
  expect(await sent(Buffer.from('name,price\r\n"a, b",2\r\n'))).toMatchObject({ mime: 'text/csv' })
  expect(await sent(Buffer.from('\uFEFF品名\t價錢\n茶\t5'))).toMatchObject({ mime: 'text/csv' })
  for (const bytes of [
    Buffer.from([0xc3, 0x28, 0x61]),
    Buffer.from('a\0b'),
    Buffer.from('a\u001b[2Jb'),
    Buffer.from('a\u0085b'),
    Buffer.from(' \n'),
  ])
    expect((await sent(bytes)).messages, bytes.toString('hex')).toHaveProperty('file')
  // Only private uploads accept such files; a public upload rejects them as before.
  const open = await form(ann, '/api/admin/upload', { type: 'file', file: { bytes: Buffer.from('Dear all'), name: 'a.txt' } })
  expect(open.status).toBe(422)
})

test('a workbook is distinguished from other zip files', async () => {
  const { default: exceljs } = await import('exceljs')
  const book = new exceljs.Workbook()
  book.addWorksheet('a').addRow(['tea', 5])
  const bytes = Buffer.from(await book.xlsx.writeBuffer())
  const made = await make(ann, { table: (await upload(ann, bytes, 'book.xlsx')).id })
  expect(made.body.table).toMatchObject({ name: 'book.xlsx', mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' })
})

test('a file is not found by staff who cannot see its row', async () => {
  const { body } = await make(ann, {
    photo: (await upload(ann)).id,
    receipts: [{ label: `scope ${n}`, paper: (await upload(ann, pdf, 'a.pdf')).id }],
  })
  expect((await it.as(bob.token).get(body.photo.url)).status).toBe(404)
  expect((await it.as(bob.token).get(body.photo.thumbnail)).status).toBe(404)
  expect((await it.as(boss.token).get(body.photo.url)).status).toBe(200)
  expect((await it.as(ann.token).get(body.receipts[0].paper.url)).status).toBe(200)
  expect((await it.guest.get(body.photo.url)).status).toBe(401)
  const other = await it.staff(['get brand'])
  expect((await other.get(body.photo.url)).status).toBe(403)
  expect((await it.as(ann.token).get(`${at(999_999_999)}/file/photo`)).status).toBe(404)
  expect((await it.as(ann.token).get(`${at(body.id)}/file/table`)).status).toBe(404)
})

test('a file field with a permission of its own requires it for writing and reading', async () => {
  const contractFile = await upload(boss, pdf, 'contract.pdf')
  const { body } = await make(boss, { owner_id: ann.id, contract: contractFile.id })
  expect((await it.as(boss.token).get(body.contract.url)).status).toBe(200)
  expect((await it.as(ann.token).get(at(body.id))).status).toBe(200)
  expect((await it.as(ann.token).get(body.contract.url)).status).toBe(403)
  const answer = await it.as(ann.token).put(at(body.id), { contract: (await upload(ann, pdf, 'b.pdf')).id })
  expect(answer.body.messages).toHaveProperty('contract')
})

test('no other URL serves the bytes without a signature, in any folder and at any size', async () => {
  const asFile = await upload(ann)
  const asImage = await upload(ann, png, 'b.png', 'image')
  // A public image that was made private later.
  const open = (await form(ann, '/api/admin/upload', { file: { bytes: png, name: 'open.png' } })).body as { path: string }
  expect((await bare(`/files/${open.path}?w=320`)).statusCode).toBe(200)
  await it.kernel.db.run(sql`update file set is_private = true where path = ${open.path}`)
  ;(await pictureAt(it.kernel, asFile.path, 160, 'webp')).bytes.destroy()
  for (const { path } of [asFile, asImage, open])
    for (const end of ['', '?w=160', '?w=320', '?w=7', '?signature=x&expires=9999999999', `?w=160&signature=&expires=1`]) {
      const answer = await bare(`/files/${path}${end}`, { authorization: `Bearer ${ann.token}` })
      expect([answer.statusCode, answer.json().code], `${path}${end}`).toEqual([403, 'NO_FILE_PERMISSION'])
    }
  expect((await bare(`/files/sized/${asFile.path}-160.webp`)).statusCode).toBe(404)
  // The person who uploaded a file may view it.
  const signed = await bare(asFile.url)
  expect([signed.statusCode, signed.headers['cache-control']]).toEqual([200, 'private, no-store'])
  const small = await bare(`${signedPath(it.kernel.config, open.path)}&w=160`)
  expect([small.statusCode, small.headers['cache-control']]).toEqual([200, 'private, no-store'])
})

test('a file name cannot inject headers, and an HTML file is not opened as a page', async () => {
  const names = [
    'a"; filename=evil.exe',
    'x\r\nset-cookie: a=1',
    '<script>alert(1)</script>.html',
    "o'neil 茶.txt",
    'gnp.\u202Eexe',
    '%22%0d%0a',
  ]
  for (const name of names) {
    const stored = await storeFile(it.kernel, it.kernel.db, {
      bytes: Buffer.from('<html><script>alert(1)</script>'),
      name,
      type: 'file',
      trusted: true,
      isPrivate: true,
      by: { kind: 'admin', id: ann.id, name: 'Ann', allows: () => true },
    })
    const { body } = await make(ann, { table: stored.id })
    const { headers, status } = await it.as(ann.token).get(body.table.url)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/plain')
    expect(headers['set-cookie']).toBeUndefined()
    const disposition = String(headers['content-disposition'])
    expect(disposition, name).toMatch(/^attachment; filename="[\w.() -]+\.txt"; filename\*=UTF-8''[\w.%!*~-]+\.txt$/)
  }
  expect((await make(ann, {})).status).toBe(201)
})

test('a replaced file is deleted with the write and its bytes afterwards; the same file sent back stays', async () => {
  const [one, two] = [await upload(ann), await upload(ann)]
  const { body } = await make(ann, { photo: one.id })
  const same = await it.as(ann.token).put(at(body.id), { photo: body.photo, title: `Renamed ${n}` })
  expect(same.body.photo).toEqual(body.photo)
  await it.as(ann.token).get(body.photo.thumbnail)
  const put = await it.as(ann.token).put(at(body.id), { photo: two.id })
  expect(put.body.photo.id).toBe(two.id)
  expect(await getFileRow(one.id)).toBeUndefined()
  expect(await hasBytes(one.path)).toBe(true)
  await it.jobs()
  expect([await hasBytes(one.path), await hasBytes(`sized/${one.path}-160.webp`), await hasBytes(two.path)]).toEqual([false, false, true])
})

test('a cleared file is deleted', async () => {
  const file = await upload(ann)
  const { body } = await make(ann, { photo: file.id })
  expect((await it.as(ann.token).put(at(body.id), { photo: null })).body.photo).toBeNull()
  expect(await getFileRow(file.id)).toBeUndefined()
  await it.jobs()
  expect(await hasBytes(file.path)).toBe(false)
})

test('a refused write changes no file', async () => {
  const [one, two] = [await upload(ann), await upload(ann)]
  const { body } = await make(ann, { photo: one.id })
  const existing = await make(ann, {})
  const refused = await it.as(ann.token).put(at(body.id), { photo: two.id, title: existing.body.title })
  expect(refused.status).toBe(422)
  expect([await getFileRow(one.id), await getFileRow(two.id)]).toMatchObject([{ claimed_id: body.id }, { claimed_id: null }])
  await it.jobs()
  expect([await hasBytes(one.path), await hasBytes(two.path)]).toEqual([true, true])
})

test('the files of a deleted row are deleted with it, and so are those of its child rows', async () => {
  const [photo, receiptFile, removedFile] = [await upload(ann), await upload(ann, pdf, 'a.pdf'), await upload(ann, pdf, 'b.pdf')]
  const receipts = [
    { label: `gone ${n}`, paper: receiptFile.id },
    { label: `taken out ${n}`, paper: removedFile.id },
  ]
  const { body } = await make(ann, { photo: photo.id, receipts })
  const [first] = body.receipts
  await it.as(ann.token).put(at(body.id), { receipts: [{ id: first.id, label: first.label, paper: first.paper }] })
  expect(await getFileRow(removedFile.id)).toBeUndefined()
  expect(await getFileRow(receiptFile.id)).toMatchObject({ claimed_by: 'receipt', claimed_id: first.id })
  expect((await it.as(ann.token).delete(at(body.id))).status).toBe(200)
  expect([await getFileRow(photo.id), await getFileRow(receiptFile.id)]).toEqual([undefined, undefined])
  await it.jobs()
  for (const { path } of [photo, receiptFile, removedFile]) expect(await hasBytes(path)).toBe(false)
})

test('a soft-deleted row keeps no files, nor do contributed fields', async () => {
  const owner = await person([])
  await it.kernel.db.run(sql`update role set superuser = true where id = (select role_id from account where id = ${owner.id})`)
  const [toyFile, guests] = [await upload(owner, pdf, 'a.pdf'), await upload(owner, pdf, 'b.pdf')]
  const toy = await it.as(owner.token).post('/api/admin/toy', { number: 'papers', title: 'Papers', paper: toyFile.id })
  expect(toy.body.paper.url).toBe(`/api/admin/toy/${toy.body.id}/file/paper`)
  await it.as(owner.token).delete(`/api/admin/toy/${toy.body.id}`)
  expect(await it.kernel.db.one(sql`select paper from toy where id = ${toy.body.id}`)).toEqual({ paper: null })
  const brand = await it.as(owner.token).post('/api/admin/brand', { url: 'papers', title: 'Papers', pg_paper: guests.id })
  expect(brand.body.pg_paper).toMatchObject({ id: guests.id, name: 'b.pdf' })
  expect((await it.as(owner.token).get(brand.body.pg_paper.url)).raw.rawPayload.equals(pdf)).toBe(true)
  expect((await it.as(owner.token).get(`/api/admin/brand?fields=pg_paper&q=Papers`)).body.data[0].pg_paper.name).toBe('b.pdf')
  const updated = await it
    .as(owner.token)
    .put(`/api/admin/brand/${brand.body.id}`, { pg_paper: brand.body.pg_paper, version: brand.body.version })
  expect(updated.body.pg_paper).toEqual(brand.body.pg_paper)
  await expect(
    it.kernel.transaction((tx) => it.kernel.resources.setExt(tx, 'brand', brand.body.id, { pg_paper: toyFile.id })),
  ).rejects.toThrow(/claimed/)
  await it.as(owner.token).delete(`/api/admin/brand/${brand.body.id}`)
  expect([await getFileRow(toyFile.id), await getFileRow(guests.id)]).toEqual([undefined, undefined])
})

test('the clean-up deletes bytes of files whose deletion job never ran, and keeps all others', async () => {
  const [lost, half, fresh, live, old] = [await upload(ann), await upload(ann), await upload(ann), await upload(ann), await upload(ann)]
  await make(ann, { photo: live.id })
  const storedFile = await storeFile(it.kernel, it.kernel.db, {
    bytes: pdf,
    name: 'ours.pdf',
    type: 'file',
    trusted: true,
    isPrivate: true,
  })
  const open = (await form(ann, '/api/admin/upload', { file: { bytes: png, name: 'open.png' } })).body as { path: string }
  ;(await pictureAt(it.kernel, lost.path, 160, 'webp')).bytes.destroy()
  const dir = filesDir(it.kernel)
  const part = join(dir, `${half.path}.0a1b2c3d`)
  writeFileSync(part, 'half')
  const strange = join(dir, 'doc', 'ff', 'nothing we know')
  await mkdir(dirname(strange), { recursive: true })
  writeFileSync(strange, 'x')
  await it.kernel.db.run(sql`delete from file where id = any(${[lost.id, half.id, fresh.id]}::bigint[])`)
  const yesterday = new Date(Date.now() - 25 * 3_600_000)
  for (const file of [lost.path, `sized/${lost.path}-160.webp`, half.path, live.path, storedFile.path, open.path].map((path) =>
    join(dir, path),
  ))
    utimesSync(file, yesterday, yesterday)
  for (const file of [part, strange]) utimesSync(file, yesterday, yesterday)
  await it.kernel.db.run(
    sql`update file set created_at = ${yesterday.toISOString()} where id = any(${[live.id, storedFile.id, old.id]}::bigint[])`,
  )

  await Promise.all([deleteUnusedFiles(it.kernel), deleteUnusedFiles(it.kernel), deleteUnusedFiles(it.kernel)])
  await deleteUnusedFiles(it.kernel)
  const there = async (path: string) => [path, await hasBytes(path)]
  expect(await there(lost.path)).toEqual([lost.path, false])
  expect(await there(`sized/${lost.path}-160.webp`)).toEqual([`sized/${lost.path}-160.webp`, false])
  expect([existsSync(part), existsSync(strange), await hasBytes(half.path)]).toEqual([false, false, false])
  expect([await getFileRow(old.id), await hasBytes(old.path)]).toEqual([undefined, false])
  for (const path of [fresh.path, live.path, storedFile.path, open.path]) expect(await there(path)).toEqual([path, true])
  expect(await getFileRow(storedFile.id)).toMatchObject({ uploader: null })
  expect(readdirSync(join(dir, 'doc')).length).toBeGreaterThan(0)
})

test('the nightly clean-up finds files of rows deleted by SQL', async () => {
  const [receiptFile, live] = [await upload(ann, pdf, 'a.pdf'), await upload(ann, pdf, 'b.pdf')]
  const { body } = await make(ann, { receipts: [{ label: `unseen ${n}`, paper: receiptFile.id }] })
  await make(ann, { receipts: [{ label: `seen ${n}`, paper: live.id }] })
  await it.kernel.db.run(sql`delete from expense where id = ${body.id}`)
  expect(await getFileRow(receiptFile.id)).toBeDefined()
  const core = it.kernel.registry.plugins.find((plugin) => plugin.id === 'core')
  expect(core?.jobs?.find((job) => job.name === 'core/sweep-files')?.cron).toMatch(/^\d+ 3 \* \* \*$/)
  await it.kernel.db.run(sql`select graphile_worker.add_job('core/sweep-files', '{}'::json)`)
  await it.jobs()
  expect([await getFileRow(receiptFile.id), await hasBytes(receiptFile.path)]).toEqual([undefined, false])
  expect([await getFileRow(live.id), await hasBytes(live.path)]).toMatchObject([{ claimed_by: 'receipt' }, true])
})

test('the system and customers claim only their own uploads, and a guest none', async () => {
  const withActor = (actor: TestApp['ctx']['actor']) => ({ ...it.ctx, actor })
  const store = (by: TestApp['ctx']['actor']) =>
    storeFile(it.kernel, it.kernel.db, { bytes: png, name: 'a.png', type: 'file', trusted: false, isPrivate: true, by })
  const claim = (ctx: TestApp['ctx'], photo: number) =>
    it.kernel.resources.create(ctx, 'expense', { title: `Claim ${++n}`, owner_id: ann.id, photo })
  const process = systemCtx(it.kernel, 'forms')
  expect((await claim(process, (await store(process.actor)).id)).photo).toMatchObject({ name: 'a.png' })
  await expect(claim(systemCtx(it.kernel, 'other'), (await store(process.actor)).id)).rejects.toMatchObject({ kind: { status: 422 } })
  const shopper = withActor({ kind: 'customer', id: 5 })
  expect(await claim(shopper, (await store(shopper.actor)).id)).toBeTruthy()
  await expect(claim(withActor({ kind: 'customer', id: 6 }), (await store(shopper.actor)).id)).rejects.toMatchObject({
    kind: { status: 422 },
  })
  const visitor = withActor({ kind: 'guest' })
  await expect(claim(visitor, (await store(visitor.actor)).id)).rejects.toMatchObject({ kind: { status: 422 } })
})

test('a form can upload the file itself, also in a child row', async () => {
  const made = await form(ann, '/api/admin/expense', {
    title: `Form ${++n}`,
    photo: { bytes: png, name: 'form.png' },
    'receipts[0][label]': `form ${n}`,
    'receipts[0][paper]': { bytes: pdf, name: 'form.pdf' },
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  expect([made.body.photo.name, made.body.receipts[0].paper.name]).toEqual(['form.png', 'form.pdf'])
  expect(await it.kernel.db.rows(sql`select distinct is_private from file where name in ('form.png', 'form.pdf')`)).toEqual([
    { is_private: true },
  ])
})

test('a copy starts without the files of the original', async () => {
  const receiptFile = await upload(boss, pdf, 'a.pdf')
  const { body } = await make(boss, { photo: (await upload(boss)).id, receipts: [{ label: `copied ${n}`, paper: receiptFile.id }] })
  const copy = await it.as(boss.token).post(`${at(body.id)}/clone`)
  expect(copy.status, JSON.stringify(copy.body)).toBe(200)
  expect([copy.body.photo, copy.body.receipts[0].paper]).toEqual([null, null])
  expect(await getFileRow(receiptFile.id)).toMatchObject({ claimed_id: body.receipts[0].id })
})

test('a batch cannot set a file', async () => {
  const { body } = await make(ann, {})
  const answer = await it.as(ann.token).put('/api/admin/expense/batch', { ids: [body.id], key: 'photo', value: (await upload(ann)).id })
  expect([answer.status, Object.keys(answer.body.messages)]).toEqual([422, ['key']])
})

test('the audit log names files by their file name', async () => {
  const [one, two] = [await upload(boss, png, 'one.png'), await upload(boss, png, 'two.png')]
  const { body } = await make(boss, { photo: one.id, receipts: [{ label: `told ${n}`, paper: (await upload(boss, pdf, 'told.pdf')).id }] })
  await it.as(boss.token).put(at(body.id), { photo: two.id })
  await it.as(boss.token).put(at(body.id), { photo: null })
  const { data } = (await it.as(boss.token).get(`/api/admin/audit_log?resource=expense&row_id=${body.id}&sort=id`)).body
  const fileChanges = data.map((entry: { changes: { field: string }[] }) => entry.changes.filter((c) => /photo|paper/.test(c.field)))
  expect(fileChanges).toEqual([
    [
      { field: 'photo', old: null, new: 'one.png' },
      { field: `receipts[told ${n - 1}].paper`, old: null, new: 'told.pdf' },
    ],
    [{ field: 'photo', old: 'one.png', new: 'two.png' }],
    [{ field: 'photo', old: 'two.png', new: null }],
  ])
})

test('a sheet exports the file name, accepts it on import, and refuses any other', async () => {
  const { body } = await make(boss, { photo: (await upload(boss, png, 'sheet.png')).id })
  const parts: Buffer[] = []
  for await (const part of exportRecords(it.ctx, 'expense', { format: 'csv', ids: [body.id] })) parts.push(part)
  const csv = Buffer.concat(parts).toString()
  expect(csv).toContain('sheet.png')
  expect(csv).not.toMatch(/api\/admin|"id"|file\/photo/)
  const read = (words: string) => importRecords(it.ctx, 'expense', { name: 'a.csv', bytes: Buffer.from(words) })
  const back = await read(csv)
  expect([back.errors, back.data.map((row) => row.action)]).toEqual([[], ['unchanged']])
  for (const cell of ['other.png', String((await upload(boss)).id), '[clear]']) {
    const refused = await read(`title,photo\n${body.title},${cell}\n`)
    expect(JSON.stringify(refused.errors), cell).toContain('Private files cannot be imported')
  }
  expect((await it.as(boss.token).get(at(body.id))).body.photo).toEqual(body.photo)
})

test('a declaration that would lose or expose private files stops the start', () => {
  const compile = (more: object, field = f.maybe(f.privateFile())) =>
    compileResource('door', defineResource({ name: 'door', fields: { title: f.text(), paper: field }, ...more } as never), [])
  expect(() => compile({})).not.toThrow()
  expect(() => compile({ verbs: ['update'] })).toThrow(/"paper".*"get"/)
  expect(() => compile({ store: { path: '/door', by: 'title', show: ['paper'] } })).toThrow(/store/)
  expect(() => compile({ softDelete: true }, f.privateFile() as never)).toThrow(/absent/)
  expect(() => f.privateFile({ maxBytes: 3 * 1_024 * 1_024 })).toThrow(/at most/)
})
