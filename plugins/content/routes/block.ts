import type { FastifyInstance } from 'fastify'
import { ctxOf, pick, richToHtml, sql, type Kernel } from '#core'
import type { BlockView } from '../wire.ts'

/** `POST /api/block {identifier, language}`: the live block, or an empty object when there is none. */
export function blockRoute(app: FastifyInstance, kernel: Kernel): void {
  app.post('/block', { config: { access: 'public' }, schema: { tags: ['block'] } }, async (request): Promise<BlockView> => {
    const ctx = ctxOf(kernel, request)
    const identifier = String((request.body as { identifier?: unknown } | null)?.identifier ?? '')
    const found = await kernel.db.one<{ identifier: string; title: string; content: string | null }>(sql`
      select b.identifier, ${pick(sql`b.title`, ctx.language, ctx.main)} as title, ${pick(sql`b.content`, ctx.language, ctx.main)} as content
      from block b where b.identifier = ${identifier} and b.enabled`)
    return found ? { ...found, content: richToHtml(found.content) } : {}
  })
}
