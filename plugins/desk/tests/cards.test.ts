import { afterAll, beforeAll, expect, test } from 'vitest'
import { account, definePlugin, contribute } from 'stoa'
import { PluginError } from '../../../core/plugin/sort-by-dependencies.ts'
import { Registry } from '../../../core/plugin/registry.ts'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'
import { CARDS } from '../index.ts'

const board = definePlugin({
  id: 'board',
  requires: ['content'],
  after: ['desk'],
  contributions: [
    contribute(CARDS, 'pages', { screen: 'board/pages', of: { name: 'page' } }, { order: 5 }),
    contribute(CARDS, 'away', { screen: 'board/away', of: { name: 'nothing_there' } }),
  ],
})

let it: TestApp
beforeAll(async () => {
  it = await testApp(['desk', 'content', 'inventory'], { extra: [board] })
})
afterAll(() => it.close())

const names = async (client: Client) => (await client.get('/api/admin/cards')).body.data.map((card: { name: string }) => card.name)

test('the dashboard shows the cards contributed by plugins, in order, limited to the permissions of the reader', async () => {
  expect(await names(await it.staff('owner'))).toEqual(['pages', 'alerts'])
  expect(await names(await it.staff(['get stock alert']))).toEqual(['alerts'])
  expect(await names(await it.staff(['get role']))).toEqual([])
  expect((await it.guest.get('/api/admin/cards')).status).toBe(401)
})

test('a card that names no component stops the start with the name of its plugin', () => {
  const desk = definePlugin({ id: 'desk', extensionPoints: [CARDS] })
  const wrong = definePlugin({
    id: 'board',
    after: ['desk'],
    contributions: [contribute(CARDS, 'odd', { screen: 'no component', of: account })],
  })
  expect(() => new Registry([desk, wrong])).toThrow(PluginError)
  expect(() => new Registry([desk, wrong])).toThrow(/board.*"odd" to "desk\/cards".*screen/)
})

test.each(['repair-desk', 'desk2', 'my_desk'])('a card may use a component of the plugin %s', (id) => {
  const card = contribute(CARDS, 'latest', { screen: `${id}/latest`, of: { name: 'page' } })
  const { extensionPoints } = new Registry([
    definePlugin({ id: 'desk', extensionPoints: [CARDS] }),
    definePlugin({ id, after: ['desk'], contributions: [card] }),
  ])
  expect(extensionPoints.get(CARDS.name)?.contributions.map(({ plugin }) => plugin)).toEqual([id])
})
