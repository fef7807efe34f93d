import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { projectRoot } from '../../core/root.ts'
import type { Loaded, Plugin } from '../../core/plugin/define.ts'
import { bootOrder, PluginError } from '../../core/plugin/order.ts'

/** Plugin ids named in package.json, less those switched off. */
export function listedPlugins(off: readonly string[]): string[] {
  const file = join(projectRoot(), 'package.json')
  const { stoa } = JSON.parse(readFileSync(file, 'utf8')) as { stoa?: { plugins?: string[] } }
  return (stoa?.plugins ?? []).filter((id) => !off.includes(id))
}

/**
 * Imports the plugins, each from the first of the places that has it, and puts them in boot order.
 * @throws PluginError when one is missing, broken, or its id is not its folder's name.
 */
export async function loadPlugins(ids: readonly string[], places: readonly string[] = ['plugins']): Promise<Loaded[]> {
  const code = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  const loaded = new Map<string, Loaded>()
  for (const id of ids) {
    const place = places.find((folder) => existsSync(join(code, folder, id, `plugin.${extension}`))) ?? 'plugins'
    const dir = join(code, place, id)
    const file = join(dir, `plugin.${extension}`)
    if (!existsSync(file))
      throw new PluginError(id, 'has no plugin.ts', `Create plugins/${id}/plugin.ts, or take "${id}" out of stoa.plugins in package.json.`)
    const { default: plugin } = (await import(pathToFileURL(file).href)) as { default?: Plugin }
    if (!plugin) throw new PluginError(id, 'exports nothing by default from plugin.ts', 'Write `export default definePlugin({ … })`.')
    if (plugin.id !== id) throw new PluginError(id, `calls itself "${plugin.id}"`, 'The id must be the name of the folder.')
    loaded.set(id, { plugin, dir, home: join(projectRoot(), place, id) })
  }
  return bootOrder([...loaded.values()].map((l) => l.plugin)).map((p) => loaded.get(p.id) as Loaded)
}
