import type { Plugin } from './define.ts'

/** Thrown for an invalid combination of plugins. Names the plugin and the fix. */
export class PluginError extends Error {
  constructor(plugin: string, problem: string, advice: string) {
    super(`Plugin "${plugin}": ${problem}\n  ${advice}`)
    this.name = 'PluginError'
  }
}

/** Asserts a requirement on a plugin. @throws PluginError */
export function assertPlugin(ok: unknown, plugin: string, problem: string, advice: string): asserts ok {
  if (!ok) throw new PluginError(plugin, problem, advice)
}

/** Asserts that a plugin declares its dependency on another. */
export function assertDependency({ id, requires = [], after = [] }: Plugin, owner: string, usage: string): void {
  assertPlugin(
    [id, 'core', ...requires, ...after].includes(owner),
    id,
    `${usage} without saying so`,
    `Add "${owner}" to "requires" or "after".`,
  )
}

/**
 * Boot order: after all of `requires`, after the installed ones of `after`, ties by id. It does not depend on the file system.
 * Cycles through `after` are broken in favour of `requires`.
 * @throws PluginError for a missing or circular requirement.
 */
export function sortByDependencies(plugins: readonly Plugin[]): Plugin[] {
  const byId = new Map(plugins.map((p) => [p.id, p]))
  for (const plugin of plugins) {
    for (const id of plugin.requires ?? []) {
      const advice = `Add "${id}" to stoa.plugins in package.json, or switch "${plugin.id}" off too.`
      assertPlugin(byId.has(id), plugin.id, `needs "${id}", which is not enabled`, advice)
    }
  }
  const order: Plugin[] = []
  const state = new Map<string, 'open' | 'done'>()
  const visit = (plugin: Plugin, trail: string[]) => {
    if (state.get(plugin.id) === 'done') return
    const advice = 'Break the circle: move what both need into a third plugin, or use an event.'
    assertPlugin(state.get(plugin.id) !== 'open', plugin.id, `requires itself through ${[...trail, plugin.id].join(' → ')}`, advice)
    state.set(plugin.id, 'open')
    for (const id of [...(plugin.requires ?? [])].sort()) visit(byId.get(id) as Plugin, [...trail, plugin.id])
    for (const id of [...(plugin.after ?? [])].sort()) {
      const other = byId.get(id)
      if (other && !reaches(byId, other, plugin.id, new Set())) visit(other, [...trail, plugin.id])
    }
    state.set(plugin.id, 'done')
    order.push(plugin)
  }
  for (const plugin of [...plugins].sort((a, b) => a.id.localeCompare(b.id))) visit(plugin, [])
  return order
}

/** Whether `from` depends on `target`, directly or indirectly, by either kind of dependency. */
function reaches(byId: ReadonlyMap<string, Plugin>, from: Plugin, target: string, seen: Set<string>): boolean {
  if (from.id === target) return true
  if (seen.has(from.id)) return false
  seen.add(from.id)
  return [...(from.requires ?? []), ...(from.after ?? [])].some((id) => {
    const next = byId.get(id)
    return next !== undefined && reaches(byId, next, target, seen)
  })
}
