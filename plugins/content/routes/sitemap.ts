import { f, media, NOT_FOUND, route, systemCtx } from 'stoa'
import { robots, sitemapIndex, sitemapPart } from '../services/sitemap.ts'
import { there } from './request-fields.ts'

const xml = 'application/xml; charset=utf-8'

/** `GET /api/sitemap`, its parts, and `GET /api/robots`. The store serves them at their standard URLs. */
export const sitemapRoutes = [
  route({
    on: 'GET /sitemap',
    id: 'sitemap.index',
    summary: 'Sitemap index',
    access: 'public',
    response: media(xml),
    run: async ({ kernel, reply }) => reply.type(xml).send(await sitemapIndex(systemCtx(kernel, 'sitemap'))),
  }),
  route({
    on: 'GET /sitemap/:part',
    id: 'sitemap.part',
    summary: 'One sitemap',
    access: 'public',
    params: { part: f.text({ maxLength: 100 }) },
    response: media(xml),
    errors: [NOT_FOUND],
    run: async ({ kernel, params, reply }) =>
      reply.type(xml).send(there(await sitemapPart(systemCtx(kernel, 'sitemap'), params.part.replace(/\.xml$/, '')))),
  }),
  route({
    on: 'GET /robots',
    id: 'sitemap.robots',
    summary: 'robots.txt',
    access: 'public',
    response: media('text/plain; charset=utf-8'),
    run: ({ kernel, reply }) => reply.type('text/plain; charset=utf-8').send(robots(systemCtx(kernel, 'sitemap'))),
  }),
]
