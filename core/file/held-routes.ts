import type { FastifyInstance } from 'fastify'
import type { Kernel } from '../context.ts'
import { id, sql } from '../db/sql.ts'
import { Failed, invalid, NOT_FOUND, text } from '../http/errors.ts'
import { ctxOf } from '../http/language.ts'
import { media } from '../http/shapes.ts'
import { verbPermission } from '../plugin/registry.ts'
import type { Resource } from '../resource/compile.ts'
import { rowId } from '../resource/ids.ts'
import { fieldSql } from '../resource/read.ts'
import { within } from '../resource/scope.ts'
import { pictureWidths } from './files.ts'
import { holders } from './held.ts'
import { send } from './send.ts'

interface Kept {
  path: string
  name: string
  width: number | null
}

/** `GET /{resource}/:id/file/{field}`, `?w=` for a small picture: the private file of a row, for whoever may read the row. */
export function heldFileRoutes(app: FastifyInstance, kernel: Kernel, r: Resource): void {
  for (const f of holders(r)) {
    const config = {
      needs: [verbPermission('get', r.name), ...(f.meta.needs ? [f.meta.needs] : [])].join(' & '),
      describe: () => ({
        tag: r.name,
        id: `${r.name}.file_${f.name}`,
        summary: `The file in ${f.name} of a ${r.name.replaceAll('_', ' ')}`,
        params: { type: 'object', properties: { id: { type: 'integer', minimum: 1, description: 'Id of the row.' } } },
        query: { type: 'object', properties: { w: { type: 'integer', enum: [...pictureWidths], description: 'Width of a picture.' } } },
        answers: { 200: media('application/octet-stream') },
        fails: [NOT_FOUND],
      }),
    }
    app.get<{ Params: { id: string }; Querystring: { w?: string } }>(
      `/${r.name}/:id/file/${f.name}`,
      { config },
      async (request, reply) => {
        const ctx = ctxOf(kernel, request)
        const file = await kernel.db.one<Kept>(sql`
        select x.path, x.name, x.width from ${id(r.table)} t join file x on x.id = ${fieldSql(f, 't', ctx.main, ctx.main)}
        where t.id = ${rowId(request.params.id)} and ${within(ctx, r)}`)
        if (!file) throw new Failed(NOT_FOUND)
        const { w } = request.query
        const width = pictureWidths.find((known) => String(known) === w)
        if (w !== undefined && (width === undefined || file.width === null)) throw invalid({ w: text('core:rule.choice') })
        return send(kernel, { request, reply }, { ...file, ...(width ? { width } : { width: undefined }), secret: true })
      },
    )
  }
}
