import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../core/root.ts'

/** The tests that a run for these changed files executes. */
const relatedTo = (...files: string[]) =>
  JSON.parse(execFileSync(process.execPath, ['tests/related.mjs', ...files], { cwd: projectRoot(), encoding: 'utf8' })) as {
    vitest?: string[]
    browser: string[]
  }

const folder = join(projectRoot(), 'tests/e2e')
const specs = readdirSync(folder).filter((name) => name.endsWith('.spec.ts'))
const getFolders = (spec: string) => /^\/\/ of (.+)\n/.exec(readFileSync(join(folder, spec), 'utf8'))?.[1]?.split(' ') ?? []

test.each(specs)('%s names existing folders in its first line', (spec) => {
  const folders = getFolders(spec)
  expect(folders).not.toEqual([])
  expect(folders.filter((path) => !existsSync(join(projectRoot(), path)))).toEqual([])
})

test('every plugin with pages has a browser test', () => {
  const walked = new Set(specs.flatMap(getFolders))
  const drawn = (id: string) => ['admin', 'store'].some((part) => existsSync(join(projectRoot(), 'plugins', id, part)))
  const plugins = readdirSync(join(projectRoot(), 'plugins')).filter(drawn)
  const owed = plugins.filter((id) => !walked.has(`plugins/${id}`))
  expect(owed, 'write tests/e2e/<plugin>.spec.ts, with `// of plugins/<plugin>` as its first line').toEqual([])
})

test('a change selects the tests next to it and the browser tests of its plugin', () => {
  const { vitest, browser } = relatedTo('plugins/labels/domain/layouts.ts')
  expect(vitest).toEqual(['plugins/labels/', 'tests/contract/'])
  expect(browser).toEqual(['tests/e2e/labels.spec.ts'])
  expect(relatedTo('tests/e2e/media.spec.ts')).toEqual({ vitest: [], browser: ['tests/e2e/media.spec.ts'] })
  expect(relatedTo('README.md')).toEqual({ vitest: ['tests/contract/docs'], browser: [] })
})

test('a change to shared test support selects all tests', () => {
  expect(relatedTo('tests/e2e/support.ts').browser).toHaveLength(specs.length)
  expect(relatedTo('tests/support/app.ts').vitest).toBeUndefined()
  expect(relatedTo('docs/index.md', 'tsconfig.json').vitest).toBeUndefined()
})
