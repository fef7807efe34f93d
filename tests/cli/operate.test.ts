import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, dropDatabase } from '../support/database.ts'
import { boot } from '../../cli/boot.ts'
import { explain } from '../../cli/errors.ts'
import { readConfig } from '../../cli/start/config.ts'
import { type Cli, openCli } from './run.ts'

let it: Cli
beforeAll(async () => {
  it = await openCli()
})
afterAll(() => it.close())

const tables = (url: string) => it.run(['migrate', 'status', '--json'], { env: { DATABASE_URL: url } })

test('migrations are applied, listed, and rolled back only after confirmation', async () => {
  const url = await createDatabase()
  const on = (args: string[]) => it.run(['migrate', ...args], { env: { DATABASE_URL: url } })
  expect((await on(['up', '--dry-run', '--json'])).json.pending).toContain('core/0001_kernel')
  expect((await tables(url)).json.every((e: any) => e.state === 'pending')).toBe(true)
  expect((await on(['up', '--json'])).json.applied[0]).toBe('core/0001_kernel')
  const unconfirmed = await on(['down', '--steps', '2'])
  expect([unconfirmed.code, unconfirmed.err]).toEqual([2, expect.stringContaining('--yes is required')])
  expect((await on(['down', '--steps', '2', '--yes', '--json'])).json.undone).toHaveLength(2)
  expect((await tables(url)).json.filter((e: any) => e.state === 'pending')).toHaveLength(2)
  await on(['up'])
  const undone: string[] = (await on(['down', '--of', 'wishlist', '--yes', '--json'])).json.undone
  expect(undone).toContain('wishlist/0001_wishlist')
  const pending = (await tables(url)).json.filter((e: any) => e.state === 'pending').map((e: any) => e.name)
  expect(pending).toEqual(undone.toReversed())
  const before = await tables(url)
  const refused = await on(['down', '--of', 'catalogue', '--yes'])
  expect([refused.code, refused.err]).toEqual([6, expect.stringContaining('on top of it by')])
  expect((await tables(url)).json).toEqual(before.json)
  expect(await on(['down', '--of', 'wishlits', '--yes'])).toMatchObject({ code: 5, err: expect.stringContaining('Did you mean wishlist?') })
  expect((await on(['down', '--of', 'wishlist', '--steps', '2', '--yes'])).code).toBe(2)
  await dropDatabase(url)
})

test('a missing column stops the start and is named with a fix', async () => {
  await it.query('alter table brand rename column url to address')
  try {
    const { code, err } = await it.run(['role', 'list'])
    expect(code).toBe(78)
    expect(err).toContain('The database is not what the plugins declare. brand.url: the column is missing')
    expect(err).toContain('Try: Write a new migration')
    expect((await it.run(['doctor'])).out).toContain('brand.url: the column is missing')
  } finally {
    await it.query('alter table brand rename column address to url')
  }
  expect((await it.run(['role', 'list'])).code).toBe(0)
})

test('a newer database is reported once; the stack trace is shown only on request', async () => {
  await it.query("insert into migration (name, batch, migration_time) values ('core/9999_later', 99, now())")
  try {
    const { code, err } = await it.run(['migrate', 'up'])
    expect(code).toBe(78)
    expect(err).toBe(
      'Error: The database has migrations whose files are missing here: core/9999_later.\n' +
        'Try: It was used by a newer or different version; install that one, or restore the files.\n',
    )
    for (const result of [await it.run(['migrate', 'up', '--verbose']), await it.run(['migrate', 'up'], { env: { STOA_LOG: 'debug' } })])
      expect(result.err.replace(/^(.*\n){2}/, '')).toMatch(/^( +at .*\n)+$/)
  } finally {
    await it.query("delete from migration where name = 'core/9999_later'")
  }
})

test('an unusable data folder is named once with a fix', async () => {
  writeFileSync(join(it.folder, 'plain'), 'no folder')
  const place = join(it.folder, 'plain', 'data')
  const { code, err } = await it.runProcess(['role', 'list'], { env: { DATABASE_URL: '', STOA_DATA_DIR: place } })
  expect(code).toBe(78)
  expect(err).toMatch(new RegExp(`^Error: ${place} cannot be used by this account \\(ENOTDIR\\)\\.\nTry: .*STOA_DATA_DIR.*\n$`))
})

test('a full disk is reported as such, whichever part noticed it', () => {
  for (const code of ['ENOSPC', 'EDQUOT', '53100'])
    expect(explain(Object.assign(new Error('could not write'), { code })), code).toMatchObject({
      exit: 'unavailable',
      message: expect.stringContaining('no room left on the disk'),
    })
})

