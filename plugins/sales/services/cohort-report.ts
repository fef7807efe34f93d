import { type Period, sql, type Sql } from 'stoa'
import type { Report } from 'stoa/plugins/reports'

/**
 * SQL: all sales and refunds of the people whose first order was paid in a period, with the months since then. The day is that of the first
 * order. A person is a buyer in the months with an order.
 */
const cohortEntriesSql = ({ from, to }: Period): Sql => sql`
  with first as (
    select o.person_id, min(e.day) as day from sales_entry e join sales_order o on o.id = e.order_id
    where e.orders > 0 and o.person_id is not null group by o.person_id having min(e.day) between ${from}::date and ${to}::date),
  size as (select to_char(day, 'YYYYMM')::int as cohort, count(*) as people from first group by 1)
  select e.id, f.day, e.day as entry_day, o.id as order_id, o.order_number, size.cohort, size.people,
    (extract(year from e.day) - extract(year from f.day)) * 12 + extract(month from e.day) - extract(month from f.day) as age,
    case when e.orders > 0 then f.person_id end as buyer_id, e.orders, case when e.kind = 'sale' then e.net_minor else 0 end as net,
    case when e.kind = 'refund' then e.net_minor else 0 end as refund
  from first f join size on size.cohort = to_char(f.day, 'YYYYMM')::int join sales_order o on o.person_id = f.person_id join sales_entry e on e.order_id = o.id`

/** Retention: how many of the people who bought first in a month bought again, by months after. */
export const cohortReport: Report = {
  title: 'sales:report.cohorts',
  order: 32,
  needs: 'get customer report',
  dated: 'period',
  period: 'last_12_months',
  units: ['month'],
  facts: (_, period) => cohortEntriesSql(period),
  dimensions: { age: { title: 'sales:report.age', column: 'age', isOrdered: true } },
  measures: {
    cohort: { title: 'sales:report.cohort', type: 'count', sum: 'people', once: 'cohort' },
    customers: { title: 'sales:report.buyers', type: 'count', distinct: 'buyer_id' },
    retention: { title: 'sales:report.retention', type: 'percent', ratio: ['customers', 'cohort'] },
    orders: { title: 'sales:report.orders', type: 'count', sum: 'orders' },
    net: { title: 'sales:report.net', type: 'money', sum: 'net' },
    refund: { title: 'sales:report.refund', type: 'money', sum: 'refund' },
    per_customer: { title: 'sales:report.per_cohort_customer', type: 'money', ratio: ['net', 'cohort'] },
  },
  groupBy: ['month', 'age'],
  chart: { kind: 'heat', measures: ['retention'] },
  rows: [
    { title: 'sales:report.first_order', column: 'day', type: 'day' },
    { title: 'sales:report.day', column: 'entry_day', type: 'day' },
    { title: 'sales:report.order', column: 'order_number', type: 'text' },
  ],
  link: sql`'order/' || f.order_id`,
}
