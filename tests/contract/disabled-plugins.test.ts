import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Plugin } from '../../core/plugin/define.ts'
import { prepareDatabase } from '../../cli/start/boot.ts'
import { listedPlugins, loadPlugins } from '../../cli/start/load.ts'
import { locales } from '../../core/i18n/locale.ts'
import { projectRoot } from '../../core/root.ts'
import { findDrift } from '../../cli/migrate/drift.ts'
import { type Client, type TestApp, testApp } from '../support/app.ts'
import { createDatabase } from '../support/database.ts'
import { withStorePages } from '../support/store-pages.ts'

/**
 * Every plugin except `people` can be disabled. The sets are computed from the manifests, so a new plugin is covered automatically. For
 * any two plugins there is a set in which one is disabled and the other enabled, as far as requirements allow it. More sets cover groups
 * that shops disable together.
 */
const REMAINING_PLUGIN = 'people'
const all = (await loadPlugins(listedPlugins([]))).map(({ plugin }) => plugin).filter(({ id }) => id !== 'core')
const ids = (plugins: readonly Plugin[]) => plugins.map(({ id }) => id)

/** The plugins in `off` and all plugins that require them. */
function getDisabled(...off: string[]): Set<string> {
  const found = new Set(off)
  for (let before = -1; before !== found.size;) {
    before = found.size
    for (const { id, requires = [] } of all) if (requires.some((needed) => found.has(needed))) found.add(id)
  }
  return found
}
const without = (...off: string[]): string[] => {
  const away = getDisabled(...off)
  return ids(all).filter((id) => !away.has(id))
}

const needed = (id: string): string[] => [id, ...(all.find((p) => p.id === id)?.requires ?? []).flatMap(needed)]

/** If set, only pairs with this plugin are tested; another run tests the other pairs. */
const only = process.env['STOA_TEST_OF']

/** Sets of disabled plugins, chosen so that few sets cover all pairs of a disabled and an enabled plugin. */
function pairwiseSets(): string[][] {
  const removable = ids(all).filter((id) => !needed(REMAINING_PLUGIN).includes(id))
  const missing = new Map(
    removable.map((off): [string, Set<string>] => {
      const away = getDisabled(off)
      return [off, new Set(ids(all).filter((on) => !away.has(on) && (!only || only === off || only === on)))]
    }),
  )
  const pairs = (away: Set<string>) =>
    [...away].flatMap((off) => [...(missing.get(off) ?? [])].filter((on) => !away.has(on)).map((on) => [off, on]))
  const found: string[][] = []
  while ([...missing.values()].some(({ size }) => size > 0)) {
    let away = new Set<string>()
    for (let most = 0; ;) {
      const larger = removable.map((off) => getDisabled(...away, off)).sort((a, b) => pairs(b).length - pairs(a).length)[0]
      if (!larger || pairs(larger).length <= most) break
      away = larger
      most = pairs(away).length
    }
    for (const [off, on] of pairs(away)) missing.get(off ?? '')?.delete(on ?? '')
    found.push([...away].sort())
  }
  return found
}

const groups: [string, string[]][] = [
  ['all that sells', without('catalogue', 'payments')],
  ['all that sells and all that is said', without('catalogue', 'payments', 'content')],
  ['all that staff work with', without('staff', 'desk', 'sheets', 'documents')],
  [`all but ${REMAINING_PLUGIN}`, needed(REMAINING_PLUGIN)],
]
const sets = [...pairwiseSets().map((off): [string, string[]] => [off.join(', '), without(...off)]), ...(only ? [] : groups)]

/** Requests every list and every single-resource URL of the API, and returns the failures. */
async function failures(it: TestApp, owner: Client): Promise<string[]> {
  const failed: string[] = []
  for (const { method, url, access } of it.app.routes) {
    if (method !== 'GET' || !url.startsWith('/api/') || url.includes(':')) continue
    const answer = await (access === 'public' ? it.guest : owner).get(url)
    if (answer.status >= 500) failed.push(`${url} ${answer.status}`)
  }
  return failed
}

/** Renders every existing store page, and returns the failures. */
async function undrawn({ kernel }: TestApp): Promise<string[]> {
  const pages = await withStorePages(kernel)
  const failed: string[] = []
  try {
    const paths = kernel.registry.storeScreens.map(({ path }) => path.replaceAll(/\$\w+/g, 'tea'))
    for (const url of new Set(['/', ...paths])) {
      const { statusCode, body } = await pages.app.http.inject({ url })
      const drawn = statusCode >= 300 || (body.includes('"drawn":true') && /<h1[^>]*>[^<]/.test(body))
      if (statusCode >= 500 || !drawn || (url === '/' && statusCode !== 200)) failed.push(`${url} ${statusCode}`)
    }
  } finally {
    await pages.close()
  }
  return failed
}

test('for any two plugins, one set has the first disabled and the second enabled, unless it requires the first', () => {
  const left = sets.map(([, on]) => new Set(on))
  const unmet = ids(all)
    .filter((off) => !needed(REMAINING_PLUGIN).includes(off))
    .flatMap((off) => without(off).map((on): [string, string] => [off, on]))
    .filter(([off, on]) => !only || only === off || only === on)
    .filter(([off, on]) => !left.some((set) => set.has(on) && !set.has(off)))
  expect(unmet).toEqual([])
})

test('the minimal set requires no plugin that sells', () => {
  expect(needed(REMAINING_PLUGIN)).toEqual([REMAINING_PLUGIN])
  expect(without('catalogue', 'payments')).toEqual(expect.arrayContaining(['content', 'currency', REMAINING_PLUGIN]))
  expect(without('currency')).not.toContain('catalogue')
})

test('the pages of the minimal set mention neither orders nor checkout', () => {
  for (const language of locales) {
    const localeText = readFileSync(join(projectRoot(), `plugins/${REMAINING_PLUGIN}/store/locales/${language}.json`), 'utf8')
    expect(
      localeText.split('\n').filter((line) => /: ".*(\borders?\b|\bcheck ?out\b|訂單|訂購|結帳|订单|订购|结账)/i.test(line)),
      language,
    ).toEqual([])
  }
})

test.each(sets)('without %s it starts, its routes answer, its database matches the declarations, and its pages render', async (_, left) => {
  // No other test uses this set of plugins, so the database is created directly, without a template.
  const url = await createDatabase()
  await prepareDatabase(url, await loadPlugins(left))
  const it = await testApp(left, { url })
  try {
    const { plugins } = it.kernel.registry
    expect(
      ids(plugins)
        .filter((id) => id !== 'core')
        .sort(),
    ).toEqual([...left].sort())
    const owner = await it.staff('owner')
    const manifest = await owner.get('/api/admin/manifest')
    expect([manifest.status, manifest.body.plugins]).toEqual([200, ids(plugins)])
    expect((await it.guest.get('/health/ready')).status).toBe(200)
    expect(await findDrift(it.kernel)).toEqual([])
    // Seed data and pages only change if a disabled plugin has store pages. Browser tests cover the pages of the whole product.
    const changed = all.some(({ id, store }) => store && !left.includes(id))
    if (changed) for (const plugin of plugins) await plugin.seed?.(it.ctx, 'small')
    expect(await failures(it, owner)).toEqual([])
    for (const plugin of plugins)
      for (const [name, check] of Object.entries(plugin.checks ?? {})) expect(await check(it.kernel), `${plugin.id}: ${name}`).toEqual([])
    if (changed) expect(await undrawn(it)).toEqual([])
  } finally {
    await it.close()
  }
})
