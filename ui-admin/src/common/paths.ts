import type { Manifest, ResourceInfo, Row } from '#core/wire'
import { relationLabel } from '../widgets/base/relations.ts'
import { adminPath } from './link.tsx'

/** Address of a row: the plugin's own screen for it, else the generic form or view. */
export function rowPath(manifest: Manifest, resource: ResourceInfo, id: number): string {
  const base = adminPath(resource.path)
  const own = manifest.screens.some(
    ({ path }) => /^\/(\{\w+\}|:\w+|\$\w+)$/.test(adminPath(path).slice(base.length)) && adminPath(path).startsWith(`${base}/`),
  )
  if (own) return `${base}/${id}`
  return `${base}/${resource.verbs.includes('update') ? 'edit' : 'view'}/${id}`
}

const isBlank = (value: unknown) => value === undefined || value === null || value === ''

/** The column that names a row: the title, or for a row without one what it belongs to. */
export function titleColumn(resource: ResourceInfo, row: Row): string {
  if (!isBlank(row[resource.title])) return resource.title
  const owner = resource.columns.find(({ name, widget }) => widget === 'one' && !isBlank(row[name]))
  return owner?.name ?? resource.title
}

/** What people call a row. */
export function rowTitle(resource: ResourceInfo, row: Row): string {
  const column = titleColumn(resource, row)
  const title = column === resource.title ? row[column] : relationLabel(row, column)
  return isBlank(title) ? `#${row.id}` : String(title)
}
