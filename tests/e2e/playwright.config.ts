import { defineConfig } from '@playwright/test'
import { findBrowser } from '../support/browser.ts'

const browser = await findBrowser()

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results',
  timeout: 60_000,
  // Browser, server and database share two cores on the smallest machine this must pass on.
  workers: 1,
  forbidOnly: Boolean(process.env['CI']),
  use: {
    launchOptions: browser,
    trace: 'retain-on-failure',
  },
})
