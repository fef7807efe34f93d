import { existsSync } from 'node:fs'
import { join } from 'node:path'
import core from '../../core/kernel/core-plugin.ts'
import { listPermissions } from '../../core/access/permission.ts'
import type { LoadedPlugin, Plugin } from '../../core/plugin/define.ts'
import { Registry } from '../../core/plugin/registry.ts'
import { foundScreens } from '../build/screens.ts'
import { nearest } from '../../core/text/nearest.ts'
import { manifests, presentPlugins } from '../plugins.ts'

const meant = (word: string, all: Iterable<string>) => {
  const near = nearest(word, all)
  return near === undefined ? '.' : `. Did you mean "${near}"?`
}

/** Routes as far as they are plain data; some plugins make theirs of the running kernel. */
const getRoutes = ({ adminRoutes, storeRoutes }: Plugin) =>
  [
    { below: '/api/admin', routes: adminRoutes },
    { below: '/api', routes: storeRoutes },
  ].flatMap(({ below, routes }) =>
    Array.isArray(routes) ? routes.map((route) => ({ route, on: route.on.replace(' ', ` ${below}`) })) : [],
  )

/** Slips of the pen in the manifests of plugins that run, held to what all those in the folder declare, running or not. */
export async function findSlips(loaded: readonly LoadedPlugin[]): Promise<string[]> {
  const running = loaded.map(({ plugin }) => plugin)
  try {
    return listManifestProblems(loaded, [
      ...running,
      ...(await manifests(presentPlugins().filter((id) => !running.some((one) => one.id === id)))),
    ])
  } catch {
    // One that nobody runs may be half written.
    return listManifestProblems(loaded)
  }
}

/**
 * Slips of the pen in the manifests of `loaded`, a line each: what they name is declared by none of `known`, so that it has no effect.
 * They do not keep the product from starting, for what they name may be of a plugin that is left out.
 */
export function listManifestProblems(
  loaded: readonly LoadedPlugin[],
  known: readonly Plugin[] = loaded.map(({ plugin }) => plugin),
): string[] {
  const permissions = new Registry([core, ...known]).permissions
  const sections = new Set([core, ...known].flatMap(({ admin }) => (admin?.sections ?? []).map(({ id }) => id)))
  const said = new Map<string, string>()
  return loaded.flatMap(({ plugin, home }): string[] => {
    const tell = (line: string) => `Plugin "${plugin.id}": ${line}`
    const permission = (where: string, name: string) =>
      permissions.has(name)
        ? []
        : [tell(`${where} names the permission "${name}", which nobody declares${meant(name, permissions.keys())}`)]
    const presets = Object.entries(plugin.presets ?? {}).flatMap(([preset, list]) =>
      list.filter((name) => plugin.presets?.[name] === undefined).flatMap((name) => permission(`preset "${preset}"`, name)),
    )
    const routes = getRoutes(plugin).flatMap(({ route, on }) => {
      const other = said.get(on)
      said.set(on, plugin.id)
      const twice = other === undefined ? [] : [tell(`${on} is a route of plugin "${other}" too.`)]
      return [...twice, ...listPermissions(route.needs ?? '').flatMap((name) => permission(on, name))]
    })
    const menu = (plugin.admin?.menu ?? [])
      .filter(({ section }) => !sections.has(section))
      .map(({ section }) =>
        tell(`an entry of its menu stands in the section "${section}", which nobody declares${meant(section, sections)}`),
      )
    return [...presets, ...routes, ...menu, ...missingScreens(plugin, home).map(tell)]
  })
}

/** Screens and pieces without a file of their name, where the plugin leaves it to names. */
function missingScreens({ id, admin, store }: Plugin, home: string): string[] {
  return Object.entries({ admin, store }).flatMap(([side, parts]) => {
    const folder = join(home, side)
    if (existsSync(join(folder, 'screens.ts'))) return []
    const found = foundScreens(folder, id)
    return [...(parts?.screens ?? []), ...(parts?.slots ?? [])]
      .filter(({ screen }) => !found.has(screen))
      .map(
        ({ screen }) => `no file has the screen "${screen}": ${side}/${screen.replace(/^[^/]+\//, '')}.tsx${meant(screen, found.keys())}`,
      )
  })
}
