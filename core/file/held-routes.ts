import { id, sql } from '../db/sql.ts'
import { f } from '../fields/f.ts'
import { Failed, invalid, NOT_FOUND, text } from '../http/errors.ts'
import { route, type Route } from '../http/route.ts'
import { media } from '../http/shapes.ts'
import { verbPermission } from '../plugin/registry.ts'
import type { CompiledField, Resource } from '../resource/compile.ts'
import { fieldSql } from '../resource/read.ts'
import { within } from '../resource/scope.ts'
import type { StoredFile } from './files.ts'
import { holders } from './held.ts'
import { pictureWidths } from './picture-sizes.ts'
import { send } from './send.ts'

const needsOf = (r: Resource, { meta }: CompiledField) => [verbPermission('get', r.name), ...(meta.needs ? [meta.needs] : [])].join(' & ')

/** `GET /{resource}/:id/file/{field}`, `?w=` for a small picture: the private file of a row, for whoever may read the row. */
export const heldFileRoutes = (r: Resource): Route[] =>
  holders(r).map((held) =>
    route({
      on: `GET /${r.name}/:id/file/${held.name}`,
      id: `${r.name}.file_${held.name}`,
      summary: `The file in ${held.name} of a ${r.name.replaceAll('_', ' ')}`,
      // Of notes about rows of others the scope alone says who reads them.
      ...(r.verbs.includes('get') ? { needs: needsOf(r, held) } : { open: 'signed-in' as const }),
      query: { w: f.maybe(f.pick(pictureWidths, { docs: 'Width of a picture.' })) },
      answer: media('application/octet-stream'),
      fails: [NOT_FOUND],
      run: async ({ kernel, ctx, params, query, asked, request, reply }) => {
        const file = await kernel.db.one<Pick<StoredFile, 'path' | 'name' | 'width'>>(sql`
          select x.path, x.name, x.width from ${id(r.table)} t join file x on x.id = ${fieldSql(held, 't', ctx.main, ctx.main)}
          where t.id = ${params.id} and ${within(ctx, r)}`)
        if (!file) throw new Failed(NOT_FOUND)
        if (asked.w !== undefined && (query.w === null || file.width === null)) throw invalid({ w: text('core:rule.choice') })
        return send(kernel, { request, reply }, { ...file, width: query.w ?? undefined, secret: true })
      },
    }),
  )
