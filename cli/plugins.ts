import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { listPermissions } from '../core/access/permission.ts'
import { loadPlugins } from './start/load.ts'
import type { Plugin } from '../core/plugin/define.ts'
import { projectRoot, shopRoot } from '../core/root.ts'
import { entriesOf } from './build/shop.mjs'
import { moduleAt } from './code.ts'
import { getFolders, LISTED_PLACES, listPluginPlaces } from './places.ts'
import { CliError } from './errors.ts'
import { createUnknownNameError } from './nearest.ts'
import { readPlugins } from './paper.ts'

export { namedPlugins } from './start/load.ts'

/** Writes the plugin list of the shop's package.json. Entries keep their spelling; the rest of the file stays unchanged. */
export function writeNamedPlugins(ids: readonly string[]): void {
  const places = [...LISTED_PLACES(), ...listPluginPlaces()]
  const entries = ids.map((id) => places.find((place) => place.id === id)?.entry ?? id)
  changeList((before) => asListed(entries, before))
}

/** Adds a generated plugin: in the product by its name, elsewhere by its folder. */
export function listPlugin(id: string): void {
  const isOwn = shopRoot() === projectRoot()
  changeList((before) => [...before, isOwn ? id : `./plugins/${id}`])
}

function changeList(change: (before: readonly string[]) => string[]): void {
  const file = join(shopRoot(), 'package.json')
  const text = readFileSync(file, 'utf8')
  const whole = JSON.parse(text) as { stoa?: { plugins?: string[] } }
  whole.stoa = { ...whole.stoa, plugins: change(whole.stoa?.plugins ?? ['stoa']) }
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? '  '
  writeFileSync(file, `${JSON.stringify(whole, null, indent)}\n`)
}

/** The entry `stoa`, which stands for all plugins of the product, is kept while all of them are listed. */
function asListed(entries: readonly string[], before: readonly string[]): string[] {
  if (shopRoot() === projectRoot() || !before.includes('stoa')) return [...entries]
  const all = entriesOf(projectRoot(), projectRoot())
  if (!all.every((entry) => entries.includes(entry))) return [...entries]
  return ['stoa', ...entries.filter((entry) => !all.includes(entry))]
}

/** Every existing plugin, enabled or not. */
export const presentPlugins = (): string[] => listPluginPlaces().map(({ id }) => id)

/** @throws CliError notFound, with the nearest id */
export function requirePlugin(id: string): string {
  const all = presentPlugins()
  if (!all.includes(id)) throw createUnknownNameError('plugin', id, all, { hint: 'stoa plugin list' })
  return id
}

/** A plugin's manifest, whether it is enabled or not. */
export async function findManifest(id: string): Promise<Plugin> {
  const all = await manifests([id])
  return all[0] as Plugin
}

/** Manifests of several plugins; their compatibility is not checked. */
export async function manifests(ids: readonly string[]): Promise<Plugin[]> {
  return Promise.all(
    ids.map(async (id) => {
      const module = (await import(pathToFileURL(moduleAt(getFolders(id).dir, 'plugin')).href)) as { default?: Plugin }
      if (!module.default) throw new CliError('config', `The plugin.ts of ${id} exports nothing by default.`)
      return module.default
    }),
  )
}

/** What stops working without a plugin, one line each; `hard` ones keep the product from starting. */
export async function findBreakage(id: string, enabled: readonly string[]): Promise<{ hard: string[]; soft: string[] }> {
  const left = enabled.filter((other) => other !== id)
  const others = await manifests(left)
  const hard = others.filter((p) => p.requires?.includes(id)).map((p) => `${p.id} requires it`)
  const manifest = await findManifest(id)
  const soft: string[] = []
  const names = new Set((manifest.resources ?? []).map((r) => r.name))
  const opened = new Set((manifest.extensionPoints ?? []).map(({ name }) => name))
  for (const p of others) {
    const extended = (p.extend ?? []).filter((e) => names.has(e.resource)).map((e) => e.resource)
    if (extended.length > 0) soft.push(`${p.id} adds to ${extended.join(', ')}, which is not there then`)
    const lost = (p.contributions ?? []).filter(({ point }) => opened.has(point)).map(({ name, point }) => `"${name}" to ${point}`)
    if (lost.length > 0) soft.push(`${p.id} offers ${lost.join(', ')}, which nobody takes then`)
    if (extended.length + lost.length === 0 && p.after?.includes(id)) soft.push(`${p.id} uses it when it is there`)
  }
  if (names.size > 0) soft.push(`no screens, routes and permissions of ${[...names].join(', ')}; the tables and their rows stay`)
  const contributed = (manifest.contributions ?? [])
    .filter(({ point }) => !opened.has(point))
    .map(({ name, point }) => `"${name}" at ${point}`)
  if (contributed.length > 0) soft.push(`nothing is offered as ${contributed.join(', ')}`)
  const jobs = (manifest.jobs ?? []).map(({ name }) => name)
  if (jobs.length > 0) soft.push(`the jobs ${jobs.join(', ')} do not run`)
  if (hard.length === 0) hard.push(...(await findIncompatibility(left)))
  return { hard, soft }
}

/** Why these plugins are incompatible; empty when they are compatible. */
export async function findIncompatibility(ids: readonly string[]): Promise<string[]> {
  try {
    await loadPlugins(ids)
    await readPlugins(ids)
    return []
  } catch (error) {
    return [(error as Error).message]
  }
}

/** Permissions that the admin screens of a plugin require. */
export const screenNeeds = (plugin: Plugin): string[] =>
  [...new Set((plugin.admin?.screens ?? []).flatMap((s) => listPermissions(s.needs ?? '')))].sort()
