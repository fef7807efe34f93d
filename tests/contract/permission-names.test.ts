import { afterAll, beforeAll, expect, test } from 'vitest'
import { permissionWord } from '../../core/access/permission.ts'
import { type TestApp, testApp } from '../support/app.ts'

/** Permission names have translations: a generated text would be English in every language. */
let it: TestApp
beforeAll(async () => {
  it = await testApp()
})
afterAll(() => it.close())

test('every permission preset has a name in the messages', () => {
  const { i18n, registry } = it.kernel
  const named = (plugin = '', word = '') => i18n.has(`${plugin}:preset.${word}`) || i18n.has(`core:preset.${word}`)
  expect([...registry.presets.keys()].filter((name) => !named(...name.split('.')))).toEqual([])
})

test('every subject of permissions has a name in the messages', async () => {
  const { i18n, registry } = it.kernel
  const resources = new Set([...registry.resources.values()].map(({ name }) => permissionWord(name)))
  const { body } = await (await it.staff('owner')).get('/api/admin/permissions')
  const words = (body.data as { entries: { resource: string }[] }[]).flatMap(({ entries }) => entries.map(({ resource }) => resource))
  const named = (word: string) =>
    resources.has(word) || registry.plugins.some(({ id }) => i18n.has(`${id}:permission_of.${word.replaceAll(' ', '_')}`))
  expect([...new Set(words)].filter((word) => !named(word))).toEqual([])
})
