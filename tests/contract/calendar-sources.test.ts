import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listedPlugins } from '../../cli/start/load.ts'
import { projectRoot } from '../../core/root.ts'
import { CALENDAR_SOURCES } from '../../plugins/calendar/index.ts'
import { type TestApp, testApp } from '../support/app.ts'

/** Rules for the sources of the shared calendar, checked over the registry. */
let it: TestApp
beforeAll(async () => {
  it = await testApp(listedPlugins([]))
})
afterAll(() => it.close())

test('no two sources of a plugin set share a color, and each color is a token of the light and the dark theme', () => {
  const sources = [...it.kernel.contributions(CALENDAR_SOURCES)]
  expect(sources.length).toBeGreaterThan(8)
  const namesByHue = new Map(sources.map(([, { hue }]) => [hue, sources.filter(([, other]) => other.hue === hue)]))
  const shared = [...namesByHue.values()].filter((group) => group.length > 1).map((group) => group.map(([name]) => name))
  expect(shared).toEqual([])
  const tokens = readFileSync(join(projectRoot(), 'ui-admin/src/styles/tokens.css'), 'utf8')
  const missing = [...namesByHue.keys()].filter((hue) => tokens.split(`--hue-${hue}:`).length !== 3)
  expect(missing).toEqual([])
})
