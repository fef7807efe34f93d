import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findBrowser } from '../support/browser.ts'

const browser = await findBrowser()

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results',
  globalSetup: './global-setup.ts',
  // Both are for a machine that has much else to do; where it has not, nothing waits that long.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // Each has a browser and a server. Two cores are what the smallest machine has on which this must pass; more than four wait for the disk.
  workers: Number(process.env['STOA_E2E_WORKERS'] ?? Math.min(4, Math.max(2, availableParallelism()))),
  forbidOnly: Boolean(process.env['CI']),
  use: {
    launchOptions: browser,
    // A button of a dialog that is still growing can slip from under the pointer between its going down and coming up.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace takes a picture of every step of every test, which is a third of the work: what failed is traced when it runs again.
    screenshot: 'only-on-failure',
  },
})
