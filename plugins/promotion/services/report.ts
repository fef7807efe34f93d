import { type Period, sql, type Sql } from 'stoa'
import type { Report } from 'stoa/plugins/reports'
import { ledgerOrderDaysSql } from 'stoa/plugins/sales'

/** Permission to see amounts of sales. */
const seeSales = 'get sales report'

/**
 * SQL: the uses of promotions by orders that were paid, on the day they were paid, and on further days with changes or refunds of these orders.
 * A use that was released after a refund still reduced that sale. `baseline` is the average order without a promotion in the period.
 */
const usesSql = ({ from, to }: Period): Sql => sql`
  with orders as materialized (${ledgerOrderDaysSql(sql`${from}`, sql`${to}`)}),
  baseline as (
    select sum(o.net)::float8 / nullif(sum(o.orders), 0) as average from orders o
    where not exists (select from promotion_usage u where u.order_id = o.order_id))
  select o.id || ' ' || u.id as id, o.id as order_day, o.day, o.order_id, o.order_number, u.promotion_id, u.code, o.orders as uses,
    case when o.orders > 0 then u.amount_minor else 0 end as discount, case when o.orders > 0 then o.order_id end as paid_order, o.net, o.refund,
    (select average from baseline) as baseline
  from orders o join promotion_usage u on u.order_id = o.order_id`

/**
 * Promotions: uses, discount given, and the orders with them. An order with several promotions counts in each of them, and once in the total.
 * Uplift is the difference between the average order with the promotion and the average order without any.
 */
export const promotionReport: Report = {
  title: 'promotion:report.promotions',
  order: 68,
  needs: 'get promotion usage',
  dated: 'period',
  facts: (_, period) => usesSql(period),
  dimensions: {
    promotion: { title: 'promotion:report.promotion', column: 'promotion_id', of: 'promotion' },
    code: { title: 'promotion:report.code', column: 'code' },
    trigger: { title: 'promotion:report.trigger', column: 'promotion_id', of: 'promotion', via: 'trigger' },
  },
  measures: {
    uses: { title: 'promotion:report.uses', type: 'count', sum: 'uses' },
    discount: { title: 'promotion:report.discount', type: 'money', sum: 'discount' },
    orders: { title: 'promotion:report.orders', type: 'count', distinct: 'paid_order' },
    net: { title: 'promotion:report.net', type: 'money', sum: 'net', once: 'order_day', needs: seeSales },
    refund: { title: 'promotion:report.refund', type: 'money', sum: 'refund', once: 'order_day', needs: seeSales },
    average: { title: 'promotion:report.average', type: 'money', ratio: ['net', 'orders'] },
    baseline: { title: 'promotion:report.baseline', type: 'money', average: 'baseline', needs: seeSales },
    uplift: { title: 'promotion:report.uplift', type: 'money', difference: ['average', 'baseline'] },
  },
  groupBy: ['promotion'],
  chart: { kind: 'bar', measures: ['discount'] },
  rows: [
    { title: 'promotion:report.day', column: 'day', type: 'day' },
    { title: 'promotion:report.order', column: 'order_number', type: 'text' },
    { title: 'promotion:report.code', column: 'code', type: 'text' },
  ],
  link: sql`'order/' || f.order_id`,
}
