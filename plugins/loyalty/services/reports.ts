import { basic, type Ctx, type Period, sql, type Sql } from 'stoa'
import type { AddedDimension, Dimension, Report } from 'stoa/plugins/reports'
import { pointRules } from '../settings.ts'

/** The present tier of a person. */
const tier: Dimension = {
  title: 'loyalty:report.tier',
  column: 'person_id',
  key: (_, person) => sql`(select m.membership_id from loyalty_member m where m.person_id = ${person})`,
  of: 'membership',
}

/** Adds the tier to the customer report. */
export const customerTier: AddedDimension = { report: 'customer', name: 'tier', dimension: tier }

/** SQL: the value of points in minor units, by the setting. */
const valueSql = ({ kernel }: Ctx, points: Sql): Sql =>
  sql`round(${points} * ${kernel.settings.of(pointRules).point_value}::numeric * 100)::bigint`

/** SQL: entries of the points ledger in a period. Returned points reduce the used ones. */
function entriesSql(ctx: Ctx, { from, to }: Period): Sql {
  const zone = ctx.kernel.settings.of(basic).time_zone
  const of = (kinds: readonly string[], points: Sql) => sql`case when e.kind = any(${[...kinds]}) then ${points} else 0 end`
  return sql`
    select e.id, (e.created_at at time zone ${zone})::date as day, e.person_id, e.kind, e.order_id, e.actor_name, e.points as change,
      ${of(['earn', 'bonus'], sql`e.points`)} as granted, ${of(['redeem', 'release'], sql`-e.points`)} as used, ${of(['expire'], sql`-e.points`)} as expired,
      ${of(['clawback'], sql`-e.points`)} as reversed, ${of(['adjust'], sql`e.points`)} as adjusted, ${valueSql(ctx, sql`e.points`)} as value
    from points_entry e where e.created_at >= ${from}::date::timestamp at time zone ${zone}
      and e.created_at < (${to}::date + 1)::timestamp at time zone ${zone}`
}

/**
 * Points granted, used and expired. Over a period that begins before the first points, the change is what was outstanding on its last day, and
 * its value the liability.
 */
export const pointsReport: Report = {
  title: 'loyalty:report.points_report',
  order: 75,
  needs: 'get points entry',
  dated: 'period',
  facts: entriesSql,
  dimensions: {
    kind: { title: 'loyalty:report.kind', column: 'kind', messages: 'loyalty:points_entry.kind_' },
    tier,
    person: { title: 'loyalty:report.person', column: 'person_id', of: 'person' },
  },
  measures: {
    granted: { title: 'loyalty:report.granted', type: 'count', sum: 'granted' },
    used: { title: 'loyalty:report.used', type: 'count', sum: 'used' },
    expired: { title: 'loyalty:report.expired', type: 'count', sum: 'expired' },
    reversed: { title: 'loyalty:report.reversed', type: 'count', sum: 'reversed' },
    adjusted: { title: 'loyalty:report.adjusted', type: 'count', sum: 'adjusted' },
    change: { title: 'loyalty:report.change', type: 'count', sum: 'change' },
    value: { title: 'loyalty:report.change_value', type: 'money', sum: 'value' },
  },
  groupBy: ['month'],
  chart: { kind: 'column', measures: ['granted', 'used', 'expired'] },
  rows: [
    { title: 'loyalty:report.day', column: 'day', type: 'day' },
    { title: 'loyalty:report.kind', column: 'kind', type: 'text', messages: 'loyalty:points_entry.kind_' },
    { title: 'loyalty:report.actor', column: 'actor_name', type: 'text' },
  ],
  link: sql`'order/' || f.order_id`,
}

/** Outstanding points and their value as they are now, by tier and by the month they expire. Points that a person owes reduce them. */
export const liabilityReport: Report = {
  title: 'loyalty:report.liability',
  order: 76,
  needs: 'get points entry',
  dated: 'now',
  facts: (ctx) => {
    const zone = ctx.kernel.settings.of(basic).time_zone
    return sql`
      select l.id, l.person_id, l.remaining as points, ${valueSql(ctx, sql`l.remaining`)} as value, (l.expires_at at time zone ${zone})::date as expires_on,
        to_char(l.expires_at at time zone ${zone}, 'YYYY-MM') as expires
      from points_lot l where l.remaining <> 0 and (l.expires_at is null or l.expires_at > now())`
  },
  dimensions: {
    expires: { title: 'loyalty:report.expires', column: 'expires', isOrdered: true },
    tier,
    person: { title: 'loyalty:report.person', column: 'person_id', of: 'person' },
  },
  measures: {
    people: { title: 'loyalty:report.people', type: 'count', distinct: 'person_id' },
    points: { title: 'loyalty:report.outstanding', type: 'count', sum: 'points' },
    value: { title: 'loyalty:report.value', type: 'money', sum: 'value' },
  },
  groupBy: ['expires'],
  chart: { kind: 'column', measures: ['points'] },
  rows: [{ title: 'loyalty:report.expires_on', column: 'expires_on', type: 'day' }],
}
