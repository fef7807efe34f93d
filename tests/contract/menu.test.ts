import { afterAll, beforeAll, expect, test } from 'vitest'
import { satisfies } from '../../core/access/permission.ts'
import { verbPermission } from '../../core/plugin/registry.ts'
import { buildManifest } from '../../core/plugin/manifest-routes.ts'
import { settingsAreas } from '../../core/setting/api-types.ts'
import { listedPlugins } from '../../cli/start/load.ts'
import type { Actor } from '../../core/context.ts'
import type { MenuEntry } from '../../core/plugin/define.ts'
import type { Manifest, MenuLink } from '../../core/api-types.ts'
import { type TestApp, testApp } from '../support/app.ts'

/** Rules for the menu of the whole product, checked over the registry: a new plugin is covered automatically. */
let it: TestApp
let entries: MenuEntry[]
beforeAll(async () => {
  it = await testApp(listedPlugins([]))
  entries = it.kernel.registry.plugins.flatMap((p) => [...(p.admin?.menu ?? [])])
})
afterAll(() => it.close())

const MOST_GROUPS = 10
const SETTINGS = '/admin/configuration'

/** Lists that are reached only from the record they belong to. */
const INSIDE_RECORDS = [
  'application_file', // of one application
  'booking_file', // of one booking
  'broadcast_recipient', // of one broadcast
  'folder', // in the media library
  'form_file', // of one submission
  'stage', // of one funnel
  'stock', // of one product
  'stocktake_line', // of one stocktake
  'supplier_payment', // of one purchase order
]

const seenBy = (granted: readonly string[] | 'all'): Manifest => {
  const allows = (needs: string) => granted === 'all' || satisfies(new Set(granted), needs)
  const actor: Actor = { kind: 'admin', id: 0, name: '', allows }
  return buildManifest(it.kernel, actor, 'en-US')
}
const getLinks = ({ menu }: Manifest): MenuLink[] => menu.flatMap(({ items }) => items.flatMap((item) => [item, ...(item.items ?? [])]))
const getNeeds = (entry: MenuEntry) => ('resource' in entry ? `get ${entry.resource.replaceAll('_', ' ')}` : (entry.needs ?? ''))
/** Entries that every member of staff has. */
const isOpen = (entry: MenuEntry) => 'open' in entry && entry.open === true
const getAddress = (entry: MenuEntry) => `/admin/${'resource' in entry ? it.kernel.registry.resource(entry.resource).path : entry.to}`

test('the menu has at most ten groups, the one with the dashboard among them', () => {
  const ids = seenBy('all').menu.map(({ id }) => id)
  expect(ids).toContain('today')
  expect(ids.length).toBeLessThanOrEqual(MOST_GROUPS)
})

test('every list is reachable from the menu, from the header of another list, or from the settings page', () => {
  const reached = new Set(getLinks(seenBy('all')).map(({ to }) => to))
  const missing = [...it.kernel.registry.resources.values()]
    .filter((r) => r.verbs.includes('get') && !reached.has(`/admin/${r.path}`))
    .map((r) => r.name)
  expect(missing.toSorted()).toEqual(INSIDE_RECORDS)
})

test('a tab names an existing menu entry, and no entry appears twice', () => {
  const lines = new Set(
    entries.filter((entry) => !entry.under && !entry.area).map((entry) => ('resource' in entry ? entry.resource : entry.to)),
  )
  expect(entries.flatMap(({ under }) => (under && !lines.has(under) ? [under] : []))).toEqual([])
  const sections = new Set(it.kernel.registry.plugins.flatMap((p) => (p.admin?.sections ?? []).map(({ id }) => id)))
  expect(entries.flatMap(({ section }) => (sections.has(section) ? [] : [section]))).toEqual([])
  const addresses = getLinks(seenBy('all')).map(({ to }) => to)
  expect(addresses).toEqual([...new Set(addresses)])
})

test('settings are a single menu entry, and every settings card is in a group', () => {
  const manifest = seenBy('all')
  const section = manifest.menu.find(({ id }) => id === 'settings')
  expect(section?.items.map(({ to }) => to)).toEqual([SETTINGS])
  const cards = [...(section?.items[0]?.items ?? []), ...manifest.settings]
  expect(cards.filter(({ area }) => !area || !settingsAreas.includes(area))).toEqual([])
  expect(manifest.areas.map(({ id }) => id)).toEqual([...settingsAreas])
  const filled = new Set(cards.map(({ area }) => area))
  expect(settingsAreas.filter((area) => !filled.has(area))).toEqual([])
})

test('no entry is shown without its permission', () => {
  const open = entries.filter(isOpen).map(getAddress)
  expect(
    getLinks(seenBy([]))
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual(open.toSorted())
  for (const entry of entries.filter((entry) => !isOpen(entry))) {
    const granted = getNeeds(entry).split(/ [&|] /)
    const allowed = entries.filter((entry) => isOpen(entry) || satisfies(new Set(granted), getNeeds(entry))).map(getAddress)
    const visibleTargets = getLinks(seenBy(granted)).map(({ to }) => to)
    expect(
      visibleTargets.filter((to) => to !== SETTINGS && !allowed.includes(to)),
      granted.join(),
    ).toEqual([])
  }
})

test('a tab is shown in the menu itself to staff who cannot open its parent page', () => {
  const tabs = entries.filter(({ under }) => under !== undefined)
  expect(tabs.length).toBeGreaterThan(10)
  for (const entry of entries.filter((entry) => !isOpen(entry))) {
    const granted = getNeeds(entry).split(/ [&|] /)
    const links = getLinks(seenBy(granted)).map(({ to }) => to)
    expect(links, granted.join()).toContain(getAddress(entry))
  }
})

test('a settings card shows the settings page also to staff without any permission for settings', () => {
  const { menu, settings } = seenBy([verbPermission('get', 'warehouse')])
  expect(settings).toEqual([])
  const own = menu.filter(({ items }) => !items.every(({ to }) => entries.some((entry) => isOpen(entry) && getAddress(entry) === to)))
  expect(own.map(({ id }) => id)).toEqual(['settings'])
  expect(own[0]?.items.map(({ to, items }) => [to, items?.map((card) => card.to)])).toEqual([[SETTINGS, ['/admin/warehouse']]])
})

test('an entry whose page belongs to a plugin that is not installed is not in the menu', async () => {
  const partial = await testApp(['broadcast'])
  try {
    const actor: Actor = { kind: 'admin', id: 0, name: '', allows: () => true }
    const links = getLinks(buildManifest(partial.kernel, actor, 'en-US')).map(({ to }) => to)
    expect(links).toContain('/admin/broadcast')
    expect(links).not.toContain('/admin/report/email')
    expect(getLinks(seenBy('all')).map(({ to }) => to)).toContain('/admin/report/email')
  } finally {
    await partial.close()
  }
})
