import type { FastifyInstance } from 'fastify'
import { ctxOf, hit, type Kernel, rowId } from '#core'
import { download, readEbooks } from '../services/ebooks.ts'

const open = { config: { access: 'public' as const }, schema: { tags: ['ebook'] } }

/** `GET /api/ebook` and `POST /api/ebook/{id}/download`. */
export function ebookRoutes(app: FastifyInstance, kernel: Kernel): void {
  app.get('/ebook', open, async (request) => ({ data: await readEbooks(ctxOf(kernel, request)) }))

  app.post<{ Params: { id: string } }>('/ebook/:id/download', open, async (request, reply) => {
    const id = rowId(request.params.id)
    await hit(kernel.db, `ebook ${request.ip}`, { max: 60, seconds: 600, message: 'core:error.too_frequent' })
    void reply.header('cache-control', 'no-store')
    return download(ctxOf(kernel, request), id)
  })
}
