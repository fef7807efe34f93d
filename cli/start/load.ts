import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { moduleAt } from '../code.ts'
import { getFolders, LISTED_PLACES } from '../places.ts'
import core from '../../core/kernel/core-plugin.ts'
import type { LoadedPlugin, Plugin } from '../../core/plugin/define.ts'
import { sortByDependencies, PluginError } from '../../core/plugin/sort-by-dependencies.ts'
import { Registry } from '../../core/plugin/registry.ts'

/** Ids of the plugins in the shop's package.json. */
export const namedPlugins = (): string[] => LISTED_PLACES().map(({ id }) => id)

/** The listed plugins without those switched off. */
export const listedPlugins = (off: readonly string[]): string[] => namedPlugins().filter((id) => !off.includes(id))

/**
 * Imports the plugins, each from the first folder that has it, and sorts them in boot order.
 * @throws PluginError when one is missing, broken, or its id is not its folder's name.
 */
export async function loadPlugins(ids: readonly string[], places: readonly string[] = ['plugins']): Promise<LoadedPlugin[]> {
  const loaded = new Map(
    (await Promise.all(ids.map((id) => load(id, places)))).map((loadedPlugin) => [loadedPlugin.plugin.id, loadedPlugin]),
  )
  return sortByDependencies([...loaded.values()].map((l) => l.plugin)).map((p) => loaded.get(p.id) as LoadedPlugin)
}

async function load(id: string, places: readonly string[]): Promise<LoadedPlugin> {
  const folders = getFolders(id, places)
  const file = moduleAt(folders.dir, 'plugin')
  if (!existsSync(file)) throw new PluginError(id, 'has no plugin.ts', `Create ${folders.home}/plugin.ts.`)
  const { default: plugin } = (await import(pathToFileURL(file).href)) as { default?: Plugin }
  if (!plugin) throw new PluginError(id, 'exports nothing by default from plugin.ts', 'Write `export default definePlugin({ … })`.')
  if (plugin.id !== id)
    throw new PluginError(id, `calls itself "${plugin.id}"`, 'The id must be the name of the folder, or the one its package.json gives it.')
  return { plugin, ...folders }
}

/** Permissions that plugins which are switched off would declare. The plugins are loaded on first use. */
export function getPermissions(off: readonly string[]): () => Promise<ReadonlySet<string>> {
  let cachedPermissions: Promise<ReadonlySet<string>> | undefined
  const look = async () => {
    if (off.length === 0) return new Set<string>()
    const all = (await loadPlugins(namedPlugins())).map(({ plugin }) => plugin)
    return new Set(
      [...new Registry([core, ...all]).permissions.values()].filter(({ plugin }) => off.includes(plugin)).map(({ name }) => name),
    )
  }
  return () => (cachedPermissions ??= look())
}
