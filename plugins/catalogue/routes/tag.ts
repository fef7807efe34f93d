import type { FastifyInstance } from 'fastify'
import { ctxOf, type Kernel } from '#core'
import { readTags } from '../services/read/tags.ts'

/** `GET /api/admin/tag`: the tags people gave to things they may see, to offer while another is typed. */
export function tagRoutes(app: FastifyInstance, kernel: Kernel): void {
  app.get('/tag', { config: { open: 'signed-in' }, schema: { tags: ['tag'] } }, async (request) => {
    const data = await readTags(ctxOf(kernel, request))
    return { data, total: data.length }
  })
}
