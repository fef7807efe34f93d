import { fieldLabel, type Kernel, languages, type Locale, locales } from 'stoa'
import { headerKey } from '../source/cell.ts'
import type { Column, Layout, Level } from './columns.ts'

/** Label of a column in a language, with the resource as a prefix where several have the same. */
export function columnLabel(kernel: Kernel, locale: Locale, layout: Layout, c: Column): string {
  const { resource } = c.level
  const ownLabel = c.field
    ? fieldLabel(kernel, locale, resource, c.field.name)
    : kernel.i18n.t(locale, [`${resource.plugin}:${resource.name}.${c.extra}`, c.label ?? `core:field.${c.extra}`])
  const shared = layout.columns.some((o) => o.level !== c.level && (o.field?.name ?? o.extra) === (c.field?.name ?? c.extra))
  const name = shared ? `${kernel.i18n.t(locale, `${resource.plugin}:${resource.name}._label`)}: ${ownLabel}` : ownLabel
  const language = c.name.includes(':') ? languages.find((l) => l.code === c.locale)?.name : undefined
  return language ? `${name} (${language})` : name
}

/** Path of a column's value in the API. */
function getPath(head: Level, { level, field, extra, locale, name }: Column): string {
  const language = locale && name.includes(':') ? `.${locale}` : ''
  return [...(above(head, level) ?? []), `${field?.name ?? extra ?? ''}${language}`].join('.')
}

/** Names of the fields on the way from one level down to another. */
function above(from: Level, to: Level): string[] | undefined {
  if (from === to) return []
  for (const child of from.children) {
    const below = above(child, to)
    if (below) return [child.rows?.name ?? '', ...below]
  }
  return undefined
}

/** Finds columns by a header text: their name, or their label in any language. */
export function columnFinder(kernel: Kernel, layout: Layout): (header: string) => Column | undefined {
  const columnsByLabel = new Map<string, Column | undefined>()
  for (const locale of locales) {
    for (const c of layout.columns) {
      const label = headerKey(columnLabel(kernel, locale, layout, c))
      // An ambiguous label matches no column.
      columnsByLabel.set(label, columnsByLabel.has(label) && columnsByLabel.get(label) !== c ? undefined : c)
    }
  }
  // The path of the API: `stocks.price`.
  for (const c of layout.columns) columnsByLabel.set(headerKey(getPath(layout.head, c)), c)
  for (const c of layout.columns) {
    columnsByLabel.set(headerKey(c.name), c)
    if (c.locale && !c.name.includes(':')) columnsByLabel.set(headerKey(`${c.name}:${c.locale}`), c)
  }
  return (header) => columnsByLabel.get(headerKey(header))
}
