import { f, rateLimit, NO_FILE_PERMISSION, NOT_FOUND, route, getNetwork } from 'stoa'
import { download, readEbooks } from '../services/ebooks.ts'
import { EbookDownload, EbookList } from '../api-types.ts'

/** `GET /api/ebook` and `POST /api/ebook/{id}/download`. */
export const ebookRoutes = [
  route({
    access: 'public',
    on: 'GET /ebook',
    id: 'ebook.shelf',
    summary: 'All published ebooks, regardless of access',
    response: EbookList,
    run: async ({ ctx }) => ({ data: await readEbooks(ctx) }),
  }),
  route({
    access: 'public',
    on: 'POST /ebook/:id/download',
    id: 'ebook.download',
    summary: 'Temporary download URL of an ebook',
    body: { key: f.text({ default: '', maxLength: 300, docs: 'What whoever answered the form of the book got for it.' }) },
    response: EbookDownload,
    errors: [NOT_FOUND, NO_FILE_PERMISSION],
    run: async ({ kernel, ctx, params, body, request, reply }) => {
      await rateLimit(kernel.db, `ebook ${getNetwork(request.ip)}`, { max: 60, seconds: 600, message: 'core:error.too_frequent' })
      void reply.header('cache-control', 'no-store')
      return download(ctx, params.id, body.key)
    },
  }),
]
