import type { Kernel } from '../context.ts'
import { requestLanguage } from '../http/language.ts'
import { route } from '../http/route.ts'
import { fieldLabel } from '../i18n/labels.ts'
import { getSections } from '../plugin/manifest-routes.ts'
import type { Locale } from '../api-types.ts'
import { listPermissions, permissionWord } from './permission.ts'
import { type Right, Rights } from './api-types.ts'

/** `GET /api/admin/permissions`: all grantable permissions in the order of the menu, and the presets. */
export const rightsRoute = route({
  on: 'GET /permissions',
  id: 'role.rights',
  summary: 'All permissions that can be granted',
  needs: 'get role',
  response: Rights,
  run: ({ kernel, request }) => getRights(kernel, requestLanguage(kernel, request)),
})

function getRights(kernel: Kernel, locale: Locale): Rights {
  const { i18n, registry } = kernel
  const groups = new Map([...getSections(kernel, locale)].sort(([, a], [, b]) => a.order - b.order).map(([id, s]) => [id, s.label]))
  const places = getPlaces(kernel)
  const found = new Map<string, Right[]>([...groups.keys()].map((id) => [id, []]))
  for (const { name, plugin } of registry.permissions.values()) {
    const right = describeRight(kernel, locale, name)
    const group = places.get(right.resource) ?? plugin
    found.set(group, [...(found.get(group) ?? []), right])
  }
  // Resources in the order of the menu; those without a menu entry follow.
  const rank = new Map([...places.keys()].map((word, i) => [word, i]))
  const byMenu = (a: Right, b: Right) => (rank.get(a.resource) ?? rank.size) - (rank.get(b.resource) ?? rank.size)
  return {
    data: [...found]
      .filter(([, entries]) => entries.length > 0)
      .map(([group, entries]) => ({
        group,
        groupLabel: groups.get(group) ?? i18n.t(locale, `${group}:_plugin`),
        entries: entries.sort(byMenu),
      })),
    presets: [...registry.presets].map(([name, permissions]) => ({
      name,
      label: i18n.t(locale, [`${name.split('.')[0]}:preset.${name.split('.')[1]}`, `core:preset.${name.split('.')[1]}`]),
      group: i18n.t(locale, `${name.split('.')[0]}:_plugin`),
      permissions: [...permissions],
    })),
    special: [...registry.resources.values()].flatMap((r) =>
      r.fields
        .filter((f) => f.meta.needs)
        .map((f) => ({
          what: `${i18n.t(locale, `${r.plugin}:${r.name}._label`)}: ${fieldLabel(kernel, locale, r, f.name)}`,
          needs: f.meta.needs ?? '',
        })),
    ),
  }
}

/** The menu section of each permission's resource. Words that are no resource get the section of the page that needs them. */
function getPlaces({ registry }: Kernel): Map<string, string> {
  const places = new Map<string, string>()
  const menu = registry.plugins.flatMap((p) => [...(p.admin?.menu ?? [])]).sort((a, b) => (a.order ?? 100) - (b.order ?? 100))
  for (const entry of menu) {
    if ('resource' in entry) places.set(permissionWord(entry.resource), entry.section)
    else for (const need of listPermissions(entry.needs ?? '')) places.set(need.split(' ').slice(1).join(' '), entry.section)
  }
  // A resource without a list page gets the section of its plugin's first menu entry.
  for (const r of registry.resources.values()) {
    const word = permissionWord(r.name)
    const home = registry.plugins.find((p) => p.id === r.plugin)?.admin?.menu?.[0]?.section
    if (!places.has(word) && home) places.set(word, home)
  }
  return places
}

/** Splits a permission and labels it: with its declared text, otherwise with the labels of its action and its resource. */
export function describeRight(kernel: Kernel, locale: Locale, name: string): Right {
  const { i18n, registry } = kernel
  const key = `permission.${name.replaceAll(' ', '_')}`
  const labelKey = registry.plugins.map((p) => `${p.id}:${key}`).find((k) => i18n.has(k))
  const r = [...registry.resources.values()]
    .filter((candidate) => name.endsWith(` ${permissionWord(candidate.name)}`))
    .sort((a, b) => b.name.length - a.name.length)[0]
  const resource = r ? permissionWord(r.name) : name.replace(/^(batch )?\S+ /, '')
  const action = name.slice(0, name.length - resource.length - 1)
  const verb = labelKey ?? [`core:verb.${action.replaceAll(' ', '_')}`, `${r?.plugin ?? 'core'}:${r?.name}.${action.replaceAll(' ', '_')}`]
  return {
    name,
    action,
    resource,
    label: i18n.t(locale, verb),
    resourceLabel: i18n.t(
      locale,
      r ? `${r.plugin}:${r.name}._plural` : registry.plugins.map((p) => `${p.id}:permission_of.${resource.replaceAll(' ', '_')}`),
    ),
  }
}
