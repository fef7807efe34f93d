import { chmodSync, mkdirSync, mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { checkContent } from '../../cli/doctor/content.ts'
import { checkMigrations, checkServer } from '../../cli/doctor/database.ts'
import type { Finding } from '../../cli/doctor/check-result.ts'
import { checkPlace, checkTexts } from '../../cli/doctor/place.ts'
import { readConfig } from '../../cli/start/config.ts'
import { listedPlugins, loadPlugins } from '../../cli/start/load.ts'
import { sql } from '../../core/db/sql.ts'
import { I18n } from '../../core/i18n/i18n.ts'
import { definePlugin } from '../../core/plugin/define.ts'
import { defineResource } from '../../core/resource/define.ts'
import { f } from '../../core/fields/f.ts'
import { type TestApp, testApp } from '../support/app.ts'

/** The findings of `stoa doctor`: each problem is reported with its remedy, and nothing else is reported. */
const folder = mkdtempSync(join(tmpdir(), 'stoa-doctor-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string) => join(folder, name)
const getFindings = (findings: readonly Finding[], check: string) => findings.filter((finding) => finding.check === check)

describe('environment checks', () => {
  const place = async (env: Record<string, string>) => checkPlace(readConfig({ STOA_DATA_DIR: at('data'), ...env }))
  const data = async (name: string) => getFindings(await place({ STOA_DATA_DIR: at(name) }), 'data folder')[0]

  test('a data folder that does not exist yet is created by the first start, with its parents', async () => {
    expect(await data('new')).toMatchObject({ state: 'ok', message: expect.stringContaining('will be made') })
    expect(await data('new/deeper/down')).toMatchObject({ state: 'ok', message: expect.stringContaining('will be made') })
  })

  test('a file at the path of the data folder is an error', async () => {
    writeFileSync(at('file'), '')
    expect(await data('file')).toMatchObject({ state: 'error', message: `${at('file')} is no folder` })
    for (const name of ['file/data', 'file/deeper/data'])
      expect(await data(name)).toMatchObject({ state: 'error', message: expect.stringContaining('cannot be made') })
  })

  test('a world-writable data folder is a warning with the command that fixes it', async () => {
    mkdirSync(at('open'))
    chmodSync(at('open'), 0o707)
    expect(await data('open')).toMatchObject({ state: 'warning', fix: `chmod o-w ${at('open')}` })
    chmodSync(at('open'), 0o775)
    expect(await data('open')).toMatchObject({ state: 'ok' })
  })

  const mail = async (url?: string) => getFindings(await place(url ? { STOA_SMTP_URL: url } : {}), 'mail')[0]
  const getPort = (server: Server) => (server.address() as { port: number }).port

  test('a missing mail server is no error, a responding one is ok, and its password is never printed', async () => {
    expect(await mail()).toMatchObject({ state: 'ok', message: expect.stringContaining('outbox') })
    const smtp = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authMethods: ['PLAIN'],
      allowInsecureAuth: true,
      onAuth: ({ password }, _session, done) => (password === 'right' ? done(null, { user: 'shop' }) : done(new Error('wrong password'))),
    })
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', () => resolve()))
    const port = getPort(smtp.server)
    expect(await mail(`smtp://shop:right@127.0.0.1:${port}`)).toMatchObject({
      state: 'ok',
      message: `SMTP server 127.0.0.1:${port} answers`,
    })
    const refused = await mail(`smtp://shop:wr0ng@127.0.0.1:${port}`)
    expect(refused).toMatchObject({ state: 'error', fix: 'check STOA_SMTP_URL', message: expect.stringContaining('wrong password') })
    expect(JSON.stringify(refused)).not.toContain('wr0ng')
    await new Promise<void>((resolve) => smtp.close(() => resolve()))
    expect(await mail(`smtp://127.0.0.1:${port}`)).toMatchObject({ state: 'error', message: expect.stringContaining('ECONNREFUSED') })
  })

  test('a mail server that accepts the connection and stays silent times out after three seconds', async () => {
    const mute = createServer(() => undefined)
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', () => resolve()))
    const begun = Date.now()
    expect(await mail(`smtp://127.0.0.1:${getPort(mute)}`)).toMatchObject({ state: 'error' })
    expect(Date.now() - begun).toBeLessThan(8_000)
    mute.close()
  })

  test('an unreachable database names what to check: DATABASE_URL, or the data folder of the embedded server', async () => {
    const away = await checkServer(readConfig({ DATABASE_URL: 'postgres://x:hidden@127.0.0.1:1/y' }), () => undefined)
    expect(away).toMatchObject({
      findings: [{ check: 'database', state: 'error', fix: expect.stringContaining('DATABASE_URL') }],
    })
    expect(JSON.stringify(away)).not.toContain('hidden')
    const serverCheck = await checkServer(readConfig({ STOA_DATA_DIR: at('file/data') }), () => undefined)
    expect(serverCheck.findings[0]).toMatchObject({ state: 'error', fix: expect.stringContaining(at('file/data')) })
  })
})

describe('messages', () => {
  const texts = (english: object, hongKong: object, china = hongKong) => {
    const i18n = new I18n()
    const dir = mkdtempSync(join(folder, 'texts-'))
    for (const [locale, bundle] of Object.entries({ 'en-US': english, 'zh-HK': hongKong, 'zh-CN': china }))
      writeFileSync(join(dir, `${locale}.json`), JSON.stringify(bundle))
    i18n.load('tea', dir)
    return checkTexts({ i18n })
  }

  test('are ok when each language has them, nested ones too; Chinese needs no singular', () => {
    expect(texts({ a: 'A', b: { c: 'C' }, n_one: '1', n_other: '{count}' }, { a: '甲', b: { c: '丙' }, n_other: '{count}' }).state).toBe(
      'ok',
    )
  })

  test('missing in one language are named, and so are those without an English text', () => {
    expect(texts({ a: 'A', b: { c: 'C' } }, { a: '甲', b: { c: '丙' } }, { b: { d: '丁' } })).toMatchObject({
      state: 'error',
      message: '3 texts are not there in every language',
      details: ['zh-CN tea:a is missing', 'zh-CN tea:b.c is missing', 'zh-CN tea:b.d has no English'],
    })
    expect(texts({ n_one: '1', n_other: '{count}' }, {}).details).toHaveLength(4)
  })

  test('missing by the hundred are reported by the first ten', () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`k${i}`, 'x']))
    expect(texts(many, {})).toMatchObject({ message: '600 texts are not there in every language', details: { length: 10 } })
  })
})

