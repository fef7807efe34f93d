import { afterAll, beforeAll, expect, test } from 'vitest'
import { listPermissions } from '../../core/access/permission.ts'
import { listedPlugins, loadPlugins } from '../../cli/start/load.ts'
import { CARDS } from '../../plugins/desk/index.ts'
import { type Client, type TestApp, testApp } from '../support/app.ts'

/** Requirements for the dashboard cards of all plugins. */
let it: TestApp
let owner: Client
beforeAll(async () => {
  it = await testApp()
  owner = await it.staff('owner')
})
afterAll(() => it.close())

const cards = (await loadPlugins(listedPlugins([])))
  .flatMap(({ plugin }) => plugin.contributions ?? [])
  .filter(({ point }) => point === CARDS.name)
  .map(({ name }) => name)

const readCard = async (client: Client, name: string) => {
  const { dashboard = 'dashboard' } = it.kernel.contributions(CARDS).get(name) ?? {}
  const { status, body } = await client.get(`/api/admin/cards?dashboard=${dashboard}&card=${name}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

test.each(cards)('the card %s can be read in an empty shop, and has its texts', async (name) => {
  const { data } = await readCard(owner, name)
  expect(data).toHaveLength(1)
  expect(data[0].content).not.toBeNull()
  expect(it.kernel.i18n.has(it.kernel.contributions(CARDS).get(name)?.title ?? '')).toBe(true)
})

test.each(cards)('without its permission nobody gets the card %s', async (name) => {
  const needs = it.kernel.contributions(CARDS).get(name)?.needs
  if (needs === undefined) return
  const all = [...it.kernel.registry.permissions.keys()]
  const single = needs.includes('|') ? [listPermissions(needs)] : listPermissions(needs).map((permission) => [permission])
  for (const missing of single) {
    expect(all).toEqual(expect.arrayContaining(missing))
    const view = await readCard(await it.staff(all.filter((permission) => !missing.includes(permission))), name)
    expect(view.data).toEqual([])
    expect(view.available.map((card: { name: string }) => card.name)).not.toContain(name)
  }
})
