import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = fileURLToPath(new URL('..', import.meta.url))
const common = {
  root,
  resolve: { alias: { 'virtual:store-plugins': fileURLToPath(new URL('support/no-parts.ts', import.meta.url)) } },
}
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
    projects: [
      {
        ...common,
        test: {
          ...limits,
          name: 'rooms',
          include: ['plugins/**/*.test.{ts,tsx}'],
          // To load the product anew for each file takes longer than most of these tests, and a process keeps nothing it cannot lose.
          isolate: false,
        },
      },
      // What turns the process itself upside down, its environment, clock and loader, has one of its own.
      { ...common, test: { ...limits, name: 'house', include: ['{tests,core,cli,ui-admin,ui-store,docs/examples}/**/*.test.{ts,tsx}'] } },
    ],
  },
})
