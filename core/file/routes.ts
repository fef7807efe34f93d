import fp from 'fastify-plugin'
import type { Kernel } from '../context.ts'
import { sql } from '../db/sql.ts'
import { AppError, validationError, NOT_FOUND, message } from '../http/errors.ts'
import { f } from '../fields/f.ts'
import { step } from '../http/kernel.ts'
import { route } from '../http/route.ts'
import { t } from '../http/shapes.ts'
import { NO_FILE_PERMISSION, storeFile } from './files.ts'
import { pictureWidths } from './picture-sizes.ts'
import { sendFile } from './send-file.ts'
import { isSigned, signedPath } from './signed.ts'
import { hasFile } from './store.ts'

const Stored = t.object({
  id: t.id(),
  path: t.text('Content of image and file fields.'),
  name: t.text(),
  mime: t.text(),
  size: t.int('Bytes.'),
  width: t.maybe(t.int()),
  height: t.maybe(t.int()),
  url: t.text(),
})

/** `POST /api/admin/upload` (file, type image or file): uploads by staff. */
export const uploadRoute = route({
  on: 'POST /upload',
  id: 'upload.create',
  summary: 'Upload an image or a file',
  needs: 'create upload',
  body: { type: f.pick(['image', 'file'], { default: 'image' }), private: f.flag({ default: false }) },
  fileFields: ['file'],
  response: Stored,
  status: 201,
  run: async ({ kernel, ctx, body, request }) => {
    const file = request.uploads?.get('file')
    if (!file) throw validationError({ file: message('core:rule.required') })
    const stored = await storeFile(kernel, kernel.db, { ...file, type: body.type, trusted: true, isPrivate: body.private, by: ctx.actor })
    return { ...stored, url: body.private ? signedPath(kernel.config, stored.path) : `/files/${stored.path}` }
  },
})

/** Serves `/files/{path}` and `/files/{path}?w=320`. Names are random and never reused, so responses are cacheable for a year. */
export const publicFiles = fp(
  async (app) => {
    const { kernel } = app
    app.get<{ Params: { '*': string }; Querystring: { w?: string; expires?: string; signature?: string } }>(
      '/files/*',
      { schema: { hide: true } as never },
      async (request, reply) => {
        const path = request.params['*']
        if (!/^(img|doc)\/[0-9a-f]{2}\/[0-9a-f]{24}\.[a-z0-9]{2,4}$/.test(path)) throw new AppError(NOT_FOUND)
        const { expires, signature, w } = request.query
        if (!(await hasFile(kernel, path))) throw new AppError(NOT_FOUND)
        // Checked for every folder and every size.
        if (!isSigned(kernel.config, path, expires, signature) && (await isPrivate(kernel, path))) throw new AppError(NO_FILE_PERMISSION)
        const sized = path.startsWith('img/') && !path.endsWith('.svg') ? pictureWidths.find((width) => width === Number(w)) : undefined
        // A signed URL expires, so shared caches must not store the file.
        return sendFile(kernel, { request, reply }, { path, width: sized, secret: signature !== undefined })
      },
    )
  },
  step('files', ['kernel', 'routes', 'guard']),
)

async function isPrivate(kernel: Kernel, path: string): Promise<boolean> {
  const row = await kernel.db.one<{ is_private: boolean }>(sql`select is_private from file where path = ${path}`)
  // The row is deleted; the bytes follow shortly.
  if (!row) throw new AppError(NOT_FOUND)
  return row.is_private
}
