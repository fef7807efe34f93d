import type { FastifyInstance } from 'fastify'
import { hit, invalid, type Kernel, likeText, sql, text } from '#core'
import type { Kind } from '../domain/kinds.ts'
import { placesSql } from '../services/places.ts'
import type { PickupPlace, PickupPlaces } from '../wire.ts'

const MOST = 30

/** `GET /api/shipping/point?method=&q=`: where goods can be picked up by a method, found by name, area, address or code. */
export function pointRoutes(app: FastifyInstance, kernel: Kernel): void {
  app.get<{ Querystring: { method?: string; q?: string } }>(
    '/shipping/point',
    { config: { access: 'public' }, schema: { tags: ['checkout'] } },
    async (request): Promise<PickupPlaces> => {
      await hit(kernel.db, `points ${request.ip}`, { max: 300, seconds: 60, step: 20, message: 'core:error.too_frequent' })
      const method = await kernel.db.one<{ kind: Kind; carrier_id: number | null }>(
        sql`select kind, carrier_id from shipping_method where code = ${String(request.query.method ?? '')} and enabled and kind in ('pickup_store', 'pickup_point')`,
      )
      if (!method) throw invalid({ method: text('core:rule.choice') })
      const q = String(request.query.q ?? '')
        .trim()
        .slice(0, 60)
        .replaceAll('\0', '')
      const matching = q === '' ? sql`true` : sql`concat_ws(' ', p.code, p.name, p.area, p.address) ilike ${`%${likeText(q)}%`}`
      const rows = await kernel.db.rows<PickupPlace & { total: number }>(sql`
        select p.code, p.name, p.address, p.area, p.hours, count(*) over ()::int as total from (${placesSql(method)}) p
        where ${matching} order by p.place, p.area, p.code limit ${MOST}`)
      return { data: rows.map(({ total: _, ...place }) => place), total: rows[0]?.total ?? 0 }
    },
  )
}
