import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkPassword } from '../../core/access/password.ts'
import { isAlive, withLock } from '../../cli/lock.ts'
import { chooseToUndo } from '../../cli/migrate/migrate.ts'
import { checkHistory, type MigrationEntry } from '../../cli/migrate/history.ts'
import { listMigrations, loadMigration } from '../../cli/migrate/files.ts'
import { findUnknownVariables } from '../../cli/start/unknown-variables.ts'
import { inside } from './run-in-process.ts'
import { type Cli, openCli } from './run.ts'

/** Output and exit code of each command, in one shop. */
let it: Cli
const run = (...args: string[]) => inside(args, { env: it.env })
const ended = async (...args: string[]) => {
  const { code, err } = await run(...args)
  return `${code} ${err.split('\n')[0]}`
}
beforeAll(async () => {
  it = await openCli()
  await run('admin', 'create', '--email', 'ops@shop.test', '--generate')
})
afterAll(() => it.close())

test('an account is created, updated, disabled and enabled; a repeated change is reported as already done', async () => {
  const made = (await run('admin', 'create', '--email', ' May.Li@Shop.test ', '--generate', '--json')).json
  expect(made).toMatchObject({ email: 'may.li@shop.test', name: 'may.li', role: 'owner', password: expect.stringMatching(/^[\w-]{16}$/) })
  expect((await run('admin', 'update', 'MAY.LI@shop.test', '--name', 'May Li', '--json')).json).toEqual({
    id: made.id,
    email: 'may.li@shop.test',
    name: 'May Li',
    role: 'owner',
  })
  expect(await ended('admin', 'update', 'may.li@shop.test')).toBe('2 Error: Say what to change: --name or --role.')
  expect(await ended('admin', 'update', 'may.li@shop.test', '--role', 'ownr')).toBe('5 Error: no role "ownr". Did you mean owner?')
  expect(await ended('admin', 'disable', 'may.li@shop.test')).toBe('0 ✓ may.li@shop.test disabled')
  expect(await ended('admin', 'disable', 'may.li@shop.test')).toBe('0 may.li@shop.test is disabled already.')
  expect((await run('admin', 'list', '--json', '--fields', 'email,enabled')).json).toEqual([
    { email: 'may.li@shop.test', enabled: false },
    { email: 'ops@shop.test', enabled: true },
  ])
  expect(await ended('admin', 'enable', 'may.li@shop.test')).toBe('0 ✓ may.li@shop.test enabled')
  expect(await ended('admin', 'create', '--email', 'no address', '--generate')).toMatch(/^2 Error: email: /)
})

test('reset-password replaces the password, requires a change at sign-in, and accepts exactly one password option', async () => {
  const getAccount = async () =>
    (await it.query("select id, password_hash as hash, must_change_password as must from account where email = 'ops@shop.test'"))[0]
  const before = await getAccount()
  const { json } = await run('admin', 'reset-password', 'ops@shop.test', '--generate', '--json')
  const after = await getAccount()
  expect([after.hash === before.hash, after.must, await checkPassword(after.hash, json.password)]).toEqual([false, true, true])
  expect(await ended('admin', 'reset-password', 'ops@shop.test', '--generate', '--password-stdin')).toMatch(/^2 .*exclude each other/)
  expect(await ended('admin', 'reset-password', 'ops@shop.test')).toMatch(
    /^2 .*--password-stdin or --generate is required because input is not/,
  )
  expect(await ended('admin', 'reset-password', 'ops@shop.test', '--no-input')).toMatch(/^2 .*because of --no-input/)
})

test('a role is created from presets and permissions, shown, and printed in full as JSON', async () => {
  const made = (await run('role', 'create', 'editor', 'content.viewer', 'order:get', '--json')).json
  expect(made.added).toContain('get order')
  expect(made.added.length).toBeGreaterThan(3)
  expect(await ended('role', 'create', 'editor')).toBe('6 Error: There is a role "editor" already.')
  expect(await ended('role', 'create', 'other', 'get ordr')).toBe('2 Error: no permission "get ordr". Did you mean get order?')
  const roleOutput = await run('role', 'show', 'EDITOR')
  expect(roleOutput.out.trim().split('\n')).toEqual(made.added)
  expect(roleOutput.err).toBe(`Role editor (${made.added.length} permissions, 0 members)\n`)
  expect((await run('role', 'show', 'owner', '--json')).json).toMatchObject({
    superuser: true,
    members: expect.arrayContaining(['ops@shop.test']),
  })
  expect((await run('role', 'list', '--plain', '--fields', 'name,permissions')).out).toBe(
    `editor\t${made.added.length}\nowner\teverything\n`,
  )
  expect(await ended('role', 'show', 'edtor')).toBe('5 Error: no role "edtor". Did you mean editor?')
})

