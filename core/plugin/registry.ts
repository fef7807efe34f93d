import { formatPermission, listPermissions, permissionWord } from '../access/permission.ts'
import { compileResource, type Resource } from '../resource/compile.ts'
import { checkGuards } from '../fields/guards.ts'
import type { Fields } from '../fields/types.ts'
import type { Sql } from '../db/sql.ts'
import type { Declared, Extension } from '../resource/define.ts'
import type { DeclaredSettings } from '../setting/define.ts'
import type { Verb } from '../api-types.ts'
import type { Plugin, Screen } from './define.ts'
import { collectExtensionPoints, type RegisteredExtensionPoint } from './extension-points.ts'
import { assertPlugin, assertDependency } from './sort-by-dependencies.ts'
import { storeScreens } from './store-screens.ts'

/** Permission of a standard verb on a resource. */
export function verbPermission(verb: Verb, resource: string): string {
  const batch = verb.startsWith('batch ')
  return formatPermission({ action: verb === 'clone' ? 'create' : verb.replace('batch ', ''), batch, resource: permissionWord(resource) })
}

/** What a standard verb on a resource requires: its permission, and those its declaration adds. */
export const getVerbNeeds = (verb: Verb, { name, def }: Pick<Resource, 'name' | 'def'>): string =>
  [verbPermission(verb, name), ...(def.needs?.[verb] ? [def.needs[verb]] : [])].join(' & ')

/** A grantable permission. */
export interface GrantablePermission {
  name: string
  plugin: string
  resource?: string
}

declare module '../context.ts' {
  interface Kernel {
    readonly registry: Registry
  }
}

/** Everything the enabled plugins declare, validated. Immutable after construction, but for `unseal`. */
export class Registry {
  readonly plugins: readonly Plugin[]
  readonly resources: ReadonlyMap<string, Resource>
  readonly permissions: ReadonlyMap<string, GrantablePermission>
  readonly presets: ReadonlyMap<string, readonly string[]>
  /** Resource words by their alias, for granting permissions. */
  readonly permissionAliases: ReadonlyMap<string, readonly string[]>
  /** Permissions implied by another one; see `expandPermissions`. */
  readonly impliedPermissions: ReadonlyMap<string, readonly string[]>
  readonly settings: ReadonlyMap<string, DeclaredSettings & { plugin: string }>
  /** Condition on the session `s` of a customer; see `Plugin.sessionHolder`. */
  readonly sessionHolder: Sql | undefined
  /** Permissions whose use requires a recently entered password. */
  readonly fresh: ReadonlySet<string>
  /** Event name → ids of plugins that listen, in boot order. */
  readonly listeners: ReadonlyMap<string, readonly string[]>
  /** Extension points by name, with their contributions. */
  readonly extensionPoints: ReadonlyMap<string, RegisteredExtensionPoint>

  /** Decrypts stored values of sealed fields. The kernel sets it, because declarations alone have no keys. */
  unseal: (stored: string) => string | undefined = () => undefined

  /** Pages of the store, one for each path. */
  readonly storeScreens: readonly Screen[]

  /** @throws PluginError naming the plugin whose declaration conflicts or has an unknown reference. */
  constructor(plugins: readonly Plugin[]) {
    this.plugins = plugins
    this.resources = compileAll(plugins)
    for (const r of this.resources.values()) this.#checkRelations(r)
    this.permissions = collectPermissions(plugins, this.resources)
    this.presets = collectPresets(plugins)
    this.permissionAliases = new Map(plugins.flatMap((p) => Object.entries(p.permissionAliases ?? {})))
    this.impliedPermissions = collectImplied(plugins, this.permissions)
    this.fresh = new Set([...this.resources.values()].flatMap((r) => (r.def.fresh ?? []).map((verb) => verbPermission(verb, r.name))))
    this.settings = collectSettings(plugins)
    this.listeners = collectListeners(plugins)
    this.extensionPoints = collectExtensionPoints(plugins)
    checkJobs(plugins)
    this.storeScreens = storeScreens(plugins)
    this.sessionHolder = plugins.find((p) => p.activeSessionSql)?.activeSessionSql
    this.#checkNeeds()
    this.#checkScopes()
  }

  /** @throws Error when no enabled plugin declares it. */
  resource(name: string): Resource {
    const found = this.resources.get(name)
    if (!found) throw new Error(`No enabled plugin declares the resource "${name}"`)
    return found
  }

