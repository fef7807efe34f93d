import { f, NOT_FOUND, requestLanguage, route, type Route } from 'stoa'
import { type Resource, verbPermission } from 'stoa/engine'
import { importRecords } from '../import/import.ts'
import { rowLimit } from '../source/read.ts'
import { uploadLimits } from '../source/unpack.ts'
import { ImportAnswer } from '../api-types.ts'
import { reading, findReading, findSheet } from './request-fields.ts'

/** `POST /{resource}/import`: imports a file synchronously. */
export const importRoute = (r: Resource): Route =>
  route({
    on: `POST /${r.name}/import`,
    id: `${r.name}.import`,
    summary: `Imports a sheet of ${r.name.replaceAll('_', ' ')} at once, or tells what it would do`,
    needs: verbPermission('import', r.name),
    body: { ...reading, dry_run: f.flag({ default: false }) },
    fileFields: ['file'],
    response: ImportAnswer,
    errors: [NOT_FOUND],
    run: async ({ ctx, body, request }) =>
      importRecords(ctx, r.name, await findSheet(ctx, r, request, body), {
        limit: rowLimit,
        container: uploadLimits,
        dryRun: body.dry_run,
        speak: requestLanguage(ctx.kernel, request),
        ...(await findReading(ctx, r, body)),
      }),
  })
