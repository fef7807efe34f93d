import { type Ctx, sql } from 'stoa'
import { listAccountEmails } from 'stoa/plugins/people'

/** Number of members read at a time. */
const BATCH = 500

interface Lot {
  id: number
  person: number
  points: number
  expires_at: string | null
}

/**
 * Exports the current points of members as rows of `points_import`, by expiry date. A negative balance is deducted from the points that
 * expire last; a member with a negative total gets no rows.
 */
export async function* exportPoints(ctx: Ctx): AsyncGenerator<Record<string, unknown>> {
  const { db } = ctx.kernel
  for (let last = 0; ;) {
    const lots = await db.rows<Lot>(sql`with member as (
        select distinct person_id as id from points_lot where remaining > 0 and person_id > ${last} order by 1 limit ${BATCH})
      , alive as (select l.* from member m join points_lot l on l.person_id = m.id where l.expires_at is null or l.expires_at > now())
      , lot as (select id, person_id, remaining, expires_at,
          sum(remaining) over (partition by person_id order by expires_at nulls last, id) - remaining as before,
          (select sum(s.remaining) from alive s where s.person_id = a.person_id) as spendable
        from alive a where remaining > 0)
      select l.id, m.id as person, coalesce(least(l.remaining, l.spendable - l.before), 0)::int as points, l.expires_at
      from member m left join lot l on l.person_id = m.id order by m.id, l.expires_at nulls last, l.id`)
    const end = lots.at(-1)?.person
    if (end === undefined) return
    last = end
    const emails = new Map(
      (await listAccountEmails(db, [...new Set(lots.map(({ person }) => person))])).map((row) => [row.person_id, row.email]),
    )
    for (const { id, person, points, expires_at } of lots) {
      const customer = emails.get(person)
      if (customer !== undefined && points > 0) yield { customer, points, expires_at: expires_at ?? '', key: `lot ${id}` }
    }
  }
}