test('superuser is granted and revoked by a flag; single permissions of a superuser role cannot be revoked', async () => {
  const granted = (await run('role', 'grant', 'editor', '--superuser', '--json')).json
  expect(granted).toMatchObject({ superuser: true, added: [] })
  expect(await ended('role', 'revoke', 'editor', 'get order')).toMatch(/^6 Error: Role editor holds everything/)
  expect((await run('role', 'revoke', 'editor', 'get order', '--superuser', '--json')).json).toMatchObject({
    superuser: false,
    removed: ['get order'],
  })
  expect(await ended('role', 'revoke', 'editor', 'get order')).toMatch(/^0 Role editor/)
  const reviewed = await run('role', 'grant')
  expect([reviewed.code, reviewed.err]).toEqual([2, expect.stringContaining('A role and permissions are required')])
})

test('settings are read by group and field, parsed by field type, and invalid values are named', async () => {
  const set = async (...args: string[]) => (await run('settings', 'set', ...args, '--json')).json.new
  expect([await set('contact.public_email', 'desk@shop.test'), await set('contact.public_email', '')]).toEqual(['desk@shop.test', null])
  expect([await set('broadcast.tracking', 'off'), await set('broadcast.tracking', ' YES ')]).toEqual([false, true])
  expect([await set('broadcast.rate_per_min', '120'), await set('basic.supported_languages', 'en-US, zh-HK,')]).toEqual([
    120,
    ['en-US', 'zh-HK'],
  ])
  for (const [name, value, code] of [
    ['broadcast.rate_per_min', 'many', 2],
    ['broadcast.rate_per_min', '0', 2],
    ['broadcast.tracking', 'constructor', 2],
    ['basic.main_language', 'zh-CN', 2],
    ['basic', 'x', 2],
    ['basci.name', 'x', 5],
    ['broadcast.bounce_token', 'a secret nobody may see', 2],
  ] as const)
    expect([name, (await run('settings', 'set', name, value)).code]).toEqual([name, code])
  expect(await ended('settings', 'set', 'basic.name')).toBe('2 Error: A value or --stdin is required because input is not a terminal.')
  expect(await ended('settings', 'get', 'basic', '--language', 'fr')).toBe('2 Error: no language "fr". There are en-US, zh-HK, zh-CN.')
  expect((await run('settings', 'get', 'broadcast.bounce_token', '--json')).json).not.toBe('a secret nobody may see')
  const all = (await run('settings', 'get', '--plain')).out.split('\n')
  expect(all).toContain('broadcast.rate_per_min\t120')
  const result = await run('settings', 'set', 'basic.name', 'Stoa')
  expect(result.err).toContain('is that already')
})

test('mails are listed newest first, filtered by status and limited in number', async () => {
  for (const n of [1, 2, 3])
    await it.query(`insert into mail (recipient, subject, text_body, status) values ($1, $2, 'x', $3)`, [
      `m${n}@shop.test`,
      `Line\n${n}\tx`,
      n === 2 ? 'sent' : 'pending',
    ])
  const list = async (...args: string[]) => (await run('mail', 'list', '--json', ...args)).json.map((mail: any) => mail.recipient)
  expect(await list()).toEqual(['m3@shop.test', 'm2@shop.test', 'm1@shop.test'])
  expect([await list('--limit', '1'), await list('--status', 'sent')]).toEqual([['m3@shop.test'], ['m2@shop.test']])
  expect((await run('mail', 'list', '--fields', 'subject', '--limit', '1')).out).toBe('Line 3 x\n')
  expect(await ended('mail', 'show', '999999')).toBe('5 Error: no mail 999999.')
  expect(await ended('mail', 'show', '12abc')).toMatch(/^2 /)
  expect(await ended('mail', 'list', '--status', 'lost')).toMatch(/^2 /)
  expect(await ended('mail', 'list', '--limit', '0')).toMatch(/^2 /)
})

