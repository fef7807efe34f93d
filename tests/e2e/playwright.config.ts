import { defineConfig } from '@playwright/test'
import { findBrowser } from '../support/browser.ts'
import { freePort } from './product.ts'

const browser = await findBrowser()
// The configuration is read again in every worker; all must mean the same server.
const port = (process.env['STOA_E2E_PORT'] ??= String(await freePort()))

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results',
  globalSetup: './global-setup.ts',
  timeout: 60_000,
  // Browser, server and database share two cores on the smallest machine this must pass on.
  workers: 1,
  forbidOnly: Boolean(process.env['CI']),
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    launchOptions: browser,
    trace: 'retain-on-failure',
  },
})
