import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { keepFormerAssets } from '../../cli/build/previous-builds.ts'
import { buildUi, isUiFresh } from '../../cli/build/ui.ts'

const before = process.env['PLUGINS_OFF']
afterEach(() => {
  if (before === undefined) delete process.env['PLUGINS_OFF']
  else process.env['PLUGINS_OFF'] = before
})

test('pages built for one set of plugins are not reused for another', async () => {
  await buildUi({ log: () => undefined })
  expect(isUiFresh()).toBe(true)
  process.env['PLUGINS_OFF'] = 'wishlist, ebook'
  expect(isUiFresh()).toBe(false)
  process.env['PLUGINS_OFF'] = 'nothing-of-ours'
  expect(isUiFresh()).toBe(true)
}, 120_000)

test('assets of the previous build stay for open pages and are removed by the next build', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stoa-pages-'))
  const build = (...names: string[]) => {
    for (const name of names) writeFileSync(join(folder, name), `${Math.random()}`)
    return Promise.resolve()
  }
  try {
    const first = await keepFormerAssets(folder, () => build('index.html', 'a-1.js', 'b-1.js'))
    expect(first.sort()).toEqual(['a-1.js', 'b-1.js', 'index.html'])
    const second = await keepFormerAssets(folder, () => build('index.html', 'a-2.js', 'b-1.js'), first)
    expect(readdirSync(folder).sort()).toEqual(['a-1.js', 'a-2.js', 'b-1.js', 'index.html'])
    await keepFormerAssets(folder, () => build('index.html', 'a-3.js', 'b-1.js'), second)
    expect(readdirSync(folder).sort()).toEqual(['a-2.js', 'a-3.js', 'b-1.js', 'index.html'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
