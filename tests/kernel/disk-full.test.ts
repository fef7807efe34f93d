import { readdirSync, readFileSync } from 'node:fs'
import type Promises from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { sql, storeFile } from 'stoa'
import { suite } from '../support/suite.ts'
import { filesDir } from '../../core/file/folder-store.ts'

/** A disk that can be full: then only the first bytes of a file are written, as on a real disk. */
const disk = vi.hoisted(() => ({ full: false }))
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof Promises>()
  return {
    ...real,
    writeFile: async (file: string, bytes: Buffer, options?: object) => {
      await real.writeFile(file, disk.full ? bytes.subarray(0, 4) : bytes, options)
      if (disk.full) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    },
  }
})

const shop = suite(['catalogue'])

/** Makes the database fail as on a full disk, for each new brand and each new table. */
const fill = () =>
  shop.it.kernel.db.pool.query(`create function full_disk() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
    create trigger full_disk before insert on brand for each row execute function full_disk();
    create function full_tables() returns event_trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
    create event trigger full_tables on ddl_command_start when tag in ('CREATE TABLE AS') execute function full_tables()`)
const free = () =>
  shop.it.kernel.db.pool.query('drop event trigger if exists full_tables; drop function if exists full_disk, full_tables cascade')
const ready = async () => (await shop.it.guest.get('/health/ready')).body
afterEach(free)

test('when the database disk is full writes fail with the reason, reads work, readiness fails, and service recovers', async () => {
  const owner = await shop.it.staff('owner')
  await fill()
  const refused = await owner.post('/api/admin/brand', { title: 'North Hill', url: 'north-hill' })
  expect(refused).toMatchObject({
    status: 503,
    body: { code: 'NO_ROOM', messages: [expect.stringContaining('Nothing can be saved right now')] },
  })
  expect(refused.headers['retry-after']).toBe('30')
  expect((await owner.get('/api/admin/brand')).body.total).toBe(0)
  await vi.waitFor(async () => expect(await ready()).toEqual({ status: 'unavailable', failed: ['database'] }), 3_000)
  expect((await shop.it.guest.get('/health/live')).status).toBe(200)
  await free()
  await vi.waitFor(async () => expect(await ready()).toEqual({ status: 'ok', failed: [] }), 3_000)
  expect((await owner.post('/api/admin/brand', { title: 'North Hill', url: 'north-hill' })).status).toBe(201)
})

test('an upload to a full disk leaves no partial file and no row', async () => {
  const { kernel } = shop.it
  const upload = { bytes: Buffer.from('%PDF-1.4 paper'), name: 'a.pdf', type: 'file', trusted: true } as const
  disk.full = true
  await expect(storeFile(kernel, kernel.db, upload))
    .rejects.toThrow('ENOSPC')
    .finally(() => (disk.full = false))
  const left = readdirSync(filesDir(kernel), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(left.map(({ name }) => name)).toEqual([])
  expect(await kernel.db.one<{ n: number }>(sql`select count(*) as n from file`)).toEqual({ n: 0 })
  const stored = await storeFile(kernel, kernel.db, upload)
  expect(readFileSync(join(filesDir(kernel), stored.path))).toEqual(upload.bytes)
})
