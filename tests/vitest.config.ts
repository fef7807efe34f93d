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
/**
 * These files could share a process, but they are long and should start first, measure event loop delays, or depend on the state of the
 * process.
 */
const FIRST =
  /^tests\/(cli|feature)\/|^tests\/kernel\/transaction\.|^tests\/contract\/(client|disabled-plugins|event-loop-blocking|heavy-work|operations|privilege-escalation|registry)\.test\.ts$/

const coreTests = ['tests', 'core', 'cli', 'ui-admin/src', 'ui-store', 'docs/examples'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => IS_TEST.test(file) && !/node_modules|^cli\/templates\//.test(file)),
)
const alone = coreTests.filter((file) => FIRST.test(file) || TURNS.test(readFileSync(join(root, file), 'utf8')))
const limits = { exclude: ['**/node_modules/**', 'dist/**', 'cli/templates/**'], testTimeout: 90_000, hookTimeout: 60_000 }

/** Files that share a process run one after another in it, so they are sorted to the end; the long files are among the isolated ones. */
class SharedLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const shares = ({ project }: TestSpecification) => !project.config.isolate
    return [...sorted.filter((file) => !shares(file)), ...sorted.filter(shares)]
  }
}

export default defineConfig({
  ...common,
  test: {
    globalSetup: 'tests/support/global-setup.ts',
    // Vitest's default is one fewer than the number of cores, which leaves one of two cores idle.
    maxWorkers: Math.max(2, availableParallelism()),
    sequence: { sequencer: SharedLast },
    // Caches transformed modules by content for the next run.
    experimental: { fsModuleCache: true, fsModuleCachePath: join(root, 'node_modules/.cache/stoa/tests') },
    projects: [
      {
        ...common,
        test: {
          ...limits,
          name: 'shared',
          include: ['plugins/**/*.test.{ts,tsx}', ...coreTests.filter((file) => !alone.includes(file))],
          // Loading the product again for each file takes longer than most of these tests, and the shared process holds no state that
          // matters.
          isolate: false,
        },
      },
      // Each of these files has a process of its own.
      { ...common, test: { ...limits, name: 'isolated', include: alone } },
    ],
  },
})
