import type { FastifyInstance } from 'fastify'
import { allows, ctxOf, id as name, join, type Kernel, sql } from '#core'
import { planList, titleSql, verbPermission } from '#core/engine'
import type { Found } from '../wire.ts'

const MOST_OF_EACH = 5
const LONGEST = 100

/** `GET /api/admin/search?q=`: records of every kind the person may see, found in one statement. */
export function searchRoute(app: FastifyInstance, kernel: Kernel): void {
  app.get<{ Querystring: { q?: string } }>('/search', { config: { open: 'signed-in' } }, async (request): Promise<{ data: Found[] }> => {
    const ctx = ctxOf(kernel, request)
    const q = String(request.query.q ?? '')
      .trim()
      .slice(0, LONGEST)
    const searched = [...kernel.registry.resources.values()].filter(
      (r) => r.verbs.includes('get') && r.fields.some((f) => f.meta.search) && allows(ctx.actor, verbPermission('get', r.name)),
    )
    if (q === '' || q.includes('\0') || searched.length === 0) return { data: [] }
    const parts = searched.map(
      (r) => sql`(select ${r.name}::text as resource, t.id, ${titleSql(r, 't', ctx.language, ctx.main)}::text as title
        from ${name(r.table)} t where ${planList(ctx, r, { q }).where} order by t.id desc limit ${MOST_OF_EACH})`,
    )
    return { data: await kernel.db.rows<Found>(join(parts, ' union all ')) }
  })
}
