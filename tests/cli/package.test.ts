import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { projectRoot } from '../../core/root.ts'
import type { Manifest } from '../../core/api-types.ts'
import { createDatabase, dropDatabase, queryOnce } from '../support/database.ts'
import type { Ran } from './run-in-process.ts'
import { stoa } from './run.ts'

const execute = promisify(execFile)
/** A separate folder with a shop and a plugin package, outside the product's source. */
let folder: string
let shop: string
let database: string

const linkInto = (to: string, ...names: string[]) => {
  mkdirSync(join(to, 'node_modules'), { recursive: true })
  for (const name of names)
    symlinkSync(name === 'stoa' ? projectRoot() : join(projectRoot(), 'node_modules', name), join(to, 'node_modules', name))
}
const manifest = (file: string) => JSON.parse(readFileSync(join(file, 'package.json'), 'utf8'))
/** The names of the `devDependencies` of a package. */
const getDevDependencies = (source: string) => Object.keys(manifest(source).devDependencies ?? {})
const change = (at: string, stoaPart: object) =>
  writeFileSync(join(at, 'package.json'), JSON.stringify({ ...manifest(at), stoa: { ...manifest(at).stoa, ...stoaPart } }))

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'stoa-package-')))
  shop = join(folder, 'shop')
  linkInto(shop, 'stoa')
  const list = ['runs', 'sheets', 'content', './corner']
  writeFileSync(join(shop, 'package.json'), JSON.stringify({ name: 'a-shop', type: 'module', dependencies: {}, stoa: { plugins: list } }))
  mkdirSync(join(shop, 'corner/locales'), { recursive: true })
  writeFileSync(join(shop, 'corner/plugin.ts'), `import { definePlugin } from 'stoa'\nexport default definePlugin({ id: 'corner' })\n`)
  for (const language of ['en-US', 'zh-HK', 'zh-CN'])
    writeFileSync(join(shop, `corner/locales/${language}.json`), '{ "_plugin": "Corner" }')
  database = await createDatabase()
})
afterAll(async () => {
  await dropDatabase(database)
  rmSync(folder, { recursive: true, force: true })
})

const inShop = (...args: string[]): Promise<Ran> =>
  stoa(args, { cwd: shop, env: { DATABASE_URL: database, STOA_DATA_DIR: join(folder, 'data'), STOA_FIRST_RUN: 'off' } })

/** Starts a server of the shop and returns the status and text of its response to each path. */
async function answers(...paths: string[]): Promise<{ status: number; text: string }[]> {
  return whileItRuns((url) =>
    Promise.all(
      paths.map(async (path) => {
        const answer = await fetch(`${url}${path}`)
        return { status: answer.status, text: await answer.text() }
      }),
    ),
  )
}