test('jobs are listed by state, failed ones first, and retried if they exist', async () => {
  await it.query(`select graphile_worker.add_job('core/mail', '{"id": 0}', run_at := now() + interval '1 day')`)
  await it.query(`select graphile_worker.add_job('core/mail', '{"id": 1}', max_attempts := 1, job_key := 'dead')`)
  await it.query(`update graphile_worker._private_jobs set attempts = 1, last_error = E'first line\\n  at second' where key = 'dead'`)
  const states = async (...args: string[]) => (await run('job', 'list', '--json', ...args)).json.map((job: any) => job.state)
  expect((await states())[0]).toBe('dead')
  expect([await states('--state', 'dead'), await states('--state', 'running')]).toEqual([['dead'], []])
  expect((await run('job', 'list', '--state', 'dead', '--fields', 'last_error')).out).toBe('first line   at second\n')
  const [{ id }] = (await run('job', 'list', '--state', 'dead', '--json')).json
  expect(await ended('job', 'retry')).toBe('2 Error: Name jobs, or --all.')
  const half = await run('job', 'retry', String(id), '999999', '--json')
  expect([half.code, half.json]).toEqual([5, { ids: [id] }])
  expect(await states('--state', 'dead')).toEqual([])
  expect((await it.query("select verb from audit_log where resource = 'job'")).map(({ verb }: any) => verb)).toEqual(['retry'])
})

test('plugin commands report state, requirements and presets, and suggest a name for an unknown plugin', async () => {
  const list = (await run('plugin', 'list', '--json')).json
  expect(list.find((plugin: any) => plugin.id === 'wishlist')).toMatchObject({
    state: 'enabled',
    requires: expect.arrayContaining(['people']),
  })
  const off = (await inside(['plugin', 'list', '--json'], { env: { ...it.env, PLUGINS_OFF: 'wishlist' } })).json
  expect(off.find((plugin: any) => plugin.id === 'wishlist').state).toBe('off by PLUGINS_OFF')
  const explanation = (await inside(['plugin', 'why', 'wishlist', '--json'], { env: { ...it.env, PLUGINS_OFF: 'wishlist' } })).json
  expect(explanation).toMatchObject({ enabled: false, reason: 'PLUGINS_OFF switches it off.' })
  expect((await run('plugin', 'why', 'catalogue')).out).toContain('Cannot be taken out: sales requires it.')
  const info = (await run('plugin', 'info', 'wishlist', '--json')).json
  expect(info).toMatchObject({ id: 'wishlist', resources: expect.any(Array), 'store screens': expect.any(Array) })
  for (const verb of ['info', 'why', 'enable', 'disable'])
    expect(await ended('plugin', verb, 'wishlst')).toBe('5 Error: no plugin "wishlst". Did you mean wishlist?')
  for (const command of ['routes', 'permissions'])
    expect(await ended(command, '--plugin', 'wishlst')).toMatch(/^5 .*Did you mean wishlist\?$/)
  const presets = (await run('permissions', '--presets', '--plugin', 'content', '--json')).json
  expect(presets.every(({ preset }: any) => preset.startsWith('content.'))).toBe(true)
  expect(presets.length).toBeGreaterThan(0)
})

test('a usage error names what is wrong, as text and as JSON', async () => {
  for (const [args, text] of [
    [['role', 'shwo', 'x'], 'shwo'],
    [['role', 'show'], "missing required argument 'role'"],
    [['role', 'list', 'extra'], 'too many arguments'],
    [['mail', 'list', '--limt', '3'], '--limit'],
    [['seed', 'huge'], 'small, demo, year'],
    [['migrate', 'down', '--steps', '1', '--of', 'wishlist'], 'cannot be used with'],
  ] as const) {
    const plain = await run(...args)
    expect([args.join(' '), plain.code, plain.out]).toEqual([args.join(' '), 2, ''])
    const data = await run(...args, '--json')
    expect([data.code, JSON.parse(data.err).error.code], args.join(' ')).toEqual([2, 'USAGE'])
    expect(plain.err + data.err, args.join(' ')).toContain(text)
  }
})

test('unknown environment variables are reported, except those of tests and of installed plugins', () => {
  expect(
    findUnknownVariables(
      { pluginsOff: ['wishlist'] },
      { STOA_PORT: '1', STOA_TEST_X: '', STOA_E2E_WORKERS: '', OTHER: '', STOA_FIRST_RUN: 'off' },
    ),
  ).toEqual([])
  expect(findUnknownVariables({ pluginsOff: ['xyzzyxyzzy'] }, { STOA_POOOL: '1', STOA_QQQQQQQQQQQQ: '1' })).toEqual([
    'Nobody reads STOA_POOOL. Did you mean STOA_POOL?',
    'Nobody reads STOA_QQQQQQQQQQQQ.',
    'PLUGINS_OFF names "xyzzyxyzzy", which is no plugin here.',
  ])
})

