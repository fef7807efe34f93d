import { createWriteStream, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ArchiveWriter, findBytes, findEntries } from '../../cli/backup/archive.ts'
import { fileName, HEAD, type Head, KEYS, SUMS, type Sums } from '../../cli/backup/contents.ts'
import { createDatabase, dropDatabase, queryOnce } from '../support/database.ts'
import { type Cli, openCli } from './run.ts'

/** Backups that were modified or come from another source: their checksums are valid, but they must be rejected if they are malicious. */
let it: Cli
const others: string[] = []
beforeAll(async () => {
  it = await openCli()
  await it.run(['admin', 'create', '--email', 'ops@shop.example', '--generate'])
  await it.query(
    `insert into brand (title, url) values ('{"en-US": "Tabs\\tand\\nlines \\\\ and \\\\N"}', 'odd'), ('{"en-US": ""}', 'empty')`,
  )
  const backup = await it.run(['backup', at('good.tar.gz')])
  if (backup.code !== 0) throw new Error(backup.err)
})
afterAll(async () => {
  for (const url of others) await dropDatabase(url)
  await it.close()
})
const at = (name: string) => join(it.folder, name)

interface Parts {
  head: Head
  sums: Sums
  keys: string
  files: Record<string, string>
}
let n = 0
/** A copy of the good backup with a modification and matching checksums. */
async function changed(change: (parts: Parts) => void): Promise<string> {
  const entries: [string, Buffer][] = []
  for await (const { name, body } of findEntries(at('good.tar.gz'))) entries.push([name, await findBytes(body)])
  const read = (name: string) => entries.find(([entryName]) => entryName === name)?.[1].toString() ?? ''
  const parts: Parts = { head: JSON.parse(read(HEAD)), sums: JSON.parse(read(SUMS)), keys: read(KEYS), files: {} }
  change(parts)
  const file = at(`changed-${++n}.tar.gz`)
  const out = new ArchiveWriter(createWriteStream(file))
  await out.bytes(HEAD, Buffer.from(JSON.stringify(parts.head)))
  await out.bytes(KEYS, Buffer.from(parts.keys))
  for (const [name, bytes] of entries) if (![HEAD, KEYS, SUMS].includes(name)) await out.bytes(name, bytes)
  for (const [path, text] of Object.entries(parts.files)) {
    await out.bytes(fileName(path), Buffer.from(text))
    parts.sums.files[path] = { count: text.length, sha256: createHash('sha256').update(text).digest('hex') }
  }
  await out.bytes(SUMS, Buffer.from(JSON.stringify(parts.sums)))
  await out.end()
  return file
}
async function elsewhere() {
  const url = await createDatabase()
  others.push(url)
  const data = at(`place-${++n}/data`)
  return {
    data,
    run: (...args: string[]) => it.run(args, { env: { DATABASE_URL: url, STOA_DATA_DIR: data } }),
    query: (text: string) => queryOnce(url, text),
  }
}

describe('a file in a backup', () => {
  test('with a path outside the files folder is not written, and nothing is restored', async () => {
    for (const path of ['../../../escaped.txt', 'img/../escaped.txt']) {
      const there = await elsewhere()
      const refused = await there.run('restore', await changed(({ files }) => void (files[path] = 'evil')))
      expect([path, refused.code, refused.err]).toEqual([path, 1, expect.stringContaining(`names a file "${path}"`)])
      expect(await there.query('select from account')).toEqual([])
      expect(readdirSync(it.folder, { recursive: true }).filter((name) => String(name).includes('escaped'))).toEqual([])
    }
  }, 60_000)

  test('is restored to the path where the shop reads it', async () => {
    const there = await elsewhere()
    const back = await there.run('restore', await changed(({ files }) => void (files['img/ab/new.txt'] = 'hello')), '--json')
    expect([back.code, back.json.files]).toEqual([0, 1])
    expect(readdirSync(join(there.data, 'files/img/ab'))).toEqual(['new.txt'])
  })
})

