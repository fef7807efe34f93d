import { createHash } from 'node:crypto'
import { hasPermission, type Actor, type Kernel } from '../context.ts'
import { AppError, NOT_FOUND } from '../http/errors.ts'
import { f } from '../fields/f.ts'
import { requestLanguage } from '../http/language.ts'
import { route } from '../http/route.ts'
import { toLocale, languages } from '../i18n/locale.ts'
import { formInfo, resourceInfo } from '../resource/info.ts'
import { readBaseCurrency } from '../setting/base-currency.ts'
import { basic } from '../setting/basic.ts'
import type { Locale } from '../api-types.ts'
import { DEFAULT_AREA, settingsAreas } from '../setting/api-types.ts'
import type { MenuEntry } from './define.ts'
import { Manifest, type MenuItem, type MenuLink, type MenuSection, ResourceForm, type ResourceInfo } from './manifest-types.ts'
import { getVerbNeeds } from './registry.ts'

/**
 * The admin manifest of a person. Filtered by the same permissions that guard the routes, so that the menu shows nothing that the
 * router refuses.
 */
export function buildManifest(kernel: Kernel, actor: Actor, locale: Locale): Manifest {
  const { registry, i18n } = kernel
  const may = (needs: string | undefined) => needs === undefined || hasPermission(actor, needs)
  const resources: Record<string, ResourceInfo> = {}
  for (const r of registry.resources.values()) {
    const info = resourceInfo(kernel, r, locale, actor)
    if (info) resources[r.name] = info
  }
  const site = kernel.settings.of(basic, locale)
  const main = kernel.settings.mainLanguage
  const screens = registry.plugins.flatMap((p) => p.admin?.screens ?? [])
  const slots = registry.plugins.flatMap((p) => p.admin?.slots ?? [])
  const ordered = <T extends { order?: number }>(list: T[]) => list.sort((a, b) => (a.order ?? 100) - (b.order ?? 100))
  return {
    site: {
      name: String(site.name),
      currency: readBaseCurrency(kernel),
      main_language: main,
      time_zone: site.time_zone,
    },
    language: locale,
    languages: languages
      .filter((l) => site.supported_languages.includes(l.code))
      .sort((a, b) => Number(b.code === main) - Number(a.code === main)),
    plugins: registry.plugins.map((p) => p.id),
    menu: getMenu(kernel, actor, locale, resources),
    screens: screens
      .filter((s) => may(s.needs))
      .map(({ path, screen, menu, opensRows }) => ({
        path,
        screen,
        ...(menu ? { menu } : {}),
        ...(opensRows ? { opens_rows: true } : {}),
      })),
    denied: screens.flatMap(({ path, needs }) => (needs === undefined || may(needs) ? [] : [{ path, needs }])),
    slots: ordered(slots.filter((s) => may(s.needs))).map(({ at, screen }) => ({ at, screen })),
    resources,
    settings: hasPermission(actor, 'get configuration')
      ? [...registry.settings.values()].map((g) => ({
          group: g.group,
          label: i18n.t(locale, [`${g.plugin}:setting_${g.group}._label`, `core:setting.${g.group}`]),
          area: g.area ?? DEFAULT_AREA,
          ...(g.icon ? { icon: g.icon } : {}),
          fields: formInfo(kernel, kernel.settings.asResource(g.group), locale, actor)
            .groups.flatMap((part) => part.fields)
            .map(({ name, label, hint }) => ({ name, label, ...(hint ? { hint } : {}) })),
        }))
      : [],
    areas: settingsAreas.map((id) => ({ id, label: i18n.t(locale, `core:settings_area.${id}`) })),
  }
}

/** An entry while the menu is built. */
type Line = MenuLink & { order: number; items?: Line[] }

/** A menu section with its entries. */
type FilledSection = { order: number; label: string; icon?: string; items: Line[] }

/** The empty menu sections by id. The first plugin to declare a section names it. */
export function getSections({ registry, i18n }: Kernel, locale: Locale): Map<string, FilledSection> {
  const sections = new Map<string, FilledSection>()
  for (const p of registry.plugins)
    for (const { id, order, icon } of p.admin?.sections ?? [])
      if (!sections.has(id))
        sections.set(id, { order, label: i18n.t(locale, `${p.id}:section.${id}`), ...(icon ? { icon } : {}), items: [] })
  return sections
}

/** The settings page, and the section whose entries are all cards of it. */
const SETTINGS = { section: 'settings', to: 'configuration' }

const isSettingsPage = (entry: MenuEntry) => 'to' in entry && entry.to === SETTINGS.to

const isCard = (entry: MenuEntry) => (entry.area !== undefined || entry.section === SETTINGS.section) && !isSettingsPage(entry)

/** Key of the page that an entry belongs to; undefined for entries of the menu. */
const getParentPath = (entry: MenuEntry) => (isCard(entry) ? SETTINGS.to : entry.under)

