import { f, media, route, type Route } from 'stoa'
import { type Resource, verbPermission } from 'stoa/engine'
import { exportRecords } from '../export/export.ts'
import { mime, send } from './answer.ts'
import { format } from './request-fields.ts'

/** `GET /{resource}/export`: the rows of a list query, or those with the given ids. */
export const exportRoute = (r: Resource): Route =>
  route({
    on: `GET /${r.name}/export`,
    id: `${r.name}.export`,
    summary: `The ${r.name.replaceAll('_', ' ')} rows a list shows, or those with these ids, as a sheet`,
    description: 'Accepts the filters, the search and the order of the list.',
    needs: verbPermission('export', r.name),
    query: { format, ids: f.maybe(f.ids()) },
    response: media(mime.xlsx),
    // Compression would buffer the first chunk, so that an error in between would hit a response that has not started.
    streams: true,
    run: ({ ctx, query: { format, ids }, rawQuery: { format: _format, ids: _ids, ...query }, reply }) =>
      send(reply, format, 'export list', exportRecords(ctx, r.name, { format, query, ...(ids ? { ids } : {}) })),
  })
