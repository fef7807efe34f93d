import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  resolve: { alias: { 'virtual:store-plugins': fileURLToPath(new URL('support/no-parts.ts', import.meta.url)) } },
  test: {
    include: ['{tests,core,plugins,cli,ui-admin,ui-store,docs/examples}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'dist/**', 'cli/templates/**'],
    globalSetup: 'tests/support/global-setup.ts',
    // One fewer than there are cores is what Vitest takes, and on two cores that leaves one idle.
    maxWorkers: Math.max(2, availableParallelism()),
    testTimeout: 90_000,
    hookTimeout: 60_000,
  },
})
