import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { build } from 'vite'
import { projectRoot } from '../../core/root.ts'

const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

/** All JavaScript of the admin, built with a chart library. */
async function built(library: string): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'stoa-charts-'))
  folders.push(outDir)
  const root = join(projectRoot(), 'ui-admin')
  process.env['STOA_CHARTS'] = library
  try {
    await build({ configFile: join(root, 'vite.config.ts'), root, logLevel: 'silent', build: { outDir, emptyOutDir: true, minify: false } })
  } finally {
    delete process.env['STOA_CHARTS']
  }
  const assets = join(outDir, 'assets')
  return readdirSync(assets)
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(join(assets, file), 'utf8'))
    .join('\n')
}

test('the pages with the free chart library contain nothing of the proprietary one', { timeout: 120_000 }, async () => {
  const pages = await built('chartjs')
  expect(pages).toContain('CategoryScale')
  expect(pages).not.toMatch(/highcharts/i)
})

test('an unknown chart library is refused', { timeout: 60_000 }, async () => {
  await expect(built('paper')).rejects.toThrow('STOA_CHARTS is "paper"')
})
