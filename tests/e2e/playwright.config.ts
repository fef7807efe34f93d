import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findBrowser } from '../support/browser.ts'

const browser = await findBrowser()

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results',
  globalSetup: './global-setup.ts',
  // Both timeouts are for a busy machine; on an idle machine nothing takes that long.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // Each worker has a browser and a server. The smallest supported machine has two cores; more than four workers wait for the disk.
  workers: Number(process.env['STOA_E2E_WORKERS'] ?? Math.min(4, Math.max(2, availableParallelism()))),
  forbidOnly: Boolean(process.env['CI']),
  use: {
    launchOptions: browser,
    // In an animated dialog a button can move away from the pointer between mouse down and mouse up.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace records every step of every test, which is a third of the work. Failed tests run again with a trace.
    screenshot: 'only-on-failure',
  },
})
