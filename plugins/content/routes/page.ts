import type { FastifyInstance } from 'fastify'
import { ctxOf, Failed, type Kernel, NOT_FOUND } from '#core'
import { pageLinks, readPage } from '../services/page.ts'
import { asked, besideStaff, open } from './asked.ts'

/** `GET /api/page`: enabled pages as links. `POST /api/page {url, language}`: one of them. */
export function pageRoutes(app: FastifyInstance, kernel: Kernel): void {
  app.get('/page', open('page'), (request) => pageLinks(ctxOf(kernel, request)))

  app.post('/page', open('page'), async (request) => {
    const found = await readPage(ctxOf(kernel, request), asked(request, 'url'), {
      preview: asked(request, 'preview'),
      staff: besideStaff(request),
    })
    if (!found) throw new Failed(NOT_FOUND)
    return found
  })
}
