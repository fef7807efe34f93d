import { f, rateLimit, validationError, likeText, route, getNetwork, sql, message } from 'stoa'
import type { Kind } from '../domain/cost.ts'
import { placesSql } from '../services/places.ts'
import { type PickupPlace, PickupPlaces } from '../api-types.ts'

const MOST = 30

export const pointRoutes = [
  route({
    on: 'GET /shipping/point',
    id: 'shipping.points',
    summary: 'Pickup points of a shipping method, searched by name, region, address or code',
    access: 'public',
    query: { method: f.text({ says: 'core:rule.choice' }), q: f.text({ default: '' }) },
    response: PickupPlaces,
    admit: ({ kernel, request }) =>
      rateLimit(kernel.db, `points ${getNetwork(request.ip)}`, { max: 300, seconds: 60, step: 20, message: 'core:error.too_frequent' }),
    run: async ({ kernel, query }) => {
      const method = await kernel.db.one<{ kind: Kind; carrier_id: number | null }>(
        sql`select kind, carrier_id from shipping_method where code = ${query.method} and enabled and kind in ('pickup_store', 'pickup_point')`,
      )
      if (!method) throw validationError({ method: message('core:rule.choice') })
      const { q } = query
      const matching = q === '' ? sql`true` : sql`concat_ws(' ', p.code, p.name, p.area, p.address) ilike ${`%${likeText(q)}%`}`
      const rows = await kernel.db.rows<PickupPlace & { total: number }>(sql`
        select p.code, p.name, p.address, p.area, p.hours, count(*) over ()::int as total from (${placesSql(kernel, method)}) p
        where ${matching} order by p.place, p.area, p.code limit ${MOST}`)
      return { data: rows.map(({ total: _, ...place }) => place), total: rows[0]?.total ?? 0 }
    },
  }),
]
