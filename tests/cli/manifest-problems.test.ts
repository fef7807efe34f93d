import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { explain } from '../../cli/errors.ts'
import { listedPlugins, loadPlugins } from '../../cli/start/load.ts'
import { listManifestProblems, findManifestProblems } from '../../cli/start/route-mistakes.ts'
import { defineResource, f, type Plugin, route } from 'stoa'
import { EXAMPLES, testApp } from '../support/app.ts'

let home = ''
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'stoa-slips-'))
  mkdirSync(join(home, 'store'))
  writeFileSync(join(home, 'store', 'request.tsx'), '')
})
afterAll(() => rmSync(home, { recursive: true }))

const toy = defineResource({ name: 'toy', fields: { title: f.text() } })
const call = (on: string, needs: string) =>
  route({ on, id: 'toy.call', summary: 'Does', needs, answer: null, run: async () => undefined } as never)
const findProblems = (plugin: Partial<Plugin>, ...others: Plugin[]) =>
  listManifestProblems(
    [{ id: 'toys', resources: [toy], ...plugin }, ...others].map((entry) => ({
      plugin: entry,
      dir: home,
      home: entry.id === 'toys' ? home : '/',
    })),
  )

test('the plugins of the product and of the guide have no manifest problems, also with optional plugins off', async () => {
  const all = await loadPlugins([...listedPlugins([]), 'repair'], ['plugins', EXAMPLES])
  expect(listManifestProblems(all)).toEqual([])
  expect(await findManifestProblems(all.filter(({ plugin }) => plugin.id !== 'content' && plugin.id !== 'desk'))).toEqual([])
})

test('an undeclared permission is reported where it is named, with a suggestion', () => {
  expect(findProblems({ presets: { 'toys.viewer': ['get toy'], 'toys.editor': ['toys.viewer', 'udpate toy'] } })).toEqual([
    'Plugin "toys": preset "toys.editor" names the permission "udpate toy", which nobody declares. Did you mean "update toy"?',
  ])
  expect(findProblems({ adminRoutes: [call('GET /toy/best', 'get toy | get tyo')] })).toEqual([
    'Plugin "toys": GET /api/admin/toy/best names the permission "get tyo", which nobody declares. Did you mean "get toy"?',
  ])
})

test('two plugins with the same route are reported by name', () => {
  const other: Plugin = { id: 'games', storeRoutes: [call('POST /play', '')] }
  expect(findProblems({ storeRoutes: [call('POST /play', '')] }, other)).toEqual([
    'Plugin "games": POST /api/play is a route of plugin "toys" too.',
  ])
})

test('a duplicate route stops the start with a message and a hint, without a stack trace', async () => {
  const twice = (id: string): Plugin => ({ id, storeRoutes: [{ ...call('POST /play', ''), access: 'public' }] })
  const failed: unknown = await testApp([], { extra: [twice('toys'), twice('games')] }).catch((error: unknown) => error)
  expect(explain(failed)).toMatchObject({ exit: 'config', message: expect.stringContaining("'/api/play'"), hint: expect.any(String) })
})

test('a missing menu section and a missing screen file are reported', () => {
  expect(
    findProblems({
      admin: { sections: [{ id: 'toys', order: 1 }], menu: [{ section: 'tyos', resource: 'toy' }] },
      store: { screens: [{ path: '/toys', screen: 'toys/reqest' }] },
    }),
  ).toEqual([
    'Plugin "toys": an entry of its menu stands in the section "tyos", which nobody declares. Did you mean "toys"?',
    'Plugin "toys": no file has the screen "toys/reqest": store/reqest.tsx. Did you mean "toys/request"?',
  ])
})
