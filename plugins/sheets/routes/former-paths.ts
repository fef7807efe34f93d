import { f, redirectRoute, type Route } from 'stoa'
import type { Resource } from 'stoa/engine'
import { sheetRoutes } from './sheet.ts'
import { transferRoutes } from './transfer.ts'

const routes = new Map([...sheetRoutes, ...transferRoutes].map((route) => [route.id, route]))

/** Old paths, from when each resource had its own import and export routes. */
const FORMER: Readonly<Record<string, string>> = {
  'POST /:resource/import/columns': 'sheet.describe',
  'POST /:resource/import/preview': 'sheet.preview',
  'GET /:resource/import/template': 'sheet.template',
  'GET /:resource/import/mappings': 'sheet.mappings',
  'POST /:resource/import/mappings': 'sheet.save_mapping',
  'DELETE /:resource/import/mappings': 'sheet.delete_mapping',
  'POST /:resource/import/plan': 'sheet.plan',
  'GET /:resource/import/:id': 'transfer.state',
  'POST /:resource/import/:id/cancel': 'transfer.cancel',
  'GET /:resource/import/:id/failed': 'transfer.failed',
  'GET /:resource/export/columns': 'sheet.columns',
  'GET /:resource/export/:id': 'transfer.state',
  'GET /:resource/export/:id/file': 'transfer.file',
}

const target = (id: string): Route => {
  const to = routes.get(id)
  if (!to) throw new Error(`no route is called ${id}`)
  return to
}

/** Redirects from the old paths of imports and exports. */
export const formerPaths: readonly Route[] = Object.entries(FORMER).map(([on, id]) =>
  redirectRoute({ on, to: target(id), params: { resource: f.text() } }),
)

/** `POST /{resource}/export`. Registered for each resource, because a generic path would conflict with `POST /{resource}/{id}`. */
export const formerExportPath = (r: Resource): Route =>
  redirectRoute({ on: `POST /${r.name}/export`, to: target('sheet.export'), values: { resource: r.name } })
