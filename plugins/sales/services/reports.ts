import { basic, type Ctx, hasPermission, type Period, sql, type Sql } from 'stoa'
import type { Dimension, Report, ReportSums } from 'stoa/plugins/reports'
import {
  entryValues,
  listSumColumns,
  orderSums,
  productStoreSums,
  productSums,
  readSumsSql,
  storeSums,
  type SumTable,
  toColumnsSql,
} from './summed-days.ts'
import { segmentsSql } from './customer-segments.ts'

/** Permission to see costs and margins of sales. */
export const seeCosts = 'see order cost'

/** SQL: entries of the ledger of sales in a period, with the columns of the sums of past days. Costs are left out for those who may not see them. */
const entriesSql = ({ actor }: Ctx, { from, to }: Period): Sql => {
  const values = hasPermission(actor, seeCosts) ? entryValues : { ...entryValues, cost: sql`null::bigint` }
  return sql`select x.*, x.net - x.refund as net_after_refunds from (
    select e.id, e.day, o.order_number, l.name, ${toColumnsSql({ ...orderSums.keys, ...productSums.keys, ...values })}
    from sales_entry e left join sales_order o on o.id = e.order_id left join order_line l on l.id = e.order_line_id
    where e.day between ${from}::date and ${to}::date) x`
}

/** The sums of a table, for a report. */
const toReportSums = (table: SumTable): ReportSums => ({
  columns: listSumColumns(table),
  count: 'entries',
  facts: (_, period) => readSumsSql(table, period),
})

const shared = {
  gross: { title: 'sales:report.gross', type: 'money', sum: 'gross' },
  discount: { title: 'sales:report.discount', type: 'money', sum: 'discount' },
  net: { title: 'sales:report.net', type: 'money', sum: 'net' },
  refund: { title: 'sales:report.refund', type: 'money', sum: 'refund' },
} as const

const margin = {
  cost: { title: 'sales:report.cost', type: 'money', sum: 'cost', needs: seeCosts },
  net_after_refunds: { title: 'sales:report.net_after_refunds', type: 'money', sum: 'net_after_refunds' },
  margin: { title: 'sales:report.margin', type: 'money', difference: ['net_after_refunds', 'cost'], needs: seeCosts },
  margin_share: { title: 'sales:report.margin_share', type: 'percent', ratio: ['margin', 'net_after_refunds'], needs: seeCosts },
} as const

const channel: Dimension = { title: 'sales:report.channel', column: 'source', messages: 'sales:order.source_' }
const store: Dimension = { title: 'sales:report.store', column: 'store_id', of: 'store' }
const category: Dimension = { title: 'sales:report.category', column: 'product_id', of: 'product', via: 'categories' }
const brand: Dimension = { title: 'sales:report.brand', column: 'product_id', of: 'product', via: 'brand_id' }

const rows = [
  { title: 'sales:report.day', column: 'day', type: 'day' },
  { title: 'sales:report.order', column: 'order_number', type: 'text' },
  { title: 'sales:report.item', column: 'name', type: 'text' },
] as const

const link = sql`'order/' || f.order_id`

/** Sales by day, store, channel, payment method and more. Sales count on the day they are paid, refunds on their own day. */
export const salesReport: Report = {
  title: 'sales:report.sales',
  order: 10,
  needs: 'get sales report',
  dated: 'period',
  facts: entriesSql,
  sums: [storeSums, productSums, orderSums, productStoreSums].map(toReportSums),
  dimensions: {
    channel,
    store,
    method: { title: 'sales:report.method', column: 'payment_title' },
    seller: { title: 'sales:report.seller', column: 'seller_admin_id', of: 'account' },
    weekday: {
      title: 'sales:report.weekday',
      column: 'day',
      key: (_, day) => sql`to_char(${day}, 'ID')`,
      messages: 'reports:weekday_',
      isOrdered: true,
    },
    /** The hour in which the order was paid, also of its refunds. */
    hour: {
      title: 'sales:report.hour',
      column: 'paid_at',
      key: ({ kernel }, paidAt) => sql`to_char(${paidAt} at time zone ${kernel.settings.of(basic).time_zone}, 'HH24:00')`,
      isOrdered: true,
    },
    currency: { title: 'sales:report.currency', column: 'currency' },
    category,
    brand,
  },
  measures: {
    orders: { title: 'sales:report.orders', type: 'count', sum: 'orders' },
    ...shared,
    shipping: { title: 'sales:report.shipping', type: 'money', sum: 'shipping' },
    average: { title: 'sales:report.average', type: 'money', ratio: ['net', 'orders'] },
    ...margin,
  },
  groupBy: ['day'],
  chart: { kind: 'column', measures: ['net', 'refund'] },
  rows,
  link,
}

