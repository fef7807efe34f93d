import type { Manifest, ResourceInfo, Row } from 'stoa/api-types'
import { relationLabel } from './relations.ts'
import { adminPath } from './link.tsx'
import { wallClock } from './zoned.ts'

const bases = new WeakMap<Manifest, Map<string, string>>()

/** URL prefix of the rows of a resource. Cached, because it is needed for every row of a list. */
function rowBase(manifest: Manifest, resource: ResourceInfo): string {
  const manifestBases = bases.get(manifest) ?? new Map<string, string>()
  bases.set(manifest, manifestBases)
  const found = manifestBases.get(resource.path)
  if (found) return found
  const list = adminPath(resource.path)
  const ofRows = manifest.screens.flatMap(({ path, opens_rows: opensRows }) => {
    const [, below, folder] = /^(.*?)(\/view)?\/(?:\{\w+\}|:\w+|\$\w+)$/.exec(adminPath(path)) ?? []
    return below === list && (folder === undefined || opensRows) ? [list + (folder ?? '')] : []
  })
  const base = ofRows[0] ?? `${list}/${resource.verbs.includes('update') ? 'edit' : 'view'}`
  manifestBases.set(resource.path, base)
  return base
}

/** URL of a row: the plugin's own screen, else the generic form or view. */
export const rowPath = (manifest: Manifest, resource: ResourceInfo, id: number): string => `${rowBase(manifest, resource)}/${id}`

const isBlank = (value: unknown) => value === undefined || value === null || value === ''

/** The column that names a row: the title, else the record it belongs to. */
export function titleColumn(resource: ResourceInfo, row: Row): string {
  if (!isBlank(row[resource.title])) return resource.title
  const owner = resource.columns.find(({ name, widget }) => widget === 'one' && !isBlank(row[name]))
  return owner?.name ?? resource.title
}

/** Display value of a column; a timestamp as "2026-12-20 10:00" in the time zone. */
function getLabel(resource: ResourceInfo, column: string, value: unknown, zone: string): unknown {
  const { widget, options } = resource.columns.find(({ name }) => name === column) ?? {}
  if (widget === 'instant' && typeof value === 'string') return wallClock(value, zone).replace('T', ' ')
  return options?.find((option) => option.value === value)?.label ?? value
}

/** Display name of a row. `zone` is the time zone of the business, for rows named by a timestamp. */
export function rowTitle(resource: ResourceInfo, row: Row, zone = 'UTC'): string {
  const column = titleColumn(resource, row)
  const title = column === resource.title ? getLabel(resource, column, row[column], zone) : relationLabel(row, column)
  return isBlank(title) ? `#${row.id}` : String(title)
}
