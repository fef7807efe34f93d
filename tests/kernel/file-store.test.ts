import { createWriteStream, existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { definePlugin, defineResource, f, getFileStore, sql, storeFile } from 'stoa'
import { toFormData, suite } from 'stoa/testing'
import { ArchiveWriter } from '../../cli/backup/archive.ts'
import { putFiles } from '../../cli/backup/file-store.ts'
import { take } from '../../cli/backup/create-backup.ts'
import { deleteUnusedFiles } from '../../core/file/delete-unused.ts'
import { files } from '../../docs/examples/memory-files/store.ts'
import { testApp } from '../support/app.ts'

const paper = defineResource({
  name: 'paper',
  fields: { title: f.text(), scan: f.maybe(f.privateFile({ accept: ['picture', 'pdf'] })) },
})
/** A plugin with a private file field, in a shop with another file store than the folder. */
const papers = definePlugin({ id: 'papers', resources: [paper] })
const shop = suite(['memory-files'], {
  extra: [papers],
  tables: `create table paper (id bigint generated always as identity primary key, title text not null, scan bigint references file,
    ext jsonb not null default '{}', created_at timestamptz not null default now(), updated_at timestamptz not null default now())`,
  env: { STOA_FILE_STORE: 'memory' },
})

const png = () =>
  sharp({ create: { width: 800, height: 400, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
const upload = async (more: Record<string, string> = {}) => {
  const sent = toFormData({ file: new File([new Uint8Array(await png())], 'Leaf.png', { type: 'image/png' }), type: 'image', ...more })
  const made = await shop.owner.post('/api/admin/upload', sent)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body as { id: number; path: string; url: string }
}

test('an upload is stored in the file store only, not on the local disk, and served from there', async () => {
  const { path } = await upload()
  expect([...files.keys()]).toEqual([path])
  expect(existsSync(`${shop.it.kernel.config.dataDir}/files`)).toBe(false)
  const sent = await shop.guest.get(`/files/${path}`)
  expect([sent.status, sent.headers['content-type']]).toEqual([200, 'image/png'])
  expect(sent.raw.rawPayload).toEqual(files.get(path)?.bytes)
})

test('a resized picture is created once and stored', async () => {
  const { path } = await upload()
  const small = await shop.guest.get(`/files/${path}?w=320`)
  expect(await sharp(small.raw.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 320, height: 160 })
  const stored = files.get(`sized/${path}-320.webp`)
  expect(stored?.bytes).toEqual(small.raw.rawPayload)
  await shop.guest.get(`/files/${path}?w=320`)
  expect(files.get(`sized/${path}-320.webp`)).toBe(stored)
})

test('a private file is readable only through its record, and is deleted with it', async () => {
  const file = await upload({ type: 'file', private: 'true' })
  const row = (await shop.owner.post('/api/admin/paper', { title: 'Contract', scan: file.id })).body
  expect((await shop.guest.get(`/files/${file.path}`)).status).toBe(403)
  expect((await shop.guest.get(row.scan.url)).status).toBe(401)
  const read = await shop.owner.get(row.scan.url)
  expect([read.status, read.raw.rawPayload.equals(files.get(file.path)?.bytes ?? Buffer.alloc(0))]).toEqual([200, true])
  expect((await shop.owner.get(`${row.scan.url}?w=160`)).status).toBe(200)
  expect([...files.keys()].filter((path) => path.includes(file.path))).toHaveLength(2)
  expect((await shop.owner.delete(`/api/admin/paper/${row.id}`)).status).toBeLessThan(300)
  await shop.it.jobs()
  expect([...files.keys()].filter((path) => path.includes(file.path))).toEqual([])
})

test('a file missing from the store is not found, at any size', async () => {
  const { path } = await upload()
  files.delete(path)
  expect([(await shop.guest.get(`/files/${path}`)).status, (await shop.guest.get(`/files/${path}?w=160`)).status]).toEqual([404, 404])
})

test('the clean-up deletes files without an upload once they are a day old', async () => {
  const { path } = await upload()
  const day = new Date(Date.now() - 25 * 3_600_000)
  const lost = 'img/ab/0123456789abcdef01234567.png'
  for (const name of [lost, `sized/${lost}-320.webp`]) files.set(name, { bytes: Buffer.from('x'), at: day })
  files.set('doc/ab/0123456789abcdef01234568.pdf', { bytes: Buffer.from('x'), at: new Date() })
  const storedFile = files.get(path)
  if (storedFile) storedFile.at = day
  await deleteUnusedFiles(shop.it.kernel)
  expect([files.has(lost), files.has(`sized/${lost}-320.webp`)]).toEqual([false, false])
  expect([files.has(path), files.has('doc/ab/0123456789abcdef01234568.pdf')]).toEqual([true, true])
})

test('a failed upload to the store leaves no row', async () => {
  const { kernel } = shop.it
  const before = await kernel.db.one(sql`select count(*)::int as n from file`)
  const set = files.set.bind(files)
  files.set = () => {
    throw new Error('the store is away')
  }
  const stored = storeFile(kernel, kernel.db, { bytes: Buffer.from('%PDF-1.4 x'), name: 'a.pdf', type: 'file', trusted: true })
  await expect(stored).rejects.toThrow('the store is away')
  files.set = set
  expect(await kernel.db.one(sql`select count(*)::int as n from file`)).toEqual(before)
})

test('a backup contains the files of the store, and a restore puts them back', async () => {
  const { path } = await upload()
  const file = join(mkdtempSync(join(tmpdir(), 'stoa-backup-')), 'shop.tar.gz')
  const client = new pg.Client({ connectionString: shop.it.url })
  await client.connect()
  const out = new ArchiveWriter(createWriteStream(file))
  const sums = await take({ client, files: getFileStore(shop.it.kernel), keys: [], out, tell: () => undefined })
  await out.end()
  await client.end()
  expect(Object.keys(sums.files)).toContain(path)
  const before = files.get(path)?.bytes
  files.clear()
  await putFiles(file, getFileStore(shop.it.kernel))
  expect([...files.keys()].toSorted()).toEqual(Object.keys(sums.files).toSorted())
  expect(files.get(path)?.bytes).toEqual(before)
})

test('an unknown file store stops the start, and the message names the available ones', async () => {
  await expect(testApp([], { env: { STOA_FILE_STORE: 'cloud' } })).rejects.toThrow(
    'STOA_FILE_STORE names "cloud", which no plugin contributes. Available: folder.',
  )
})
