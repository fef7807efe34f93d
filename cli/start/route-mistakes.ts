import { existsSync } from 'node:fs'
import { join } from 'node:path'
import core from '../../core/kernel/core-plugin.ts'
import { listPermissions } from '../../core/access/permission.ts'
import type { LoadedPlugin, Plugin } from '../../core/plugin/define.ts'
import { Registry } from '../../core/plugin/registry.ts'
import { foundScreens } from '../build/screens.ts'
import { nearest } from '../../core/text/edit-distance.ts'
import { manifests, presentPlugins } from '../plugins.ts'

const suggest = (word: string, all: Iterable<string>) => {
  const near = nearest(word, all)
  return near === undefined ? '.' : `. Did you mean "${near}"?`
}

/** Routes declared as plain data; routes that a function creates from the kernel are not covered. */
const getRoutes = ({ adminRoutes, storeRoutes }: Plugin) =>
  [
    { below: '/api/admin', routes: adminRoutes },
    { below: '/api', routes: storeRoutes },
  ].flatMap(({ below, routes }) =>
    Array.isArray(routes) ? routes.map((route) => ({ route, on: route.on.replace(' ', ` ${below}`) })) : [],
  )

/** Problems in the manifests of loaded plugins, compared with the declarations of all existing plugins, loaded or not. */
export async function findManifestProblems(loaded: readonly LoadedPlugin[]): Promise<string[]> {
  const running = loaded.map(({ plugin }) => plugin)
  try {
    return listManifestProblems(loaded, [
      ...running,
      ...(await manifests(presentPlugins().filter((id) => !running.some((candidate) => candidate.id === id)))),
    ])
  } catch {
    // A plugin that is not loaded may be incomplete.
    return listManifestProblems(loaded)
  }
}

/**
 * Problems in the manifests of `loaded`, one line each: references to names that none of `known` declares and that therefore have
 * no effect. They do not keep the product from starting, because the name may belong to a plugin that is not installed.
 */
export function listManifestProblems(
  loaded: readonly LoadedPlugin[],
  knownPlugins: readonly Plugin[] = loaded.map(({ plugin }) => plugin),
): string[] {
  const permissions = new Registry([core, ...knownPlugins]).permissions
  const sections = new Set([core, ...knownPlugins].flatMap(({ admin }) => (admin?.sections ?? []).map(({ id }) => id)))
  const pluginsByRoute = new Map<string, string>()
  return loaded.flatMap(({ plugin, home }): string[] => {
    const tell = (line: string) => `Plugin "${plugin.id}": ${line}`
    const permission = (where: string, name: string) =>
      permissions.has(name)
        ? []
        : [tell(`${where} names the permission "${name}", which nobody declares${suggest(name, permissions.keys())}`)]
    const presets = Object.entries(plugin.presets ?? {}).flatMap(([preset, list]) =>
      list.filter((name) => plugin.presets?.[name] === undefined).flatMap((name) => permission(`preset "${preset}"`, name)),
    )
    const routes = getRoutes(plugin).flatMap(({ route, on }) => {
      const other = pluginsByRoute.get(on)
      pluginsByRoute.set(on, plugin.id)
      const twice = other === undefined ? [] : [tell(`${on} is a route of plugin "${other}" too.`)]
      return [...twice, ...listPermissions(route.needs ?? '').flatMap((name) => permission(on, name))]
    })
    const menu = (plugin.admin?.menu ?? [])
      .filter(({ section }) => !sections.has(section))
      .map(({ section }) =>
        tell(`an entry of its menu stands in the section "${section}", which nobody declares${suggest(section, sections)}`),
      )
    return [...presets, ...routes, ...menu, ...missingScreens(plugin, home).map(tell)]
  })
}

/** Screens and slots without a file of their name, where the plugin relies on the naming convention. */
function missingScreens({ id, admin, store }: Plugin, home: string): string[] {
  return Object.entries({ admin, store }).flatMap(([side, parts]) => {
    const folder = join(home, side)
    if (existsSync(join(folder, 'screens.ts'))) return []
    const found = foundScreens(folder, id)
    return [...(parts?.screens ?? []), ...(parts?.slots ?? [])]
      .filter(({ screen }) => !found.has(screen))
      .map(
        ({ screen }) => `no file has the screen "${screen}": ${side}/${screen.replace(/^[^/]+\//, '')}.tsx${suggest(screen, found.keys())}`,
      )
  })
}