function getMenu(kernel: Kernel, actor: Actor, locale: Locale, resources: Record<string, ResourceInfo>): MenuSection[] {
  const sections = getSections(kernel, locale)
  const declared = kernel.registry.plugins.flatMap((p) => [...(p.admin?.menu ?? [])])
  const lines = declared.flatMap((entry) => {
    const line = toLine(kernel, locale, entry, resources)
    return line && hasPage(kernel, entry) && ('resource' in entry || entry.needs === undefined || hasPermission(actor, entry.needs))
      ? [{ entry, line }]
      : []
  })
  const page = declared.find(isSettingsPage)
  const pageLine = page && toLine(kernel, locale, page, resources)
  // The settings page is available to everyone who may open one of its cards.
  if (page && pageLine && !lines.some(({ entry }) => entry === page) && lines.some(({ entry }) => isCard(entry)))
    lines.push({ entry: page, line: pageLine })

  const parents = new Map(
    lines.flatMap(({ entry, line }) =>
      getParentPath(entry) === undefined ? [['resource' in entry ? entry.resource : entry.to, line] as const] : [],
    ),
  )
  for (const { entry, line } of lines) {
    const parent = parents.get(getParentPath(entry) ?? '')
    if (parent) parent.items = [...(parent.items ?? []), line]
    else sections.get(entry.section)?.items.push(line)
  }
  return [...sections]
    .filter(([, s]) => s.items.length > 0)
    .sort(([, a], [, b]) => byOrder(a, b))
    .map(([id, s]) => ({ id, label: s.label, ...(s.icon ? { icon: s.icon } : {}), items: inOrder(s.items) }))
}

/** Whether the page of an entry exists: it may be a screen of a plugin that is not installed. */
function hasPage({ registry }: Kernel, entry: MenuEntry): boolean {
  if ('resource' in entry || isSettingsPage(entry)) return true
  const parts = entry.to.split('/')
  return registry.plugins.some(({ admin }) =>
    admin?.screens?.some(({ path }) => {
      const pattern = path.replace(/^\/admin\//, '').split('/')
      return (
        pattern.length === parts.length && pattern.every((part, n) => part === parts[n] || part.startsWith('{') || part.startsWith('$'))
      )
    }),
  )
}

/** Builds a menu entry with its label; undefined when the person has no permission on the resource. */
function toLine({ i18n }: Kernel, locale: Locale, entry: MenuEntry, resources: Record<string, ResourceInfo>): Line | undefined {
  const info = 'resource' in entry ? resources[entry.resource] : undefined
  if ('resource' in entry && !info) return undefined
  const badge = 'resource' in entry ? entry.queue && entry.resource : entry.badge
  return {
    label: info ? info.plural : 'label' in entry ? i18n.t(locale, entry.label) : '',
    to: `/admin/${info ? info.path : 'to' in entry ? entry.to : ''}`,
    order: entry.order ?? 100,
    ...(entry.icon ? { icon: entry.icon } : {}),
    ...(badge ? { badge } : {}),
    ...(isCard(entry) ? { area: entry.area ?? DEFAULT_AREA } : {}),
  }
}

const byOrder = <T extends { order: number; label: string }>(a: T, b: T) => a.order - b.order || a.label.localeCompare(b.label)

/** Entries in order, with their tabs or cards, for the response. */
const inOrder = (lines: readonly Line[]): MenuItem[] =>
  [...lines].sort(byOrder).map(({ order: _, items, ...line }) => ({ ...line, ...(items ? { items: inOrder(items) } : {}) }))

/** Language of the labels, instead of the person's interface language. */
const language = f.maybe(f.text({ maxLength: 20 }))

export const manifestRoutes = [
  route({
    on: 'GET /manifest',
    id: 'admin.manifest',
    summary: 'The admin of the signed-in account: menu, screens, resources and permissions',
    open: 'signed-in',
    response: Manifest,
    otherResponses: { 304: null },
    query: { language },
    run: ({ kernel, ctx, query, request, reply }) => {
      const manifest = buildManifest(kernel, ctx.actor, toLocale(query.language, requestLanguage(kernel, request)))
      const tag = `"${createHash('sha256').update(JSON.stringify(manifest)).digest('base64url').slice(0, 22)}"`
      void reply.headers({ etag: tag, 'cache-control': 'private, no-cache' })
      return request.headers['if-none-match'] === tag ? reply.code(304).send() : manifest
    },
  }),
  route({
    on: 'GET /manifest/:resource',
    id: 'admin.form',
    summary: 'The form of a resource',
    open: 'signed-in',
    params: { resource: f.text() },
    response: ResourceForm,
    errors: [NOT_FOUND],
    query: { language },
    run: ({ kernel, ctx, params, query, request }) => {
      const r = kernel.registry.resources.get(params.resource)
      const verbs = r?.verbs.filter((v) => hasPermission(ctx.actor, getVerbNeeds(v, r))) ?? []
      if (!r || verbs.length === 0) throw new AppError(NOT_FOUND)
      return formInfo(kernel, r, toLocale(query.language, requestLanguage(kernel, request)), ctx.actor)
    },
  }),
]