/** Starts a server of the shop, passes its URL to `call`, and stops it. */
async function whileItRuns<T>(call: (url: string) => Promise<T>): Promise<T> {
  const child = spawn(process.execPath, [join(projectRoot(), 'cli/bin.mjs'), 'start'], {
    cwd: shop,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DATABASE_URL: database, STOA_DATA_DIR: join(folder, 'data'), STOA_FIRST_RUN: 'off', STOA_PORT: '0' },
  })
  let output = ''
  const address = new Promise<string>((resolve, reject) => {
    const look = (part: Buffer) => {
      output += part.toString()
      const found = /Server listening at (http:\/\/[\d.:]+)/.exec(output)?.[1]
      if (found) resolve(found)
    }
    child.stdout.on('data', look)
    child.stderr.on('data', look)
    child.once('exit', () => reject(new Error(output)))
  })
  const ended = once(child, 'exit')
  try {
    return await call(await address)
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

test('a plugin package is created, tested on its own, packed, and installed in a shop outside the product', async () => {
  const made = await stoa(['make', 'plugin', 'lending', '--package', '--resource', 'tool', '--json'], { cwd: folder })
  expect(made.code, made.err).toBe(0)
  const source = join(folder, 'stoa-lending')
  linkInto(source, 'stoa', ...getDevDependencies(source))
  const tests = await execute(process.execPath, ['node_modules/vitest/vitest.mjs', 'run'], {
    cwd: source,
    env: { ...process.env, TEST_DATABASE_URL: inject('databaseServer'), FORCE_COLOR: '0' },
  }).catch((error: { stdout: string }) => error)
  expect(tests.stdout).toMatch(/5 passed/)
  const types = await execute(process.execPath, ['node_modules/typescript/bin/tsc', '-p', '.'], { cwd: source }).catch(
    (error: { stdout: string }) => error,
  )
  expect(types.stdout).toBe('')

  await execute('npm', ['pack', '--offline'], { cwd: source })
  const installed = join(shop, 'node_modules/stoa-lending')
  mkdirSync(installed)
  await execute('tar', ['-xzf', join(source, 'stoa-lending-0.1.0.tgz'), '-C', installed, '--strip-components=1'])
  expect(['tests', 'tsconfig.json', 'node_modules', 'dist'].filter((name) => existsSync(join(installed, name)))).toEqual([])
  const exported = Object.values<string>(manifest(installed).exports)
  expect(exported.filter((file) => !existsSync(join(installed, file)))).toEqual([])
  writeFileSync(join(shop, 'package.json'), JSON.stringify({ ...manifest(shop), dependencies: { 'stoa-lending': '0.1.0' } }))

  const listed = JSON.parse((await inShop('plugin', 'list', '--json')).out) as { id: string; state: string }[]
  expect(listed.filter(({ id }) => ['lending', 'corner', 'pos'].includes(id)).map(({ id, state }) => `${id} ${state}`)).toEqual([
    'corner enabled',
    'lending disabled',
    'pos disabled',
  ])
  expect((await inShop('plugin', 'enable', 'lending')).code).toBe(0)
  expect(manifest(shop).stoa.plugins).toEqual(['runs', 'sheets', 'content', './corner', 'stoa-lending'])
  expect(manifest(projectRoot()).stoa.plugins).not.toContain('stoa-lending')
}, 600_000)

test('its migration, command, messages, API and pages of admin and store work in the shop', async () => {
  const migrated = await inShop('migrate', 'up')
  expect(migrated.code, migrated.err).toBe(0)
  expect(await queryOnce(database, `select count(*)::int as count from tool`)).toEqual([{ count: 0 }])
  await queryOnce(database, `insert into tool (title, url) values ('{"en-US": "A long ladder"}', 'ladder')`)
  expect(await inShop('count-lending')).toMatchObject({ code: 0, out: '1\n' })
  expect((await inShop('docs')).code).toBe(0)
  expect(readFileSync(join(shop, 'docs/reference/lending.md'), 'utf8')).toContain('`tool`')

  const [page, api, admin, entry] = await answers('/lending', '/api/tool', '/api/admin/tool', '/admin/')
  expect(page?.text).toMatch(/<h1[^>]*>Tools<[^]*A long ladder/)
  expect(JSON.parse(api?.text ?? '')).toMatchObject([{ title: 'A long ladder' }])
  expect([admin?.status, entry?.status]).toEqual([401, 200])
  const bundle = await execute('grep', ['-rl', 'Overview of Tools', join(shop, 'dist/ui-admin')])
  expect(bundle.stdout).toContain('.js')
}, 600_000)

test('its admin screen is in the menu and requests a path that the API answers', async () => {
  const screen = readFileSync(join(shop, 'node_modules/stoa-lending/admin/overview.tsx'), 'utf8')
  const path = /useAnswer<[^>]+>\('([^']+)'\)/.exec(screen)?.[1]
  const password = 'a long password'
  const made = await stoa(['admin', 'create', '--email', 'owner@shop.test', '--role', 'owner', '--password-stdin'], {
    ...{ cwd: shop, env: { DATABASE_URL: database, STOA_DATA_DIR: join(folder, 'data'), STOA_FIRST_RUN: 'off' } },
    input: password,
  })
  expect(made.code, made.err).toBe(0)
  const [found, drawn] = await whileItRuns(async (url) => {
    const headers = { 'content-type': 'application/json' }
    const login = { method: 'POST', headers, body: JSON.stringify({ email: 'owner@shop.test', password }) }
    const { token } = (await (await fetch(`${url}/api/admin/login`, login)).json()) as { token: string }
    const get = async (resourcePath: string) =>
      (await fetch(`${url}/api/admin/${resourcePath}`, { headers: { authorization: `Bearer ${token}` } })).json()
    return [await get(path ?? ''), (await get('manifest')) as Manifest]
  })
  expect(found).toMatchObject({ total: 1 })
  const { path: address } = drawn.screens.find(({ screen }) => screen === 'lending/overview') ?? {}
  expect(drawn.menu.find(({ id }) => id === 'today')?.items).toContainEqual(expect.objectContaining({ to: address, label: 'Overview' }))
}, 300_000)

