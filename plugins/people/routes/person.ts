import type { FastifyInstance } from 'fastify'
import { ctxOf, Failed, type Kernel, NOT_FOUND, rowId, sql } from '#core'
import { readTimeline, type TimelineQuery } from '../services/timeline.ts'

/** What staff see of somebody beside the record itself: how they are known, what they agreed to, where they live, what happened. */
export function personRoutes(app: FastifyInstance, kernel: Kernel): void {
  const needs = { config: { needs: 'get person' }, schema: { tags: ['person'] } }

  app.get<{ Params: { id: string } }>('/person/:id/known', needs, async (request) => {
    const id = rowId(request.params.id)
    const [person] = await kernel.db.rows(sql`select id, email, erased_at from person where id = ${id} and merged_into_id is null`)
    if (!person) throw new Failed(NOT_FOUND)
    const [identities, consents, customers, addresses] = await Promise.all([
      kernel.db.rows(sql`select id, kind, value_norm as value, verified_at from person_identity where person_id = ${id} order by kind, id`),
      kernel.db
        .rows(sql`select distinct on (address_norm, channel, topic) id, address_norm as address, channel, topic, state, reason, source, at
        from consent where person_id = ${id} order by address_norm, channel, topic, id desc`),
      kernel.db.rows(sql`select id, email, enabled from customer where person_id = ${id} order by id`),
      kernel.db
        .rows(sql`select a.id, a.first_name, a.last_name, a.country, a.contact_number, a.address, a.default_billing, a.default_shipping
        from customer_address a join customer c on c.id = a.customer_id where c.person_id = ${id} order by a.id`),
    ])
    return { person, identities, consents, customers, addresses }
  })

  app.get<{ Params: { id: string } }>('/person/:id/timeline', needs, (request) => {
    const { plugin, type, after } = request.query as TimelineQuery
    const query = { plugin: String(plugin ?? ''), type: String(type ?? ''), after: String(after ?? '') }
    return readTimeline(ctxOf(kernel, request), rowId(request.params.id), query)
  })
}
