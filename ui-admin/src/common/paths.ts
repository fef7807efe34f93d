import type { Manifest, ResourceInfo, Row } from '#core/wire'
import { adminPath } from './link.tsx'

/** Address of a row: the plugin's own screen for it, else the generic form or view. */
export function rowPath(manifest: Manifest, resource: ResourceInfo, id: number): string {
  const base = adminPath(resource.path)
  const own = manifest.screens.some(
    ({ path }) =>
      /^\/(\{\w+\}|:\w+|\$\w+)$/.test(adminPath(path).slice(base.length)) &&
      adminPath(path).startsWith(`${base}/`),
  )
  if (own) return `${base}/${id}`
  return `${base}/${resource.verbs.includes('update') ? 'edit' : 'view'}/${id}`
}

/** What people call a row. */
export function rowTitle(resource: ResourceInfo, row: Row): string {
  const title = row[resource.title]
  return title === undefined || title === null || title === '' ? `#${row.id}` : String(title)
}