test('a package made for another contract version, or for none, does not start and says what to do', async () => {
  const installed = join(shop, 'node_modules/stoa-lending')
  const cases: [unknown, string][] = [
    [2, 'is made for contract 2 of Stoa, and this is contract 1\n  Update Stoa'],
    [0, 'is made for contract 0 of Stoa, and this is contract 1\n  Install a version of the plugin made for contract 1'],
    [undefined, 'does not say which contract it is made for'],
  ]
  for (const [contract, text] of cases) {
    change(installed, { contract })
    const ran = await inShop('migrate', 'up')
    expect([ran.code === 0, ran.err], String(contract)).toEqual([false, expect.stringContaining(text)])
  }
  change(installed, { contract: 1 })
  change(shop, { plugins: ['runs', 'sheets', 'content', 'stoa-away'] })
  expect((await inShop('migrate', 'up')).err).toContain('npm install stoa-away')
  change(shop, { plugins: ['runs', 'sheets', 'content', './corner', 'stoa-lending'] })
}, 300_000)

test('disabling it removes its page and keeps its table; rolling it back removes the table too', async () => {
  expect((await inShop('plugin', 'disable', 'lending')).code).toBe(0)
  const [page, api] = await answers('/lending', '/api/tool')
  expect([page?.status, api?.status]).toEqual([404, 404])
  expect(await queryOnce(database, `select count(*)::int as count from tool`)).toEqual([{ count: 1 }])
  expect((await inShop('plugin', 'enable', 'lending')).code).toBe(0)
  const undone = await inShop('migrate', 'down', '--of', 'lending', '--yes')
  expect(undone.code, undone.err).toBe(0)
  expect((await inShop('plugin', 'disable', 'lending')).code).toBe(0)
  rmSync(join(shop, 'node_modules/stoa-lending'), { recursive: true })
  expect(await queryOnce(database, `select to_regclass('tool') as tool`)).toEqual([{ tool: null }])
  expect(await inShop('migrate', 'up')).toMatchObject({ code: 0 })
}, 600_000)

test('a plugin list written by another account is not followed', async () => {
  const foreign = join(folder, 'foreign')
  mkdirSync(foreign)
  writeFileSync(join(foreign, 'package.json'), JSON.stringify({ name: 'x', stoa: { plugins: ['./evil'] } }))
  const script = `process.geteuid = () => 12345
    const { findShop } = await import(${JSON.stringify(join(projectRoot(), 'core/shop.mjs'))})
    const fs = await import('node:fs')
    console.log(findShop(${JSON.stringify(projectRoot())}, ${JSON.stringify(foreign)}))`
  const { uid } = await import('node:fs').then(({ statSync }) => statSync(foreign))
  const ran = await execute(process.execPath, ['--input-type=module', '-e', script]).catch((error: { stderr: string }) => error)
  // Files owned by the root account are trusted, like root's programs.
  if (uid === 0) expect('stdout' in ran && ran.stdout).toContain(foreign)
  else expect('stderr' in ran && ran.stderr).toContain('belongs to another account')
})