  has(plugin: string): boolean {
    return this.plugins.some((p) => p.id === plugin)
  }

  #checkRelations({ name, plugin, fields, byName }: Resource): void {
    for (const { name: fieldName, meta } of fields) {
      if (meta.to === undefined) continue
      const [field, slug, target] = [`"${name}.${fieldName}"`, meta.slugOf, this.resources.get(meta.to)]
      const advice = 'Check the name, or add the plugin that owns it to "requires".'
      assertPlugin(target, plugin, `field ${field} points at "${meta.to}", which nobody declares`, advice)
      const lacks = `child rows ${field} name "${meta.by}", which "${target.name}" does not have`
      assertPlugin(
        meta.kind !== 'rows' || target.byName.has(meta.by ?? ''),
        plugin,
        lacks,
        'Point "by" at the child\'s field that holds the parent.',
      )
      const isThere = !slug || byName.has(slug)
      assertPlugin(isThere, plugin, `${field} makes its slug of "${slug}", which is no field`, 'Name a field of the same resource.')
    }
  }

  /** Checks that a plugin requires only known permissions. */
  #mustKnow(right: string, plugin: string, problem: string): void {
    assertPlugin(this.permissions.has(right), plugin, problem, 'Declare it under "permissions", or correct it.')
  }

  #checkScopes(): void {
    for (const { name, plugin, def } of this.resources.values()) {
      const all = def.scope?.all
      if (all !== undefined) this.#mustKnow(all, plugin, `who holds "${all}" sees all rows of "${name}", but nobody declares it`)
    }
  }

  #checkNeeds(): void {
    for (const { id, admin } of this.plugins) {
      const { screens = [], slots = [], menu = [], tasks = [] } = admin ?? {}
      const menuNeeds = menu.map((entry) => ('resource' in entry ? undefined : entry.needs))
      for (const needs of [...[...screens, ...slots, ...tasks].map((entry) => entry.needs), ...menuNeeds])
        for (const need of listPermissions(needs ?? ''))
          this.#mustKnow(need, id, `a screen, slot, task or menu entry needs "${need}", which nobody declares`)
      for (const entry of menu)
        assertPlugin(
          'resource' in entry || entry.needs || entry.open,
          id,
          `menu entry "${'to' in entry ? entry.to : ''}" says neither "needs" nor "open"`,
          'Name the permission people must hold to see it.',
        )
      for (const { path, needs, open } of screens)
        assertPlugin(
          needs || open,
          id,
          `admin screen "${path}" says neither "needs" nor "open"`,
          'Name the permission people must hold to see it.',
        )
    }
  }
}

function compileAll(plugins: readonly Plugin[]): Map<string, Resource> {
  const extensions = new Map<string, { plugin: string; extension: Extension }[]>()
  const owners = new Map<string, string>()
  for (const p of plugins)
    for (const r of p.resources ?? []) {
      const other = owners.get(r.name)
      assertPlugin(!other, p.id, `resource "${r.name}" is declared by "${other}" too`, 'Choose another name: a resource is a table.')
      owners.set(r.name, p.id)
    }
  for (const p of plugins)
    for (const extension of p.extend ?? []) {
      const owner = owners.get(extension.resource)
      const extended = `extends "${extension.resource}"`
      // An extension of a resource whose plugin is switched off is ignored. When all named plugins are installed, the resource name
      // is wrong.
      if (!owner && (p.after ?? []).some((id) => !plugins.some((other) => other.id === id))) continue
      assertPlugin(owner, p.id, `${extended}, which nobody declares`, 'Check the name, or name its plugin under "requires" or "after".')
      assertDependency(p, owner, `${extended} of "${owner}"`)
      extensions.set(extension.resource, [...(extensions.get(extension.resource) ?? []), { plugin: p.id, extension }])
    }
  const compiled = new Map<string, Resource>()
  for (const p of plugins)
    for (const def of (p.resources ?? []) as Declared[])
      compiled.set(def.name, compileResource(p.id, { ...def, fields: fieldsThere(def, owners) }, extensions.get(def.name) ?? []))
  return compiled
}

/** The fields of a resource without those whose target plugin is not installed. */
const fieldsThere = (def: Declared, owners: ReadonlyMap<string, string>): Fields =>
  Object.fromEntries(
    Object.entries(def.fields as Fields).filter(([, field]) => !field['x-field'].ifInstalled || owners.has(field['x-field'].to ?? '')),
  )

