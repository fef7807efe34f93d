import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { entryAliases } from '../cli/build/entries.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
/** What a module lists changes with the files there are, and its own text does not. */
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
/** What a file says that turns the process itself upside down: modules, functions, the clock, globals or the environment are others. */
const TURNS =
  /\bvi\.(do)?(mock|unmock|spyOn|stub|useFake|setSystem)|\bprocess\.(chdir|exit|once|on|emit)\b|\bprocess\.env(\.\w+|\[[^\]]+\]) =[^=]|\bdelete process\.env/
/** These stand in nobody's way, but are long, so they begin first, look at how long the process is held, or at what it has seen so far. */
const FIRST =
  /^tests\/(cli|feature)\/|^tests\/kernel\/transaction\.|^tests\/contract\/(client|disabled-plugins|event-loop-blocking|heavy-work|operations|privilege-escalation|registry)\.test\.ts$/

const coreTests = ['tests', 'core', 'cli', 'ui-admin/src', 'ui-store', 'docs/examples'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => IS_TEST.test(file) && !/node_modules|^cli\/templates\//.test(file)),
)
const alone = coreTests.filter((file) => FIRST.test(file) || TURNS.test(readFileSync(join(root, file), 'utf8')))
const limits = { exclude: ['**/node_modules/**', 'dist/**', 'cli/templates/**'], testTimeout: 90_000, hookTimeout: 60_000 }

/** A process is handed on from one file that shares it to the next, so those stand together; the long ones are among the others. */
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
    // One fewer than there are cores is what Vitest takes, and on two cores that leaves one idle.
    maxWorkers: Math.max(2, availableParallelism()),
    sequence: { sequencer: SharedLast },
    // What was translated once is kept, by its contents, for the next run.
    experimental: { fsModuleCache: true, fsModuleCachePath: join(root, 'node_modules/.cache/stoa/tests') },
    projects: [
      {
        ...common,
        test: {
          ...limits,
          name: 'shared',
          include: ['plugins/**/*.test.{ts,tsx}', ...coreTests.filter((file) => !alone.includes(file))],
          // To load the product anew for each file takes longer than most of these tests, and a process keeps nothing it cannot lose.
          isolate: false,
        },
      },
      // These have a process of their own.
      { ...common, test: { ...limits, name: 'isolated', include: alone } },
    ],
  },
})
