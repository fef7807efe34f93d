import type { FastifyInstance } from 'fastify'
import { ctxOf, type Kernel, rowId } from '#core'
import { prefixes } from '../domain/addresses.ts'
import { markRead, readersOf, staffAnnouncements } from '../services/announcement.ts'
import { previewOf } from '../services/preview.ts'

type WithId = { Params: { id: string } }

/** Announcements as their readers see them, and links that show content before it is shown to all. */
export function adminRoutes(app: FastifyInstance, kernel: Kernel): void {
  const mine = { config: { open: 'signed-in' as const }, schema: { tags: ['announcement'] } }
  app.get('/announcement/current', mine, async (request) => {
    const ctx = ctxOf(kernel, request)
    return { data: ctx.actor.kind === 'admin' ? await staffAnnouncements(ctx, ctx.actor.id) : [] }
  })
  app.post<WithId>('/announcement/:id/read', mine, async (request) => {
    await markRead(ctxOf(kernel, request), rowId(request.params.id))
    return { read: true }
  })

  const readers = { config: { needs: 'get announcement' }, schema: { tags: ['announcement'] } }
  app.get<WithId>('/announcement/:id/readers', readers, (request) => readersOf(ctxOf(kernel, request), rowId(request.params.id)))

  for (const resource of ['page', 'article', 'landing_page'] as const) {
    const guard = { config: { needs: `get ${resource.replaceAll('_', ' ')}` }, schema: { tags: [resource] } }
    app.get<WithId>(`/${resource}/:id/preview`, guard, async (request) => {
      const ctx = ctxOf(kernel, request)
      const url = String((await kernel.resources.get(ctx, resource, rowId(request.params.id))).url)
      return { url: `${prefixes[resource]}${url}?preview=${previewOf(ctx, resource, url)}` }
    })
  }
}
