import type { FastifyInstance } from 'fastify'
import { type Kernel, systemCtx } from '#core'
import { robots, sitemapIndex, sitemapPart } from '../services/sitemap.ts'
import { open, there } from './asked.ts'

/** `GET /api/sitemap`, its parts, and `GET /api/robots`; the store serves them at their well-known places. */
export function sitemapRoutes(app: FastifyInstance, kernel: Kernel): void {
  const ctx = () => systemCtx(kernel, 'sitemap')
  const xml = 'application/xml; charset=utf-8'
  app.get('/sitemap', open('sitemap'), async (_request, reply) => reply.type(xml).send(await sitemapIndex(ctx())))
  app.get<{ Params: { part: string } }>('/sitemap/:part', open('sitemap'), async (request, reply) =>
    reply.type(xml).send(there(await sitemapPart(ctx(), request.params.part.replace(/\.xml$/, '')))),
  )
  app.get('/robots', open('sitemap'), (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots(ctx())))
}
