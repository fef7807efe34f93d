import { type Ctx, join, type Period, sql, type Sql } from 'stoa'
import type { Report } from 'stoa/plugins/reports'
import { TRANSFER_AMOUNTS } from './transfer-amounts.ts'

/** Permission to see amounts of sales. */
const seeSales = 'get sales report'

/** SQL: visitors and conversions of landing pages on their days, and the sales and refunds of conversions on theirs. */
function attributionSql({ kernel }: Pick<Ctx, 'kernel'>, period: Period): Sql {
  const isInPeriod = sql`day between ${period.from}::date and ${period.to}::date`
  const amounts = [...kernel.contributions(TRANSFER_AMOUNTS)].map(
    ([kind, { amountsSql }]) => sql`
    select ${`${kind} `}::text || a.id, a.day, t.landing_page_id, t.kind, 0, 0, a.orders, a.net, a.refund
    from (${amountsSql(period)}) a join landing_transfer t on t.kind = ${kind} and t.ref = a.ref`,
  )
  const counts = sql`
    select 'visit ' || landing_page_id || ' ' || day as id, day, landing_page_id, null::text as kind, count(*)::int as visits, 0 as transfers, 0 as orders,
      0::bigint as net, 0::bigint as refund
    from landing_visit where ${isInPeriod} group by landing_page_id, day
    union all
    select 'transfer ' || kind || ' ' || ref, day, landing_page_id, kind, 0, 1, 0, 0, 0 from landing_transfer where ${isInPeriod}`
  return join([counts, ...amounts], ' union all ')
}

/**
 * Landing pages: visitors, conversions, and the sales of orders that came from them. Sales count on the day they are paid, refunds on their own
 * day.
 */
export const landingSalesReport: Report = {
  title: 'content:report.landing',
  order: 66,
  needs: 'get landing page',
  dated: 'period',
  facts: attributionSql,
  dimensions: {
    page: { title: 'content:report.page', column: 'landing_page_id', of: 'landing_page' },
    kind: { title: 'content:report.kind', column: 'kind', messages: 'content:report.kind_' },
  },
  measures: {
    visits: { title: 'content:report.visits', type: 'count', sum: 'visits' },
    transfers: { title: 'content:report.transfers', type: 'count', sum: 'transfers' },
    transfer_rate: { title: 'content:report.transfer_rate', type: 'percent', ratio: ['transfers', 'visits'] },
    orders: { title: 'content:report.orders', type: 'count', sum: 'orders', needs: seeSales },
    net: { title: 'content:report.net', type: 'money', sum: 'net', needs: seeSales },
    refund: { title: 'content:report.refund', type: 'money', sum: 'refund', needs: seeSales },
    per_visit: { title: 'content:report.per_visit', type: 'money', ratio: ['net', 'visits'] },
  },
  groupBy: ['page'],
  chart: { kind: 'funnel', measures: ['visits', 'transfers', 'orders'] },
  rows: [
    { title: 'content:report.day', column: 'day', type: 'day' },
    { title: 'content:report.kind', column: 'kind', type: 'text', messages: 'content:report.kind_' },
  ],
  link: sql`'landing-page/traffic/' || f.landing_page_id`,
}