describe('migrations', () => {
  const applied = ['c/0002_y', 'b+c/0001_x', 'b/0001_x', 'core/0001_k']
  test('are rolled back from the last, as many as requested', () => {
    expect(chooseToUndo(applied, { steps: 2 })).toEqual(applied.slice(0, 2))
    expect(chooseToUndo(applied, { steps: 9 })).toEqual(applied)
    expect(chooseToUndo(applied, { to: 'b/0001_x' })).toEqual(applied.slice(0, 2))
    expect(chooseToUndo(applied, { to: 'c/0002_y' })).toEqual([])
    // A migration that a plugin contributes for another plugin belongs to it.
    expect(chooseToUndo(applied, { of: 'b' })).toEqual(['b+c/0001_x', 'b/0001_x'])
    expect(() => chooseToUndo(applied, { to: 'b/0009_z' })).toThrow('is not applied')
    for (const steps of [0, -1, 1.5, Number.NaN]) expect(() => chooseToUndo(applied, { steps }), String(steps)).toThrow('whole number')
  })

  test('with missing files stop the start; those of an absent plugin only cause a warning', () => {
    const entry = (name: string, state: MigrationEntry['state']): MigrationEntry => ({ name, state })
    const lines: string[] = []
    checkHistory([entry('a/1', 'applied'), entry('b/1', 'absent'), entry('c/1', 'pending')], (line) => lines.push(line))
    expect(lines).toEqual([expect.stringContaining('not installed: b/1')])
    expect(() => checkHistory([entry('a/1', 'missing')], () => undefined)).toThrow('files are missing here: a/1')
  })

  test('are files with one name format, in numeric order, with up and down', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'stoa-files-'))
    try {
      for (const name of ['0002_b.ts', '0001_a.js', '0003_c.d.ts', 'README.md'])
        writeFileSync(join(dir, name), 'export const up = () => {}')
      const files = await listMigrations([
        { id: 'x', dir },
        { id: 'none', dir: join(dir, 'none') },
      ])
      expect(files.map(({ name }) => name)).toEqual(['x/0001_a', 'x/0002_b'])
      await expect(loadMigration(files[0] as never)).rejects.toThrow('Migration x/0001_a must export up and down.')
      writeFileSync(join(dir, 'oops.ts'), '')
      await expect(listMigrations([{ id: 'x', dir }])).rejects.toThrow('must be named like 0001_what_it_does.ts')
    } finally {
      rmSync(dir, { recursive: true })
    }
  })
})

describe('a lock between processes', () => {
  let dir = ''
  const path = () => join(dir, 'lock')
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'stoa-lock-'))
  })
  afterAll(() => rmSync(dir, { recursive: true, force: true }))
  const heldBy = (holder: string, age = 0) => {
    mkdirSync(path(), { recursive: true })
    writeFileSync(join(path(), holder), '')
    const then = new Date(Date.now() - age)
    utimesSync(join(path(), holder), then, then)
  }
  const here = hostname().replace(/[^\w.-]/g, '_')

  test('admits one holder after another and leaves no file, also when the work fails', async () => {
    let within = 0
    const runningCounts: number[] = []
    const work = async () => {
      runningCounts.push(++within)
      await new Promise((resolve) => setTimeout(resolve, 5))
      within--
      return runningCounts.length
    }
    await Promise.all(Array.from({ length: 6 }, () => withLock(path(), work)))
    expect(runningCounts).toEqual([1, 1, 1, 1, 1, 1])
    await expect(withLock(path(), () => Promise.reject(new Error('broke')))).rejects.toThrow('broke')
    expect(readdirSync(dir)).toEqual([])
  })

  test('is taken over when its holder is dead: a process that ended here, or one that is silent elsewhere', async () => {
    heldBy(`999999999@${here}@x`)
    expect(await withLock(path(), () => Promise.resolve('in'), 1_000)).toBe('in')
    heldBy('1@elsewhere@x', 31_000)
    expect(await withLock(path(), () => Promise.resolve('in'), 1_000)).toBe('in')
    expect([isAlive(process.pid), isAlive(999_999_999)]).toEqual([true, false])
  })

  test('is waited for until the timeout while its holder lives; the error names the holder', async () => {
    for (const holder of [`${process.pid}@${here}@x`, '1@elsewhere@x']) {
      heldBy(holder)
      await expect(withLock(path(), () => Promise.resolve('in'), 100)).rejects.toThrow(`held by process ${holder}`)
      expect(readdirSync(dir)).toEqual(['lock'])
      rmSync(path(), { recursive: true })
    }
  })
})
