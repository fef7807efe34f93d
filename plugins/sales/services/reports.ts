import { basic, type Ctx, hasPermission, type Period, sql, type Sql } from 'stoa'
import type { Report } from 'stoa/plugins/reports'
import { readProductSumsSql, readStoreSumsSql } from './summed-days.ts'
import { segmentsSql } from './customer-segments.ts'

/** Permission to see costs and margins of sales. */
export const seeCosts = 'see order cost'

/**
 * SQL: entries of the ledger of sales in a period. Sales and refunds have columns of their own. Costs are left out for those who may not see
 * them. The hour is that in which the order was paid.
 */
const entriesSql = (ctx: Ctx, { from, to }: Period): Sql => sql`
  select e.id, e.day, e.kind, e.order_id, o.order_number, o.customer_id, o.person_id, o.paid_at, o.store_id,
    to_char(e.day, 'ID') as weekday, to_char(o.paid_at at time zone ${ctx.kernel.settings.of(basic).time_zone}, 'HH24:00') as hour, e.product_id, e.stock_id, e.currency, l.name,
    case when e.kind = 'sale' then e.orders else 0 end as orders, case when e.kind = 'sale' then e.quantity else 0 end as quantity,
    e.gross_minor as gross, e.discount_minor as discount, case when e.kind = 'sale' then e.net_minor else 0 end as net,
    case when e.kind = 'refund' then e.net_minor else 0 end as refund, case when e.kind = 'refund' then e.quantity else 0 end as refunded_quantity,
    case when e.kind = 'sale' then e.shipping_minor else -e.shipping_minor end as shipping,
    ${hasPermission(ctx.actor, seeCosts) ? sql`case when e.kind = 'sale' then e.cost_minor else -e.cost_minor end` : sql`null::bigint`} as cost,
    case when e.kind = 'sale' then e.net_minor else -e.net_minor end as kept
  from sales_entry e left join sales_order o on o.id = e.order_id left join order_line l on l.id = e.order_line_id
  where e.day between ${from}::date and ${to}::date`

const shared = {
  gross: { title: 'sales:report.gross', type: 'money', sum: 'gross' },
  discount: { title: 'sales:report.discount', type: 'money', sum: 'discount' },
  net: { title: 'sales:report.net', type: 'money', sum: 'net' },
  refund: { title: 'sales:report.refund', type: 'money', sum: 'refund' },
} as const

const margin = {
  cost: { title: 'sales:report.cost', type: 'money', sum: 'cost', needs: seeCosts },
  kept: { title: 'sales:report.kept', type: 'money', sum: 'kept' },
  margin: { title: 'sales:report.margin', type: 'money', difference: ['kept', 'cost'], needs: seeCosts },
  margin_share: { title: 'sales:report.margin_share', type: 'percent', ratio: ['margin', 'kept'], needs: seeCosts },
} as const

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
  sums: { dimensions: ['store', 'currency'], facts: (ctx, { from, to }) => readStoreSumsSql(from, to) },
  dimensions: {
    channel: { title: 'sales:report.channel', column: 'order_id', of: 'order', via: 'source' },
    store: { title: 'sales:report.store', column: 'store_id', of: 'store' },
    method: { title: 'sales:report.method', column: 'order_id', of: 'order', via: 'payment_title' },
    seller: { title: 'sales:report.seller', column: 'order_id', of: 'order', via: 'seller_admin_id' },
    weekday: { title: 'sales:report.weekday', column: 'weekday', messages: 'reports:weekday_', isOrdered: true },
    hour: { title: 'sales:report.hour', column: 'hour', isOrdered: true },
    currency: { title: 'sales:report.currency', column: 'currency' },
    category: { title: 'sales:report.category', column: 'product_id', of: 'product', via: 'categories' },
    brand: { title: 'sales:report.brand', column: 'product_id', of: 'product', via: 'brand_id' },
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

/** Sales by product, stock, category and brand. */
export const productReport: Report = {
  title: 'sales:report.products',
  order: 20,
  needs: 'get product report',
  dated: 'period',
  facts: (ctx, period) => sql`select x.* from (${entriesSql(ctx, period)}) x where x.product_id is not null`,
  sums: { dimensions: ['product', 'stock', 'category', 'brand', 'type'], facts: (ctx, { from, to }) => readProductSumsSql(from, to) },
  dimensions: {
    product: { title: 'sales:report.product', column: 'product_id', of: 'product' },
    stock: { title: 'sales:report.stock', column: 'stock_id', of: 'stock' },
    category: { title: 'sales:report.category', column: 'product_id', of: 'product', via: 'categories' },
    brand: { title: 'sales:report.brand', column: 'product_id', of: 'product', via: 'brand_id' },
    type: { title: 'sales:report.type', column: 'product_id', of: 'product', via: 'type' },
    channel: { title: 'sales:report.channel', column: 'order_id', of: 'order', via: 'source' },
    store: { title: 'sales:report.store', column: 'store_id', of: 'store' },
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

/** SQL: entries with the buyer's visit and segment. */
const customerEntriesSql = (ctx: Ctx, period: Period): Sql => sql`
  select x.*, s.segment, case when x.orders > 0 then x.day end as ordered_on, case when x.paid_at > first.paid_at then 'returning' when x.person_id is not null then 'new' end as visit
    from (${entriesSql(ctx, period)}) x left join (${segmentsSql(period)}) s on s.person_id = x.person_id
    left join (select person_id, min(paid_at) as paid_at from sales_order where person_id is not null group by 1) first on first.person_id = x.person_id`

/** Customers who bought: new and returning, segment, orders, net sales and last order. Sales to people without an e-mail address have no customer. */
export const customerReport: Report = {
  title: 'sales:report.customers',
  order: 30,
  needs: 'get customer report',
  dated: 'period',
  facts: customerEntriesSql,
  dimensions: {
    visit: { title: 'sales:report.visit', column: 'visit', messages: 'sales:report.visit_' },
    segment: { title: 'sales:report.segment', column: 'segment', messages: 'sales:report.segment_' },
    customer: { title: 'sales:report.customer', column: 'customer_id', of: 'customer' },
    group: { title: 'sales:report.group', column: 'customer_id', of: 'customer', via: 'group_id' },
    channel: { title: 'sales:report.channel', column: 'order_id', of: 'order', via: 'source' },
    store: { title: 'sales:report.store', column: 'store_id', of: 'store' },
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
