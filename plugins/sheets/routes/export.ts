import type { FastifyInstance } from 'fastify'
import { ctxOf, type Kernel, rowIds } from '#core'
import { type ListQuery, type Resource, verbPermission } from '#core/engine'
import { exportRecords } from '../export/export.ts'
import { formatOf, send } from './answer.ts'

/** `GET /{resource}/export`: the rows a list shows, or those with the ids asked for. */
export function exportRoute(app: FastifyInstance, kernel: Kernel, r: Resource): void {
  const guard = {
    // Pressed together, the beginning would wait for more, and a failure in between would find an answer that never began.
    compress: false as const,
    config: { needs: verbPermission('export', r.name) },
    schema: { tags: [r.name], summary: `export ${r.name}` },
  }
  app.get<{ Querystring: ListQuery }>(`/${r.name}/export`, guard, (request, reply) => {
    const { ids, format: asked, ...query } = request.query
    const format = formatOf(asked)
    const wanted = ids === undefined || ids === '' ? {} : { ids: rowIds(ids) }
    return send(reply, format, 'export list', exportRecords(ctxOf(kernel, request), r.name, { format, query, ...wanted }))
  })
}
