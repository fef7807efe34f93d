import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { entryAliases } from '../../cli/build/entries.mjs'

const product = realpathSync(fileURLToPath(new URL('../..', import.meta.url)))
const standIn = (name) => join(product, 'tests/support', `${name}.ts`)

/**
 * Vitest settings for a plugin outside the product, whose folder lists itself in `stoa.plugins`. Each test file gets its own database
 * from `suite` of `stoa/testing`. It is a default export: `export { default } from 'stoa/testing/config'`.
 */
export default {
  resolve: {
    alias: [
      ...entryAliases(product),
      { find: 'virtual:store-plugins', replacement: standIn('no-parts') },
      { find: 'virtual:store-messages', replacement: standIn('no-messages') },
      { find: 'virtual:plugins', replacement: standIn('no-screens') },
    ],
  },
  test: {
    include: ['**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'dist/**'],
    globalSetup: join(product, 'tests/support/global-setup.ts'),
    testTimeout: 90_000,
    hookTimeout: 120_000,
    // Sources of the product and of plugins are TypeScript, wherever they are installed.
    server: { deps: { inline: [/\.tsx?$/] } },
  },
}
