import { id, sql } from '../db/sql.ts'
import { f } from '../fields/f.ts'
import { AppError, validationError, NOT_FOUND, message } from '../http/errors.ts'
import { route, type Route } from '../http/route.ts'
import { media } from '../http/shapes.ts'
import { verbPermission } from '../plugin/registry.ts'
import type { CompiledField, Resource } from '../resource/compile.ts'
import { fieldSql } from '../resource/read.ts'
import { scopeSql } from '../resource/scope.ts'
import type { StoredFile } from './files.ts'
import { getPrivateFileFields } from './private-file-fields.ts'
import { pictureWidths } from './picture-sizes.ts'
import { sendFile } from './send-file.ts'

const getNeeds = (r: Resource, { meta }: CompiledField) => [verbPermission('get', r.name), ...(meta.needs ? [meta.needs] : [])].join(' & ')

/** `GET /{resource}/:id/file/{field}`, with `?w=` for a resized picture: the private file of a row, for readers of the row. */
export const heldFileRoutes = (r: Resource): Route[] =>
  getPrivateFileFields(r).map((field) =>
    route({
      on: `GET /${r.name}/:id/file/${field.name}`,
      id: `${r.name}.file_${field.name}`,
      summary: `The file in ${field.name} of a ${r.name.replaceAll('_', ' ')}`,
      // Notes about other rows have no `get` permission of their own: their scope decides who reads them.
      ...(r.verbs.includes('get') ? { needs: getNeeds(r, field) } : { open: 'signed-in' as const }),
      query: { w: f.maybe(f.pick(pictureWidths, { docs: 'Width of a picture.' })) },
      response: media('application/octet-stream'),
      errors: [NOT_FOUND],
      run: async ({ kernel, ctx, params, query, rawQuery, request, reply }) => {
        const file = await kernel.db.one<Pick<StoredFile, 'path' | 'name' | 'width'>>(sql`
          select x.path, x.name, x.width from ${id(r.table)} t join file x on x.id = ${fieldSql(field, 't', ctx.mainLanguage, ctx.mainLanguage)}
          where t.id = ${params.id} and ${scopeSql(ctx, r)}`)
        if (!file) throw new AppError(NOT_FOUND)
        if (rawQuery.w !== undefined && (query.w === null || file.width === null)) throw validationError({ w: message('core:rule.choice') })
        return sendFile(kernel, { request, reply }, { ...file, width: query.w ?? undefined, secret: true })
      },
    }),
  )
