import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import type { Kernel } from '../context.ts'
import { sql } from '../db/sql.ts'
import { Failed, invalid, NOT_FOUND, text } from '../http/errors.ts'
import { f } from '../fields/f.ts'
import { step } from '../http/kernel.ts'
import { route } from '../http/route.ts'
import { t } from '../http/shapes.ts'
import { isSigned } from './signed.ts'
import { mimeOf } from './sniff.ts'
import { exists, filesDir, NO_FILE_PERMISSION, pictureAt, pictureWidths, storeFile } from './files.ts'

const Stored = t.object({
  id: t.id(),
  path: t.text('What fields of pictures and files hold.'),
  name: t.text(),
  mime: t.text(),
  size: t.int('Bytes.'),
  width: t.maybe(t.int()),
  height: t.maybe(t.int()),
  url: t.text(),
})

/** `POST /api/admin/upload` (file, type image or file): staff's only way to bring files in. */
export const uploadRoute = route({
  on: 'POST /upload',
  id: 'upload.create',
  summary: 'Brings a picture or a file in',
  needs: 'create upload',
  body: { type: f.pick(['image', 'file'], { default: 'image' }) },
  brings: ['file'],
  answer: Stored,
  status: 201,
  run: async ({ kernel, body, request }) => {
    const file = request.uploads?.get('file')
    if (!file) throw invalid({ file: text('core:rule.required') })
    const stored = await storeFile(kernel, kernel.db, { ...file, type: body.type, trusted: true })
    return { ...stored, url: `/files/${stored.path}` }
  },
})

/** Serves `/files/{path}` and `/files/{path}?w=320`. Names are random and never reused, so answers keep for a year. */
export const publicFiles = fp(
  async (app) => {
    const { kernel } = app
    app.get<{ Params: { '*': string }; Querystring: { w?: string; expires?: string; signature?: string } }>(
      '/files/*',
      { schema: { hide: true } as never },
      async (request, reply) => {
        const path = request.params['*']
        if (!/^(img|doc)\/[0-9a-f]{2}\/[0-9a-f]{24}\.[a-z0-9]{2,4}$/.test(path)) throw new Failed(NOT_FOUND)
        const extension = path.split('.').at(-1) ?? ''
        const width = Number(request.query.w ?? 0)
        if (width && extension !== 'svg' && path.startsWith('img/') && pictureWidths.includes(width as never)) {
          if (!(await exists(join(filesDir(kernel), path)))) throw new Failed(NOT_FOUND)
          const takes = request.headers.accept?.includes('image/avif') ? 'avif' : 'webp'
          const file = await pictureAt(kernel, path, width, takes)
          return stream(reply.header('vary', 'accept'), file, mimeOf[file.split('.').at(-1) ?? ''] ?? '')
        }
        const { expires, signature } = request.query
        const shut = path.startsWith('doc/') && !isSigned(kernel.config, path, expires, signature) && (await isPrivate(kernel, path))
        if (shut) throw new Failed(NO_FILE_PERMISSION)
        const file = join(filesDir(kernel), path)
        if (!(await exists(file))) throw new Failed(NOT_FOUND)
        if (path.startsWith('doc/')) void reply.header('content-disposition', 'attachment')
        // A signed address runs out, so nobody between may keep what it leads to.
        return stream(reply, file, mimeOf[extension] ?? 'application/octet-stream', signature === undefined)
      },
    )
  },
  step('files', ['kernel', 'routes', 'guard']),
)

async function isPrivate(kernel: Kernel, path: string): Promise<boolean> {
  const row = await kernel.db.one<{ is_private: boolean }>(sql`select is_private from file where path = ${path}`)
  return row?.is_private ?? true
}

function stream(reply: FastifyReply, file: string, mime: string, keep = true) {
  return reply
    .type(mime)
    .headers({
      'cache-control': keep ? 'public, max-age=31536000, immutable' : 'private, no-store',
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-site',
    })
    .send(createReadStream(file))
}
