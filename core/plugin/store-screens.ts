import type { Plugin, Screen } from './define.ts'
import { assertPlugin, assertDependency } from './sort-by-dependencies.ts'

/** A path as addresses are told apart: what its varying parts are called does not count. */
const pattern = (path: string) => path.replaceAll(/\$\w+/g, '$')

/**
 * The pages of the store, one for each path: a plugin that declares a path of one it names under `requires` or `after` replaces that page.
 * @throws PluginError where two plugins declare the same path and neither builds on the other, or one declares it twice
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
