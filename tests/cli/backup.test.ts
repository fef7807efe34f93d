import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, dropDatabase, queryOnce } from '../support/database.ts'
import { type Cli, openCli } from './run.ts'

/** A shop with accounts, products and files, and backups of it. */
let it: Cli
let n = 0
const others: string[] = []
beforeAll(async () => {
  it = await openCli()
  await it.run(['seed', 'small'])
  await it.run(['admin', 'create', '--email', 'ops@shop.example', '--generate'])
})
afterAll(async () => {
  for (const url of others) await dropDatabase(url)
  await it.close()
})

const at = (name: string) => join(it.folder, name)
/** An empty database and a new data folder. */
async function elsewhere() {
  const url = await createDatabase()
  others.push(url)
  const data = at(`data-${++n}`)
  const env = { DATABASE_URL: url, STOA_DATA_DIR: data }
  const run = (...args: string[]) => it.run(args, { env })
  return { data, run, query: (text: string) => queryOnce(url, text) }
}
const readChecksums = async (file: string) => {
  const { check } = await import('../../cli/backup/check.ts')
  const { tables, files } = (await check(file)).sums
  return { tables, files }
}

test('a backup restored elsewhere is identical: rows, sequences, files and the keys of sealed values', async () => {
  const backup = await it.run(['backup', at('first.tar.gz'), '--json'])
  expect(backup.code, backup.err).toBe(0)
  expect(backup.json).toMatchObject({ missing: [], rows: expect.any(Number) })
  expect(backup.json.files).toBeGreaterThan(0)
  const there = await elsewhere()
  const back = await there.run('restore', at('first.tar.gz'), '--json')
  expect(back.code, back.err).toBe(0)
  expect(back.json).toMatchObject({ rows: backup.json.rows, files: backup.json.files, migrations_after: [] })
  expect((await there.run('doctor')).code).toBe(0)
  expect(readFileSync(join(there.data, 'signing-key'), 'utf8').trim()).toBe(readFileSync(at('data/signing-key'), 'utf8').trim())
  expect((await there.run('backup', at('again.tar.gz'))).code).toBe(0)
  expect(await readChecksums(at('again.tar.gz'))).toEqual(await readChecksums(at('first.tar.gz')))
  // Sequence values are not reused, and constraints apply in the restored database as well.
  const [before] = await it.query(`select nextval(pg_get_serial_sequence('product', 'id'))::int as next`)
  const [after] = await there.query(`select nextval(pg_get_serial_sequence('product', 'id'))::int as next`)
  expect(after).toEqual(before)
  await expect(there.query(`insert into product_image (product_id, path) values (-1, 'img/x.png')`)).rejects.toMatchObject({
    code: '23503',
  })
  const shape = `select count(*)::int as keys, count(*) filter (where not convalidated)::int as unchecked from pg_constraint`
  expect(await there.query(shape)).toEqual(await it.query(shape))
  expect(await there.query(`select from pg_trigger where tgenabled = 'D'`)).toEqual([])
})

test('a backup is a consistent snapshot of a shop that is in use', async () => {
  const client = new pg.Client({ connectionString: it.url })
  await client.connect()
  const end = new AbortController()
  let pairs = 0
  const work = (async () => {
    for (; !end.signal.aborted; pairs++)
      await client.query(`begin; insert into brand (title, url) values ('{"en-US": "pair"}', 'pair-${pairs}');
        select graphile_worker.add_job('pair', '{}', job_key := 'pair ${pairs}'); commit`)
  })()
  const backup = await it.run(['backup', at('moment.tar.gz')])
  end.abort()
  await work
  await client.end()
  expect(backup.code, backup.err).toBe(0)
  const there = await elsewhere()
  expect((await there.run('restore', at('moment.tar.gz'))).code).toBe(0)
  const [restored] = await there.query(`select (select count(*)::int from brand where url like 'pair-%') as brands,
    (select count(*)::int from graphile_worker.jobs where task_identifier = 'pair') as jobs`)
  expect(restored.jobs).toBe(restored.brands)
  expect(restored.brands).toBeGreaterThan(0)
  expect(restored.brands).toBeLessThan(pairs)
  // A copy for testing runs none of these jobs.
  const copy = await elsewhere()
  expect((await copy.run('restore', at('moment.tar.gz'), '--without-jobs')).code).toBe(0)
  expect(await copy.query('select from graphile_worker.jobs')).toEqual([])
})

test('restoring refuses a backup that is damaged, truncated, not a backup or does not belong here', async () => {
  await it.run(['backup', at('good.tar.gz')])
  const whole = readFileSync(at('good.tar.gz'))
  writeFileSync(at('cut.tar.gz'), whole.subarray(0, whole.length / 2))
  writeFileSync(at('note.txt'), 'no backup')
  const there = await elsewhere()
  for (const name of ['cut.tar.gz', 'note.txt']) {
    const refused = await there.run('restore', at(name))
    expect([name, refused.code, refused.err]).toEqual([name, 1, expect.stringContaining('cannot be used')])
  }
  expect((await there.run('restore', at('none.tar.gz'))).code).toBe(5)
  expect(await there.query(`select from pg_tables where schemaname = 'public'`)).toEqual([])
  const used = await it.run(['restore', at('good.tar.gz')])
  expect([used.code, used.err]).toEqual([6, expect.stringContaining('A shop is in this database already')])
  const locked = await it.run(['restore', at('good.tar.gz')], { env: { STOA_SECRETS: 'k'.repeat(40) } })
  expect([locked.code, locked.err]).toEqual([78, expect.stringContaining('lacks a key')])
  const planned = await there.run('restore', at('good.tar.gz'), '--dry-run', '--json')
  expect(planned.json).toMatchObject({ dry_run: true, migrations_after: [] })
  expect(await there.query(`select from pg_tables where schemaname = 'public'`)).toEqual([])
})

test('a restore is rolled back when a table differs, and can be tried again', async () => {
  await it.run(['backup', at('fine.tar.gz')])
  const there = await elsewhere()
  expect((await there.run('migrate', 'up')).code).toBe(0)
  await there.query('alter table brand alter column url type char(300)')
  const refused = await there.run('restore', at('fine.tar.gz'))
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('public.brand did not come back as it was')])
  expect(await there.query('select from product union all select from account')).toEqual([])
  await there.query('alter table brand alter column url type text')
  expect((await there.run('restore', at('fine.tar.gz'))).code).toBe(0)
})

test('a missing file is reported, and the rest is backed up', async () => {
  const [{ path }] = await it.query(`select path from file order by path limit 1`)
  const bytes = readFileSync(join(at('data/files'), path))
  rmSync(join(at('data/files'), path))
  const backup = await it.run(['backup', at('gap.tar.gz'), '--json'])
  expect([backup.code, backup.json.missing]).toEqual([3, [path]])
  mkdirSync(join(at('data/files'), path, '..'), { recursive: true })
  writeFileSync(join(at('data/files'), path), bytes)
})

test('a backup to standard output cannot be combined with --json, and an existing file is never overwritten', async () => {
  const piped = await it.runProcess(['backup', '-', '--json'])
  expect([piped.code, piped.err]).toEqual([2, expect.stringContaining('Standard output')])
  const again = await it.run(['backup', at('good.tar.gz')])
  expect([again.code, again.err]).toEqual([6, expect.stringContaining('is there already')])
})
