import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allCommands } from '../../cli/commands.ts'
import { tableMarks } from '../support/table-checksums.ts'
import { inside } from './run-in-process.ts'
import { type Cli, openCli } from './run.ts'

/** A dry run of any command reports what would be done, fails where the command would fail, and changes no row and no file. */
let it: Cli
let job = 0
let run = 0
beforeAll(async () => {
  it = await openCli()
  await inside(['role', 'create', 'packer', 'get order'], { env: it.env })
  for (const [email, role] of [
    ['ops@shop.test', 'owner'],
    ['may@shop.test', 'packer'],
  ] as const)
    await inside(['admin', 'create', '--email', email, '--role', role, '--generate'], { env: it.env })
  await inside(['role', 'create', 'spare', 'get order'], { env: it.env })
  await it.query(
    `insert into second_factor (account_id, secret, confirmed_at) select id, 'sealed:1:x', now() from account where email = 'may@shop.test'`,
  )
  job = (await it.query(`select (graphile_worker.add_job('core/mail', '{"id": 0}')).id::int as id`))[0].id
  await inside(['products', 'reindex'], { env: it.env })
  run = (await it.query('select max(id)::int as id from run'))[0].id
  writeFileSync(join(it.folder, 'pages.csv'), 'url,title\nfirst,First\n')
  writeFileSync(join(it.folder, 'map.json'), '{"columns": {"Ref": "url"}}')
  writeFileSync(join(it.folder, 'back.eml'), 'Subject: hello\n\nnothing\n')
})
afterAll(() => it.close())

const at = (name: string) => join(it.folder, name)
const files = () =>
  readdirSync(it.folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(at(name)).isFile())
    .sort()

/** Every command that writes, with valid arguments. */
const WRITES: Record<string, () => string[]> = {
  'admin create': () => ['--email', 'new@shop.test', '--generate'],
  'admin update': () => ['may@shop.test', '--name', 'May', '--role', 'spare'],
  'admin enable': () => ['may@shop.test'],
  'admin disable': () => ['may@shop.test'],
  'admin reset-password': () => ['may@shop.test', '--generate'],
  'admin second-factor reset': () => ['may@shop.test'],
  'role create': () => ['fresh', 'get order'],
  'role delete': () => ['spare'],
  'role grant': () => ['packer', 'update order'],
  'role revoke': () => ['packer', 'get order'],
  'settings set': () => ['basic.name', 'Harbour'],
  'stock repair': () => [],
  'job retry': () => [String(job)],
  worker: () => [],
  start: () => [],
  dev: () => [],
  'migrate up': () => [],
  'migrate down': () => [],
  seed: () => ['small'],
  backup: () => [at('shop.tar.gz')],
  openapi: () => [at('api.json')],
  export: () => ['page', at('list.csv')],
  import: () => ['page', at('pages.csv')],
  'import mapping save': () => ['page', 'mine', at('map.json')],
  'import mapping delete': () => ['page', 'mine'],
  'products reindex': () => [],
  'runs cancel': () => [String(run)],
  'runs resume': () => [String(run)],
  'timeline rebuild': () => [],
  'payments rehearse': () => ['--install'],
  'payments replay': () => [],
  'broadcast bounces': () => [at('back.eml')],
}
/** Tested in other files, because they need a checkout that may change, a backup, or a build. */
const ELSEWHERE = /^(plugin (en|dis)able|make plugin|restore|build|docs|prove .*)$/
const READS =
  /^(role (list|show)|admin list|settings get|job list|mail (list|show)|migrate status|doctor|permissions|plugin (list|info|why)|routes|completion|resource (list|show)|runs list|import mapping (list|show)|report check|why|sms)$/

const leaves = (command: Command, path: string): string[] => [
  ...(command.registeredArguments.length > 0 || command.commands.length === 0 ? [path] : []),
  ...command.commands.flatMap((child) => leaves(child, `${path} ${child.name()}`)),
]

test('every command is classified as writing or reading', async () => {
  const commands = await allCommands()
  const all = (await Promise.all(commands.map(async ({ name, load }) => leaves(await (await load()).command(commands), name)))).flat()
  expect(all.filter((path) => !WRITES[path] && !ELSEWHERE.test(path) && !READS.test(path))).toEqual([])
  expect(Object.keys(WRITES).filter((path) => !all.includes(path))).toEqual([])
})

test('a dry run reports what would be done, is marked as one, and changes no rows and no files', async () => {
  const env = { ...it.env, STOA_OUTGOING: 'any', STOA_URL: 'http://127.0.0.1:3000' }
  const before = [await tableMarks(it.url), files()]
  for (const [path, words] of Object.entries(WRITES)) {
    // Imports and payments report a dry run in their own format.
    const json = /^(import|payments)/.test(path) ? [] : ['--json']
    const { code, out, err } = await inside([...path.split(' '), ...words(), '--dry-run', ...json], { env })
    expect([path, code, err]).toEqual([path, path === 'import mapping delete' ? 5 : 0, err])
    expect(json.length > 0 ? out : err + out, path).toMatch(json.length > 0 ? /"dry_run":true/ : /\w/)
    expect([path, files()]).toEqual([path, before[1]])
  }
  expect(await tableMarks(it.url)).toEqual(before[0])
})

test('a dry run refuses what the real run refuses, with the same message and exit code', async () => {
  for (const args of [
    ['admin', 'disable', 'ops@shop.test'],
    ['admin', 'update', 'ops@shop.test', '--role', 'packer'],
    ['admin', 'update', 'may@shop.test', '--name', ''],
    ['admin', 'create', '--email', 'nobody', '--generate'],
    ['admin', 'second-factor', 'reset', 'ops@shop.test'],
    ['role', 'create', 'x'.repeat(300)],
    ['role', 'create', ''],
    ['role', 'delete', 'packer'],
    ['role', 'revoke', 'owner', '--superuser'],
    ['job', 'retry', '999999'],
    ['settings', 'set', 'basic.time_zone', 'Europe/Atlantis'],
    ['runs', 'cancel', '999999'],
    ['seed', 'small', '--orders', '7'],
  ]) {
    const real = await inside(args, { env: it.env })
    const rehearsed = await inside([...args, '--dry-run'], { env: it.env })
    expect(real.code, args.join(' ')).toBeGreaterThan(1)
    expect([rehearsed.code, rehearsed.err], args.join(' ')).toEqual([real.code, real.err])
  }
})