function collectPermissions(plugins: readonly Plugin[], resources: ReadonlyMap<string, Resource>): Map<string, GrantablePermission> {
  const permissions = new Map<string, GrantablePermission>()
  for (const r of resources.values()) {
    for (const verb of r.verbs) {
      const name = verbPermission(verb, r.name)
      permissions.set(name, { name, plugin: r.plugin, resource: r.name })
    }
    for (const [action, def] of [...Object.entries(r.def.states?.transitions ?? {}), ...Object.entries(r.def.actions ?? {})]) {
      if (def.needs || ('manual' in def && def.manual === false)) continue
      const name = `${action.replaceAll('_', ' ')} ${permissionWord(r.name)}`
      permissions.set(name, { name, plugin: r.plugin, resource: r.name })
    }
  }
  for (const p of plugins) for (const name of p.permissions ?? []) if (!permissions.has(name)) permissions.set(name, { name, plugin: p.id })
  return permissions
}

function collectImplied(plugins: readonly Plugin[], declared: ReadonlyMap<string, unknown>): Map<string, readonly string[]> {
  const implied = new Map<string, readonly string[]>()
  for (const p of plugins)
    for (const [name, list] of Object.entries(p.impliedPermissions ?? {})) {
      const strange = [name, ...list].find((permission) => !declared.has(permission))
      assertPlugin(strange === undefined, p.id, `implies the permission "${strange}", which nobody declares`, 'Check its spelling.')
      implied.set(name, [...(implied.get(name) ?? []), ...list])
    }
  return implied
}

/** Collects presets; one that several plugins name contains the permissions of each. */
function collectPresets(plugins: readonly Plugin[]): Map<string, readonly string[]> {
  const presets = new Map<string, readonly string[]>()
  for (const p of plugins)
    for (const [name, list] of Object.entries(p.presets ?? {}))
      presets.set(name, [...new Set([...(presets.get(name) ?? []), ...expand(p, list)])])
  return presets
}

function expand(plugin: Plugin, list: readonly string[], seen = new Set<string>()): string[] {
  return [
    ...new Set(
      list.flatMap((entry) => {
        const other = plugin.presets?.[entry]
        if (!other || seen.has(entry)) return [entry]
        return expand(plugin, other, seen.add(entry))
      }),
    ),
  ]
}

function collectSettings(plugins: readonly Plugin[]): Map<string, DeclaredSettings & { plugin: string }> {
  const groups = new Map<string, DeclaredSettings & { plugin: string }>()
  for (const p of plugins)
    for (const group of (p.settings ?? []) as readonly DeclaredSettings[]) {
      const other = groups.get(group.group)
      assertPlugin(!other, p.id, `settings group "${group.group}" belongs to "${other?.plugin}"`, 'Choose another group name.')
      checkGuards(
        `Settings group "${group.group}" of plugin "${p.id}"`,
        Object.entries(group.fields as Fields).map(([name, field]) => ({ name, meta: field['x-field'] })),
      )
      groups.set(group.group, { ...group, plugin: p.id })
    }
  return new Map([...groups].sort(([, a], [, b]) => (a.order ?? 100) - (b.order ?? 100)))
}

function collectListeners(plugins: readonly Plugin[]): Map<string, string[]> {
  const listeners = new Map<string, string[]>()
  for (const p of plugins) for (const event of Object.keys(p.on ?? {})) listeners.set(event, [...(listeners.get(event) ?? []), p.id])
  return listeners
}

function checkJobs(plugins: readonly Plugin[]): void {
  const jobNames = new Set<string>()
  for (const p of plugins)
    for (const { name } of p.jobs ?? []) {
      assertPlugin(name.startsWith(`${p.id}/`), p.id, `does the job "${name}"`, `Name it "${p.id}/…": the plugin stands in front.`)
      assertPlugin(!jobNames.has(name), p.id, `does the job "${name}" twice`, 'Take one of the two out, or choose another name.')
      jobNames.add(name)
    }
}

/** Permission for an action or transition of a resource. */
export const actionPermission = (r: Resource, action: string, def: { needs?: string }): string =>
  def.needs ?? `${action.replaceAll('_', ' ')} ${permissionWord(r.name)}`