describe('database checks', () => {
  let it: TestApp
  let broken = false
  const rule = definePlugin({
    id: 'tea',
    resources: [defineResource({ name: 'tea_leaf', table: 'tea_leaf', fields: { picture: f.maybe(f.image()), title: f.text() } })],
    checks: {
      'every leaf has a title': async ({ db }) => {
        if (broken) throw new Error('the rule cannot be read')
        return (await db.rows<{ id: number }>(sql`select id from tea_leaf where title = '' order by id`)).map(({ id }) => `leaf ${id}`)
      },
    },
  })
  beforeAll(async () => {
    const tables = `create table tea_leaf (id bigint generated always as identity primary key, created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(), picture text, title text)`
    it = await testApp(['content'], { extra: [rule], tables })
  })
  afterAll(() => it.close())
  const find = async (check: string) => getFindings(await checkContent(it.kernel), check)
  const run = (text: string) => it.kernel.db.pool.query(text)

  test('everything is ok in a new shop, except that nobody can sign in yet', async () => {
    const found = await checkContent(it.kernel)
    expect(found.map(({ check }) => check)).toEqual(['tables', 'records', 'roles', 'staff', 'files', 'jobs', 'proxies'])
    expect(found.filter(({ state }) => state !== 'ok')).toEqual([
      { check: 'staff', state: 'warning', message: 'nobody can sign in and change roles', fix: 'stoa admin create' },
    ])
  })

  test('at least one account that can sign in must be able to change roles', async () => {
    await it.staff('owner')
    expect(await find('staff')).toMatchObject([{ state: 'ok', message: '1 staff accounts, 1 may change roles' }])
    await run('update account set enabled = false')
    expect(await find('staff')).toMatchObject([{ state: 'warning' }])
    await run('update account set enabled = true')
    await it.staff(['get page'])
    expect(await find('staff')).toMatchObject([{ message: '2 staff accounts, 1 may change roles' }])
    await run('delete from session; delete from account; delete from role')
    await it.staff(['update role'])
    expect(await find('staff')).toMatchObject([{ state: 'ok' }])
  })

  test('a violated invariant of a plugin names the records, and all other invariants are checked', async () => {
    await run(`insert into tea_leaf (title) values ('green'), (''), ('')`)
    expect(await find('records')).toEqual([
      {
        check: 'records',
        state: 'error',
        message: 'tea: every leaf has a title – does not hold',
        fix: 'look at the records named',
        details: ['leaf 2', 'leaf 3'],
      },
    ])
    await run('truncate tea_leaf restart identity')
    expect(await find('records')).toMatchObject([{ state: 'ok', message: expect.stringMatching(/^\d+ rules of the plugins hold$/) }])
  })

  test('an invariant that cannot be checked is reported and does not stop the others', async () => {
    broken = true
    const found = await checkContent(it.kernel)
    broken = false
    expect(getFindings(found, 'records')).toMatchObject([
      { state: 'error', message: 'records could not be checked: the rule cannot be read', fix: expect.stringContaining('tables first') },
    ])
    expect(found.map(({ check }) => check)).toContain('jobs')
  })

  test('files are checked both ways: recorded but missing on disk, and referenced but never uploaded', async () => {
    await run(
      `insert into file (path, name, mime, size, sha256) values ('img/aa/there.png', 'there.png', 'image/png', 1, ''), ('img/aa/gone.png', 'gone.png', 'image/png', 1, '')`,
    )
    const files = join(it.kernel.config.dataDir, 'files')
    mkdirSync(join(files, 'img/aa'), { recursive: true })
    writeFileSync(join(files, 'img/aa/there.png'), 'x')
    await run(`insert into tea_leaf (title, picture) values ('a', 'img/aa/there.png'), ('b', 'img/aa/never.png'), ('c', ''), ('d', null)`)
    expect(await find('files')).toMatchObject([
      { state: 'error', message: '1 uploaded files are not on disk', details: ['img/aa/gone.png'], fix: expect.stringContaining(files) },
      { state: 'error', message: '1 records name a file nobody uploaded', details: ['tea_leaf 2 picture: img/aa/never.png'] },
    ])
    unlinkSync(join(files, 'img/aa/there.png'))
    expect((await find('files'))[0]).toMatchObject({ message: '2 uploaded files are not on disk' })
    await run('truncate tea_leaf restart identity; delete from file')
    expect(await find('files')).toEqual([{ check: 'files', state: 'ok', message: '0 uploaded files are on disk' }])
  })

  describe('jobs', () => {
    afterEach(() => run('delete from graphile_worker._private_jobs'))
    const job = (set = 'attempts = attempts') =>
      run(
        `select graphile_worker.add_job('tea/brew', '{}'); update graphile_worker._private_jobs set ${set} where id = (select max(id) from graphile_worker._private_jobs)`,
      )

    test('waiting a short time are no problem; those scheduled for later do not count as waiting', async () => {
      await job()
      await job(`run_at = now() + interval '1 day'`)
      expect(await find('jobs')).toEqual([{ check: 'jobs', state: 'ok', message: '1 jobs wait, none for long' }])
    })

    test('waiting for more than ten minutes are a warning; one in progress is not', async () => {
      await job(`run_at = now() - interval '11 minutes'`)
      await job(`run_at = now() - interval '9 minutes'`)
      await job(`run_at = now() - interval '1 hour', locked_at = now(), locked_by = 'w'`)
      expect(await find('jobs')).toMatchObject([{ state: 'warning', message: '1 jobs wait for more than ten minutes' }])
    })

    test('that failed for good are an error and are not also reported as late', async () => {
      await job(`attempts = max_attempts, run_at = now() - interval '1 day'`)
      expect(await find('jobs')).toMatchObject([
        { state: 'error', message: '1 jobs gave up', fix: expect.stringContaining('stoa job retry') },
      ])
    })
  })

  test('an unnamed proxy is reported for a day', async () => {
    await run(`insert into rate_limit (key, hits, expires_at) values ('unnamed-proxy 10.0.0.9', 1, now() + interval '1 hour'),
      ('unnamed-proxy 10.0.0.8', 1, now() - interval '1 second')`)
    expect(await find('proxies')).toMatchObject([{ state: 'warning', message: expect.stringMatching(/through 10\.0\.0\.9 within/) }])
    await run('delete from rate_limit')
  })
})

