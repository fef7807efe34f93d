import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { entryAliases } from '../cli/build/entries.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
/**
 * The result of `import.meta.glob` changes with the existing files, although the source does not change, so such modules are not cached.
 */
const listsAnew: Plugin = {
  name: 'lists-anew',
  configureVitest({ experimental_defineCacheKeyGenerator: define }) {
    define(({ sourceCode }) => (sourceCode.includes('import.meta.glob') ? false : undefined))
  },
}
const standIn = (name: string) => fileURLToPath(new URL(`support/${name}.ts`, import.meta.url))
const common = {
  root,
  plugins: [listsAnew],
  resolve: {
    alias: [
      ...entryAliases(root.replace(/\/$/, '')),
      { find: 'virtual:store-plugins', replacement: standIn('no-parts') },
      { find: 'virtual:store-messages', replacement: standIn('no-messages') },
      { find: 'virtual:plugins', replacement: standIn('no-screens') },
    ],
  },
}
const IS_TEST = /\.test\.tsx?$/
/** Matches files that change global state of the process: modules, functions, the clock, globals or the environment. */
const TURNS =
  /\bvi\.(do)?(mock|unmock|spyOn|stub|useFake|setSystem)|\bprocess\.(chdir|exit|once|on|emit)\b|\bprocess\.env(\.\w+|\[[^\]]+\]) =[^=]|\bdelete process\.env/
/** These files measure what other files of the same process would change: delays of the event loop, and prepared statements. */
const MEASURES = /^tests\/(contract\/(event-loop-blocking|heavy-work)|kernel\/transaction)\.test\.ts$/
/** These files share a process with each other. They are long and start first, so that no worker is left with one of them at the end. */
const LONG = /^tests\/(cli|feature)\/|^tests\/contract\/(client|disabled-plugins|operations|privilege-escalation|registry)\.test\.ts$/

const coreTests = ['tests', 'core', 'cli', 'ui-admin/src', 'ui-store', 'docs/examples'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => IS_TEST.test(file) && !/node_modules|^cli\/templates\//.test(file)),
)
const alone = coreTests.filter((file) => MEASURES.test(file) || TURNS.test(readFileSync(join(root, file), 'utf8')))
const long = coreTests.filter((file) => LONG.test(file) && !alone.includes(file))
const limits = { exclude: ['**/node_modules/**', 'dist/**', 'cli/templates/**'], testTimeout: 90_000, hookTimeout: 60_000 }

/** The order of the projects: the long files first, the many short ones last. */
const ORDER = ['long', 'isolated', 'shared']

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project }: TestSpecification) => ORDER.indexOf(project.name)
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other))
  }
}

export default defineConfig({
  ...common,
  test: {
    globalSetup: 'tests/support/global-setup.ts',
    // Vitest's default is one fewer than the number of cores, which leaves one of two cores idle.
    maxWorkers: Math.max(2, availableParallelism()),
    sequence: { sequencer: LongFirst },
    // Caches transformed modules by content for the next run.
    experimental: { fsModuleCache: true, fsModuleCachePath: join(root, 'node_modules/.cache/stoa/tests') },
    projects: [
      {
        ...common,
        test: {
          ...limits,
          name: 'shared',
          include: ['plugins/**/*.test.{ts,tsx}', ...coreTests.filter((file) => !alone.includes(file) && !long.includes(file))],
          // Loading the product again for each file takes longer than most of these tests, and the shared process holds no state that
          // matters.
          isolate: false,
        },
      },
      { ...common, test: { ...limits, name: 'long', include: long, isolate: false } },
      // Each of these files has a process of its own.
      { ...common, test: { ...limits, name: 'isolated', include: alone } },
    ],
  },
})