/** SQL: the sales of products, without shipping. */
const ofProductsSql = (sales: Sql): Sql => sql`select x.* from (${sales}) x where x.product_id is not null`

/** Sales by product, stock, category and brand. */
export const productReport: Report = {
  title: 'sales:report.products',
  order: 20,
  needs: 'get product report',
  dated: 'period',
  facts: (ctx, period) => ofProductsSql(entriesSql(ctx, period)),
  sums: [productSums, productStoreSums]
    .map(toReportSums)
    .map((sums) => ({ ...sums, facts: (...args) => ofProductsSql(sums.facts(...args)) })),
  dimensions: {
    product: { title: 'sales:report.product', column: 'product_id', of: 'product' },
    stock: { title: 'sales:report.stock', column: 'stock_id', of: 'stock' },
    category,
    brand,
    type: { title: 'sales:report.type', column: 'product_id', of: 'product', via: 'type' },
    channel,
    store,
  },
  measures: {
    quantity: { title: 'sales:report.quantity', type: 'count', sum: 'quantity' },
    ...shared,
    refunded_quantity: { title: 'sales:report.refunded_quantity', type: 'count', sum: 'refunded_quantity' },
    ...margin,
  },
  groupBy: ['product'],
  chart: { kind: 'bar', measures: ['net'] },
  rows,
  link,
}

/** SQL: sales of a period, as entries or as sums by order, with the visit and the segment of the buyer. */
const withBuyersSql = (sales: Sql, period: Period): Sql => sql`
  select x.*, s.segment, case when x.orders > 0 then x.day end as ordered_on,
    case when x.paid_at > first.paid_at then 'returning' when x.person_id is not null then 'new' end as visit
  from (${sales}) x left join (${segmentsSql(period)}) s on s.person_id = x.person_id
    left join (select person_id, min(paid_at) as paid_at from sales_order where person_id is not null group by 1) first on first.person_id = x.person_id`

/** Customers who bought: new and returning, segment, orders, net sales and last order. Sales to people without an e-mail address have no customer. */
export const customerReport: Report = {
  title: 'sales:report.customers',
  order: 30,
  needs: 'get customer report',
  dated: 'period',
  facts: (ctx, period) => withBuyersSql(entriesSql(ctx, period), period),
  sums: [
    {
      columns: [...listSumColumns(orderSums), 'segment', 'ordered_on', 'visit'],
      count: 'entries',
      facts: (_, period) => withBuyersSql(readSumsSql(orderSums, period), period),
    },
  ],
  dimensions: {
    visit: { title: 'sales:report.visit', column: 'visit', messages: 'sales:report.visit_' },
    segment: { title: 'sales:report.segment', column: 'segment', messages: 'sales:report.segment_' },
    customer: { title: 'sales:report.customer', column: 'customer_id', of: 'customer' },
    group: { title: 'sales:report.group', column: 'customer_id', of: 'customer', via: 'group_id' },
    channel,
    store,
  },
  measures: {
    customers: { title: 'sales:report.customer_count', type: 'count', distinct: 'person_id' },
    orders: { title: 'sales:report.orders', type: 'count', sum: 'orders' },
    net: shared.net,
    refund: shared.refund,
    average: { title: 'sales:report.average', type: 'money', ratio: ['net', 'orders'] },
    per_customer: { title: 'sales:report.per_customer', type: 'money', ratio: ['net', 'customers'] },
    last_order: { title: 'sales:report.last_order', type: 'day', latest: 'ordered_on' },
  },
  groupBy: ['visit'],
  chart: { kind: 'column', measures: ['net'] },
  rows,
  link,
}