describe('migrations', () => {
  let it: TestApp
  beforeAll(async () => {
    it = await testApp(['content'])
  })
  afterAll(() => it.close())
  const look = async (names: string[] = listedPlugins([])) => {
    const plugins = await loadPlugins(names)
    return checkMigrations(it.url, plugins)
  }
  const here = () => it.kernel.registry.plugins.map(({ id }) => id).filter((id) => id !== 'core')

  test('of all present plugins are applied, or are reported as pending with ten names', async () => {
    expect(await look(here())).toMatchObject({ ready: true, findings: [{ state: 'ok', message: expect.stringContaining('up to date') }] })
    expect(await look()).toMatchObject({ ready: false, findings: [{ state: 'error', fix: 'stoa migrate up', details: { length: 10 } }] })
  })

  test('of absent plugins cause a warning and do not stop the other checks', async () => {
    const { ready, findings } = await look([])
    expect([ready, findings.map(({ state }) => state)]).toEqual([true, ['warning', 'ok']])
    expect(findings[0]?.details?.every((name) => name.startsWith('content'))).toBe(true)
  })

  test('unknown to a present plugin indicate another version', async () => {
    await it.kernel.db.pool.query(`insert into migration (name, batch, migration_time) values ('content/9999_future', 99, now())`)
    const { ready, findings } = await look(here())
    expect([ready, findings]).toMatchObject([false, [{ state: 'error', details: ['content/9999_future'] }]])
  })
})
