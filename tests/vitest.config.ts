import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['{tests,core,plugins,cli,ui-admin,ui-store}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'dist/**', 'cli/templates/**'],
    globalSetup: 'tests/support/global-setup.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
