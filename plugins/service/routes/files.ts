import { f, NOT_FOUND, route, t } from 'stoa'
import { application } from '../resources/application.ts'
import { giveFile, takeFile } from '../services/files.ts'

const id = f.int({ min: 1, max: Number.MAX_SAFE_INTEGER, says: 'core:rule.not_exists' })

/** Routes for files from staff for applicants. */
export const fileRoutes = [
  route({
    on: 'POST /application/:id/upload',
    id: 'application.give_file',
    summary: 'Add a file for an applicant, who finds it on the application page and gets an email',
    needs: 'update application',
    fileFields: ['file'],
    maxFiles: 1,
    response: t.row('application'),
    status: 201,
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, params, request }) => {
      await kernel.resources.get(ctx, application, params.id)
      await giveFile(ctx, params.id, request.uploads?.get('file'))
      return kernel.resources.get(ctx, application, params.id)
    },
  }),
  route({
    on: 'DELETE /application/:id/upload/:file',
    id: 'application.take_file',
    summary: 'Delete a file that was given to an applicant',
    needs: 'update application',
    params: { file: id },
    response: t.row('application'),
    errors: [NOT_FOUND],
    run: async ({ kernel, ctx, params }) => {
      await kernel.resources.get(ctx, application, params.id)
      await takeFile(ctx, params.id, params.file)
      return kernel.resources.get(ctx, application, params.id)
    },
  }),
]
