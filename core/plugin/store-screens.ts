import type { Plugin, Screen } from './define.ts'
import { assertPlugin, assertDependency } from './sort-by-dependencies.ts'

/** A path pattern in which the names of parameters do not matter. */
const pattern = (path: string) => path.replaceAll(/\$\w+/g, '$')

/**
 * Pages of the store, one for each path. A plugin that declares the path of a plugin in its `requires` or `after` replaces that
 * page.
 * @throws PluginError when two independent plugins declare the same path, or one declares it twice
 */
export function storeScreens(plugins: readonly Plugin[]): readonly Screen[] {
  const pages = new Map<string, { owner: string; screen: Screen }>()
  for (const plugin of plugins)
    for (const screen of plugin.store?.screens ?? []) {
      const replaced = pages.get(pattern(screen.path))
      if (replaced) {
        assertPlugin(replaced.owner !== plugin.id, plugin.id, `declares the store page "${screen.path}" twice`, 'Take one of the two out.')
        assertDependency(plugin, replaced.owner, `replaces the store page "${screen.path}" of "${replaced.owner}"`)
      }
      pages.set(pattern(screen.path), { owner: plugin.id, screen })
    }
  return [...pages.values()].map(({ screen }) => screen)
}