describe('a backup', () => {
  test('that needs plugins or a version not installed here names them before anything is created', async () => {
    const there = await elsewhere()
    const refused = await there.run('restore', await changed(({ head }) => void head.migrations.push('orchids/0001_orchids')), '--json')
    expect(refused.code).toBe(6)
    expect(JSON.parse(refused.err).error).toMatchObject({
      code: 'CONFLICT',
      message: 'The backup needs what is not installed here: orchids/0001_orchids.',
      hint: expect.stringContaining('the plugins that are left out'),
    })
    expect(await there.query(`select from pg_tables where schemaname = 'public'`)).toEqual([])
  })

  test('with other columns than the tables created here is refused with the table names', async () => {
    const there = await elsewhere()
    const refused = await there.run(
      'restore',
      await changed(({ head }) => head.tables.find(({ name }) => name === 'brand')?.columns.push('colour')),
    )
    expect([refused.code, refused.err]).toEqual([6, expect.stringContaining('not made here like that: public.brand')])
    expect(await there.query('select from account')).toEqual([])
  })

  test('with more rows than its checksum states is refused, and nothing is restored', async () => {
    const there = await elsewhere()
    const refused = await there.run(
      'restore',
      await changed(({ sums }) => {
        const sum = sums.tables['public.brand']
        if (sum) sum.count = 1
      }),
    )
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('public.brand did not come back as it was: 2 rows of 1')])
    expect(await there.query('select from brand')).toEqual([])
  })

  test('restores texts exactly, and writes its keys to a new data folder that had no key file', async () => {
    const there = await elsewhere()
    const back = await there.run('restore', at('good.tar.gz'))
    expect(back.code, back.err).toBe(0)
    const titles = `select title from brand order by url`
    expect(await there.query(titles)).toEqual(await it.query(titles))
    expect((await there.query(titles))[1]).toEqual({ title: { 'en-US': 'Tabs\tand\nlines \\ and \\N' } })
    expect(readFileSync(join(there.data, 'signing-key'), 'utf8')).toBe(await readKeys(at('good.tar.gz')))
    expect(readdirSync(there.data)).toEqual(['signing-key'])
    // The restore ran `analyze`, so the first requests do not run without planner statistics.
    expect(await there.query(`select reltuples::int as rows from pg_class where oid = 'brand'::regclass`)).toEqual([{ rows: 2 }])
  })

  test('is not restored where its keys could not be stored', async () => {
    const there = await elsewhere()
    writeFileSync(join(there.data, '..'), 'a file in the way')
    const refused = await there.run('restore', at('good.tar.gz'))
    expect([refused.code, refused.err]).toEqual([78, expect.stringContaining('STOA_DATA_DIR')])
    expect(await there.query(`select from pg_tables where schemaname = 'public'`)).toEqual([])
  })

  test('uses keys from the environment when they include all of its own, and writes no key file then', async () => {
    const [key = ''] = (await readKeys(at('good.tar.gz'))).split('\n')
    const there = await elsewhere()
    const newKey = 'k'.repeat(40)
    const back = await it.run(['restore', at('good.tar.gz')], {
      env: { DATABASE_URL: others.at(-1) ?? '', STOA_DATA_DIR: there.data, STOA_SECRETS: `${newKey},${key}` },
    })
    expect(back.code, back.err).toBe(0)
    expect(existsSync(join(there.data, 'signing-key'))).toBe(false)
  })

  test('contains no running jobs: a job in progress is run again', async () => {
    await it.query(`select graphile_worker.add_job('core/mail', '{"id": 1}', queue_name := 'letters')`)
    await it.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker-1';
      update graphile_worker._private_job_queues set locked_at = now(), locked_by = 'worker-1'`)
    await it.run(['backup', at('busy.tar.gz')])
    const there = await elsewhere()
    const back = await there.run('restore', at('busy.tar.gz'))
    expect(back.code, back.err).toBe(0)
    expect(
      await there.query(`select locked_at, locked_by from graphile_worker._private_jobs union all
      select locked_at, locked_by from graphile_worker._private_job_queues`),
    ).toEqual([
      { locked_at: null, locked_by: null },
      { locked_at: null, locked_by: null },
    ])
  })
})

async function readKeys(file: string): Promise<string> {
  for await (const { name, body } of findEntries(file)) if (name === KEYS) return (await findBytes(body)).toString()
  return ''
}
