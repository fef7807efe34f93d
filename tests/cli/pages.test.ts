import { afterEach, expect, test } from 'vitest'
import { buildUi, isUiFresh } from '../../cli/build/ui.ts'

const before = process.env['PLUGINS_OFF']
afterEach(() => {
  if (before === undefined) delete process.env['PLUGINS_OFF']
  else process.env['PLUGINS_OFF'] = before
})

test('pages that were built for some plugins are not taken for those of others', async () => {
  await buildUi({ log: () => undefined })
  expect(isUiFresh()).toBe(true)
  process.env['PLUGINS_OFF'] = 'wishlist, ebook'
  expect(isUiFresh()).toBe(false)
  process.env['PLUGINS_OFF'] = 'nothing-of-ours'
  expect(isUiFresh()).toBe(true)
}, 120_000)
