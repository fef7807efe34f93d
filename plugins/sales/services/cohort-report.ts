import { type Period, sql, type Sql } from 'stoa'
import type { Report } from 'stoa/plugins/reports'
import { orderSums, readSumsSql } from './summed-days.ts'

/** SQL: sales of all time by order. */
const allSales = readSumsSql(orderSums, { from: '1990-01-01', to: '2199-12-31' })

/** SQL: the number of a month, counted from the year 0. */
const monthNumberSql = (day: Sql): Sql => sql`(date_part('year', ${day}) * 12 + date_part('month', ${day}))::int`

/**
 * SQL: the given sales and refunds of the people whose first order was paid in a period, with the months since then. The day is that of the first
 * order. A person is a buyer in the months with an order.
 */
const cohortSalesSql = (sales: Sql, { from, to }: Period): Sql => sql`
  with first as (
    select person_id, day, cohort, count(*) over (partition by cohort) as people
    from (select s.person_id, min(s.day) as day, ${monthNumberSql(sql`min(s.day)`)} as cohort from (${allSales}) s
      where s.orders > 0 and s.person_id is not null group by s.person_id) p where day between ${from}::date and ${to}::date)
  select x.*, f.day, f.cohort, f.people, ${monthNumberSql(sql`x.entry_day`)} - f.cohort as age, case when x.orders > 0 then f.person_id end as buyer_id
  from first f join (${sales}) x on x.person_id = f.person_id`

/** SQL: all entries of the ledger with a known buyer. */
const entries = sql`
  select e.id, e.day as entry_day, o.id as order_id, o.order_number, o.person_id, e.orders, case when e.kind = 'sale' then e.net_minor else 0 end as net,
    case when e.kind = 'refund' then e.net_minor else 0 end as refund
  from sales_entry e join sales_order o on o.id = e.order_id`

/** SQL: the same, as sums by order. */
const sums = sql`select s.person_id, s.day as entry_day, s.orders, s.net, s.refund, s.entries from (${allSales}) s`

/** Retention: how many of the people who bought first in a month bought again, by months after. */
export const cohortReport: Report = {
  title: 'sales:report.cohorts',
  order: 32,
  needs: 'get customer report',
  dated: 'period',
  period: 'last_12_months',
  units: ['month'],
  facts: (_, period) => cohortSalesSql(entries, period),
  sums: [
    {
      columns: ['cohort', 'people', 'age', 'buyer_id', 'orders', 'net', 'refund'],
      count: 'entries',
      facts: (_, period) => cohortSalesSql(sums, period),
    },
  ],
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
