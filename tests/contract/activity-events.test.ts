import { afterAll, beforeAll, expect, test } from 'vitest'
import { locales } from 'stoa'
import { ACTIVITY_EVENTS, TIMELINE_SOURCES } from '../../plugins/people/index.ts'
import { type TestApp, testApp } from '../support/app.ts'

let it: TestApp
beforeAll(async () => {
  it = await testApp()
})
afterAll(() => it.close())

test('every activity event belongs to an existing resource and has a message in all languages', () => {
  const { registry, i18n } = it.kernel
  const kinds = [...it.kernel.contributions(ACTIVITY_EVENTS)]
  expect(kinds.length).toBeGreaterThan(5)
  for (const [eventName, { text, of }] of kinds) {
    expect([eventName, registry.resources.has(of.name)]).toEqual([eventName, true])
    expect([eventName, locales.filter((locale) => !i18n.has(text, locale))]).toEqual([eventName, []])
  }
})

test('every plugin that records activity events has a timeline source to rebuild them', () => {
  const { extensionPoints } = it.kernel.registry
  const plugins = (point: string) => new Set(extensionPoints.get(point)?.contributions.map(({ plugin }) => plugin))
  const again = plugins(TIMELINE_SOURCES.name)
  expect([...plugins(ACTIVITY_EVENTS.name)].filter((plugin) => !again.has(plugin))).toEqual([])
})