test('a start that fails leaves no database running in its data folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stoa-failed-'))
  // PostgreSQL does not run as root, so its user must be able to enter the folder.
  chmodSync(folder, 0o755)
  try {
    const config = readConfig({ STOA_DATA_DIR: folder, PLUGINS_OFF: 'currency' })
    await expect(boot({ config })).rejects.toThrow('needs "currency", which is not enabled')
    expect(existsSync(join(folder, 'postgres', 'cluster', 'PG_VERSION'))).toBe(true)
    expect(existsSync(join(folder, 'postgres', 'cluster', 'postmaster.pid'))).toBe(false)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('an empty database is seeded at once, a filled one only when its name is confirmed', async () => {
  const planned = await it.run(['seed', 'small', '--dry-run', '--json'])
  expect(planned.json).toMatchObject({ set: 'small', dry_run: true })
  expect(await it.query('select 1 from product')).toEqual([])
  const first = await it.run(['seed', 'small'])
  expect([first.code, first.out]).toEqual([0, ''])
  expect(first.err).toMatch(/✓ catalogue\n(.*\n)*.*Added .*\d+ products/)
  const [{ name }] = await it.query('select current_database() as name')
  const again = await it.run(['seed', 'small', '--yes'])
  expect(again.code).toBe(2)
  expect(again.err).toMatch(/already has .*\d+ products/)
  expect(again.err).toContain(`--confirm ${name} is required because input is not a terminal`)
  expect((await it.run(['seed', 'small', '--confirm', 'other'])).code).toBe(2)
  const confirmed = await it.run(['seed', 'small', '--confirm', name, '--json'])
  expect(confirmed.json).toMatchObject({ set: 'small', database: name, added: {} })
  const year = await it.run(['seed', 'year', '--confirm', name])
  expect([year.code !== 0, year.err]).toEqual([true, expect.stringContaining('holds a shop already')])
  expect(await it.query('select 1 from sales_order')).toEqual([])
})

test('unknown environment variables and plugins are reported with a suggestion', async () => {
  const { json } = await it.run(['doctor', '--json'], { env: { STOA_POTR: '1', STOA_PORT_FILE: '', PLUGINS_OFF: 'wishlst' } })
  expect(json.checks.filter((c: any) => c.check === 'environment').map((c: any) => [c.state, c.message])).toEqual([
    ['warning', 'Nobody reads STOA_POTR. Did you mean STOA_PORT?'],
    ['warning', 'PLUGINS_OFF names "wishlst", which is no plugin here. Did you mean wishlist?'],
  ])
})

test('the doctor names each problem with a fix and exits with 1', async () => {
  await it.run(['admin', 'create', '--email', 'ops@shop.example', '--generate'])
  const well = await it.run(['doctor', '--json'])
  expect(well.json.checks.filter((c: any) => c.state === 'error')).toEqual([])
  expect(well.code).toBe(0)

  await it.query("insert into role (name, permission_list) values ('old', '{get unicorn}')")
  await it.query("insert into file (path, name, mime, size, sha256) values ('img/00/gone.png', 'gone.png', 'image/png', 1, '')")
  await it.query('alter table page drop column css')
  await it.query('alter table customer_group drop constraint customer_group_name_unique')
  await it.query('update inventory set quantity = quantity + 1 where id = (select min(id) from inventory)')
  await it.query("select graphile_worker.add_job('core/mail', '{}', max_attempts := 1)")
  await it.query('update graphile_worker._private_jobs set attempts = 1')
  const data = join(it.folder, 'data')
  mkdirSync(data, { recursive: true })
  chmodSync(data, 0o777)
  try {
    const ill = await it.run(['doctor'], { env: { STOA_SMTP_URL: 'smtp://127.0.0.1:1' } })
    expect(ill.code).toBe(1)
    for (const text of [
      '! data folder',
      'world-writable',
      `fix: chmod o-w ${data}`,
      '✗ SMTP server 127.0.0.1:1',
      'old: get unicorn',
      'img/00/gone.png',
      'page.css: the column is missing',
      'customer_group.name: nothing keeps two rows from holding the same',
      ' recorded, ',
      '✗ 1 jobs gave up',
    ])
      expect(ill.out).toContain(text)
  } finally {
    await it.query('alter table page add column css text')
    await it.query('alter table customer_group add constraint customer_group_name_unique unique (name)')
  }
  const far = await it.run(['doctor', '--json'], { env: { DATABASE_URL: 'postgres://x@127.0.0.1:1/y' } })
  expect([far.code, far.json.checks.some((c: any) => c.check === 'database' && c.state === 'error')]).toEqual([1, true])
})

test('a failed job is listed and can be retried', async () => {
  const { json } = await it.run(['job', 'list', '--state', 'dead', '--json'])
  expect(json).toMatchObject([{ task: 'core/mail', state: 'dead' }])
  const wrong = await it.run(['job', 'retry', '999999'])
  expect([wrong.code, wrong.err]).toEqual([5, expect.stringContaining('no job 999999')])
  expect((await it.run(['job', 'retry', '--all', '--json'])).json).toEqual({ ids: [json[0].id] })
  const worked = await it.runProcess(['worker', '--once'])
  expect([worked.code, worked.err]).toEqual([0, expect.stringMatching(/\d+ jobs were due, 0 are left/)])
})

test('a worker exits with 0 on SIGTERM', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../cli/bin.mjs'), 'worker'], {
    env: { ...process.env, DATABASE_URL: it.url, STOA_DATA_DIR: join(it.folder, 'data') },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await once(child.stderr, 'data')
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('a port in use is reported with a command to try next', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const { code, err } = await it.runProcess(['start', '--dev'], {
    env: { STOA_PORT: String(port), STOA_WORKER: 'off' },
  })
  other.close()
  expect(code).toBe(1)
  expect(err).toContain(`Error: Port ${port} of 127.0.0.1 is taken by another program.\nTry: STOA_PORT=${port + 1} stoa start`)
})

test('settings are read, changed by field type, and refused when invalid', async () => {
  const planned = await it.run(['settings', 'set', 'basic.name', 'Harbour', '--dry-run', '--json'])
  expect(planned.json).toEqual({ setting: 'basic.name', old: 'Stoa', new: 'Harbour', dry_run: true })
  expect((await it.run(['settings', 'get', 'basic.name'])).out).toBe('Stoa\n')
  await it.run(['settings', 'set', 'basic.name', '海港', '--language', 'zh-HK'])
  expect((await it.run(['settings', 'get', 'basic.name', '--language', 'zh-HK'])).out).toBe('海港\n')
  await it.run(['settings', 'set', 'basic.supported_languages', 'en-US, zh-HK'])
  expect((await it.run(['settings', 'get', 'basic', '--json'])).json).toMatchObject({
    supported_languages: ['en-US', 'zh-HK'],
  })
  expect((await it.run(['settings', 'set', 'basic.main_language', 'fr'])).code).toBe(2)
  const near = await it.run(['settings', 'set', 'basic.nmae', 'x'])
  expect([near.code, near.err]).toEqual([5, expect.stringContaining('Did you mean name?')])
  expect((await it.query("select actor_name from audit_log where resource = 'setting basic'"))[0].actor_name).toContain('command line')
})

test('mails in the outbox can be read', async () => {
  await it.query("insert into mail (recipient, subject, text_body) values ('may@shop.example', 'Your order', 'Thank you.')")
  expect((await it.run(['mail', 'list', '--json'])).json).toMatchObject([{ recipient: 'may@shop.example', subject: 'Your order' }])
  expect((await it.run(['mail', 'show', '1'])).out).toMatch(/^To: may@shop\.example\nSubject: Your order\n(.*\n)*\nThank you\.\n$/)
  expect((await it.run(['mail', 'show', '99'])).code).toBe(5)
})

test('routes, permissions, resources and the OpenAPI description are printed as data for other programs', async () => {
  const routes = await it.run(['routes', '--plugin', 'sales', '--json'])
  expect(routes.json).toContainEqual({
    method: 'GET',
    url: '/api/admin/order',
    needs: 'get order',
    plugin: 'sales',
  })
  expect(routes.json.every((r: any) => r.plugin === 'sales')).toBe(true)
  expect((await it.run(['permissions', '--plugin', 'content', '--plain'])).out.split('\n')).toContain('get page\tcontent')
  expect((await it.run(['resource', 'list', '--json'])).json).toContainEqual(
    expect.objectContaining({
      name: 'brand',
      import: true,
      columns: expect.arrayContaining(['title:zh-HK']),
    }),
  )
  expect((await it.run(['resource', 'show', 'brand', '--json', '--fields', 'column,kind'])).json).toContainEqual({
    column: 'url',
    kind: 'slug',
  })
  expect((await it.run(['openapi', 'api.json'])).code).toBe(0)
  expect(JSON.parse(readFileSync(join(it.folder, 'api.json'), 'utf8')).openapi).toBe('3.1.0')
  expect((await it.run(['openapi', 'api.json'])).code).toBe(6)
})
