import { type Ctx, sql } from '#core'

/** Members read at a time. */
const BATCH = 500

interface Lot {
  id: number
  customer: string
  points: number
  expires_at: string | null
  key: string
}

/**
 * The points members have now as lines of `points_import`, for another shop: what they can spend, by the day it ends. What is owed is taken off the points that
 * end last; whoever owes more than they have begins there with nothing.
 */
export async function* pointsToMove(ctx: Ctx): AsyncGenerator<Record<string, unknown>> {
  for (let last = 0; ;) {
    const lots = await ctx.kernel.db.rows<Lot>(sql`with member as (
        select c.id, c.email, c.person_id from customer c where c.id > ${last} and c.person_id is not null
          and exists (select from points_lot l where l.person_id = c.person_id and l.remaining > 0) order by c.id limit ${BATCH})
      , lot as (select m.id, m.email, l.id as lot_id, l.remaining, l.expires_at,
          sum(l.remaining) over (partition by m.id order by l.expires_at nulls last, l.id) as until,
          (select coalesce(sum(remaining), 0) from points_lot s where s.person_id = m.person_id and (s.expires_at is null or s.expires_at > now())) as spendable
        from member m join points_lot l on l.person_id = m.person_id and l.remaining > 0 and (l.expires_at is null or l.expires_at > now()))
      select m.id, l.email as customer, least(l.remaining, l.spendable - (l.until - l.remaining))::int as points, l.expires_at, 'lot ' || l.lot_id as key
      from member m left join lot l on l.id = m.id order by m.id, l.expires_at nulls last, l.lot_id`)
    for (const { customer, points, expires_at, key } of lots)
      if (customer !== null && points > 0) yield { customer, points, expires_at: expires_at ?? '', key }
    const end = lots.at(-1)?.id
    if (end === undefined) return
    last = end
  }
}
