import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { projectRoot } from '../../core/root.ts'

const execute = promisify(execFile)
/** A copy of the project in which plugins can be added and removed. */
let copy: string

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'stoa-make-'))
  const parts = readdirSync(projectRoot()).filter((name) => !['node_modules', 'data', '.git', 'test-results'].includes(name))
  for (const part of parts) cpSync(join(projectRoot(), part), join(copy, part), { recursive: true })
  symlinkSync(join(projectRoot(), 'node_modules'), join(copy, 'node_modules'))
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

const node = (...args: string[]) =>
  execute(process.execPath, args, {
    cwd: copy,
    maxBuffer: 64 * 1024 * 1024,
    // Contract tests that check all routes check only those of the new plugin; the other plugins are covered by the normal run.
    env: { ...process.env, TEST_DATABASE_URL: inject('databaseServer'), FORCE_COLOR: '0', STOA_TEST_OF: 'gift' },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
    (e: { code: number; stdout: string; stderr: string }) => ({ code: e.code, out: e.stdout, err: e.stderr }),
  )
const cli = (...args: string[]) => node('cli/bin.mjs', ...args)
const listed = () => JSON.parse(readFileSync(join(copy, 'package.json'), 'utf8')).stoa.plugins as string[]

test('invalid names are refused before a file is written', async () => {
  const cases: [string[], number, string][] = [
    [['Gift!'], 2, 'is no plugin id'],
    [['gift', '--resource', 'Gift Card'], 2, 'is no resource name'],
    [['content'], 6, 'folder plugins/content already'],
    [['gift', '--resource', 'product'], 6, 'catalogue has a resource "product" already'],
  ]
  for (const [args, code, text] of cases) {
    const ran = await cli('make', 'plugin', ...args)
    expect([ran.code, ran.err], args.join(' ')).toEqual([code, expect.stringContaining(text)])
  }
  const planned = await cli('make', 'plugin', 'gift', '--dry-run', '--json')
  expect(JSON.parse(planned.out)).toMatchObject({ id: 'gift', resource: 'gift', dry_run: true })
  expect([existsSync(join(copy, 'plugins/gift')), listed().includes('gift')]).toEqual([false, false])
})

test('a new plugin compiles and passes the contract tests, with list, form, API, sheets and permissions', async () => {
  const others = listed()
  // `privilege-escalation`, `scopes`, `client` and the tests of the whole source code and of the examples do not involve the new plugin. The test of event
  // loop blocking is not meaningful under other load. `description` and `operations` check routes that the kernel generates alike for
  // every declaration, and need the whole product.
  const contracts = readdirSync(join(copy, 'tests/contract'))
    .filter(
      (file) =>
        file.endsWith('.test.ts') &&
        !/^(client|description|docs-\w+|event-loop-blocking|external-parsers|guards|heavy-work|insert-statements|operations|package-contents|patterns|privilege-escalation|related|scopes|syntax|unverified-email)\./.test(
          file,
        ),
    )
    .map((file) => `tests/contract/${file}`)
  const made = await cli('make', 'plugin', 'gift', '--resource', 'gift_card', '--label', 'Gift "card"', '--plural', 'Gift cards', '--json')
  expect(made.code, made.err).toBe(0)
  expect(listed().at(-1)).toBe('gift')
  expect(readFileSync(join(copy, 'docs/reference/gift.md'), 'utf8')).toContain('`gift_card`')

  writeFileSync(join(copy, 'tsconfig.gift.json'), JSON.stringify({ extends: './tsconfig.json', include: ['plugins/gift'] }))
  const [types, tests] = await Promise.all([
    node('node_modules/typescript-7/bin/tsc', '-p', 'tsconfig.gift.json'),
    node(
      'node_modules/vitest/vitest.mjs',
      'run',
      '--config',
      'tests/vitest.config.ts',
      'plugins/gift',
      ...contracts,
      // Skip tests of the other plugins, which the normal run covers. Tests of all plugins together run with the new one included.
      '--testNamePattern',
      `^(?!plugin (${others.join('|')}) )`,
    ),
  ])
  expect(types.out).toBe('')
  expect(tests.code, `${tests.out}${tests.err}`).toBe(0)
  for (const file of ['plugins/gift/tests/gift-card', 'tests/contract/registry', 'tests/contract/disabled-plugins'])
    expect(tests.out).toMatch(new RegExp(`✓.*${file}\\.test\\.ts`))

  const folder = join(copy, 'plugins/gift')
  mkdirSync(join(folder, 'cli'))
  writeFileSync(
    join(folder, 'cli', 'index.ts'),
    `import type { CliCommand } from 'stoa'
export const commands: Record<string, CliCommand> = {
  wrap: { summary: 'Wrap it', group: 'Operate', load: () => import('./wrap.ts') },
}
`,
  )
  writeFileSync(
    join(folder, 'cli', 'wrap.ts'),
    `import { leaf, printData } from '../../../cli/kit.ts'
export const command = () => leaf('wrap', 'Wrap it', 'stoa wrap May').argument('<name>', 'For whom').action((name: string) => printData('For ' + name))
`,
  )
  expect(await cli('wrap', 'May')).toMatchObject({ code: 0, out: 'For May\n' })

  const resource = JSON.parse((await cli('resource', 'show', 'gift_card', '--json')).out)
  expect(resource).toContainEqual({
    column: 'title',
    label: 'Title',
    kind: 'text',
    required: true,
    import: true,
    export: true,
  })
  expect((await cli('permissions', '--plugin', 'gift', '--plain')).out).toContain('import gift card')
}, 900_000)

test('plugins are disabled and enabled, but not while another plugin requires them', async () => {
  const needed = await cli('plugin', 'disable', 'runs')
  expect([needed.code, needed.err]).toEqual([6, expect.stringContaining('sheets requires it')])
  const planned = await cli('plugin', 'disable', 'returns', '--dry-run')
  expect([planned.code, planned.err]).toEqual([0, expect.stringContaining('the tables and their rows stay')])
  expect(listed()).toContain('returns')
  // A plugin that requires another is disabled before it and enabled after it.
  for (const name of ['reports', 'payroll', 'sheets', 'runs']) expect((await cli('plugin', 'disable', name)).code, name).toBe(0)
  const missing = await cli('plugin', 'enable', 'sheets')
  expect([missing.code, missing.err]).toEqual([6, expect.stringContaining('runs')])
  for (const name of ['runs', 'sheets', 'payroll', 'reports']) expect((await cli('plugin', 'enable', name)).code, name).toBe(0)
  expect(JSON.parse((await cli('plugin', 'list', '--json')).out)).toContainEqual(expect.objectContaining({ id: 'runs', state: 'enabled' }))
  const explanation = await cli('plugin', 'why', 'runs')
  expect(explanation.out).toContain('Cannot be taken out: sheets requires it.')
})
