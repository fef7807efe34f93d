import type { FastifyInstance } from 'fastify'

/** Sums of the ledger, without costs for those who may not see them, without names of groups in other languages, without filters. */
const sums = `sum(case when e.kind = 'sale' then e.orders else 0 end) as orders, sum(e.gross_minor) as gross, sum(e.discount_minor) as discount,
  sum(case when e.kind = 'sale' then e.net_minor else 0 end) as net, sum(case when e.kind = 'refund' then e.net_minor else 0 end) as refund,
  sum(case when e.kind = 'sale' then e.shipping_minor else -e.shipping_minor end) as shipping,
  sum(case when e.kind = 'sale' then e.cost_minor else -e.cost_minor end) as cost`
const inYear = 'e.day between $1::date and $2::date'

/** Sums by a key of orders, in JSON. */
const byKey = (key: string, { joins = '', values = '' } = {}): string => `select json_agg(x) as body from (
  select ${key} as key, ${values} ${sums} from sales_entry e join sales_order o on o.id = e.order_id ${joins}
  where ${inYear} group by grouping sets ((1), ())) x`

const statements: Readonly<Record<string, string>> = {
  'sales by day': `select json_agg(x order by x.day) as body from (select e.day, ${sums} from sales_entry e where ${inYear} group by grouping sets ((1), ())) x`,
  'sales by month,store': `select json_agg(json_build_object('name', s.name->>'en-US', 'sums', x)) as body from (
      select date_trunc('month', e.day)::date as month, o.store_id, ${sums} from sales_entry e join sales_order o on o.id = e.order_id where ${inYear}
      group by grouping sets ((1, 2), ())) x left join store s on s.id = x.store_id`,
  'sales by channel': byKey('o.source'),
  'sales by seller': byKey('o.seller_admin_id'),
  'sales by method': byKey('o.payment_title'),
  'sales by hour': byKey(`extract(hour from o.paid_at at time zone 'Asia/Hong_Kong')`),
  'products by product': `select json_agg(json_build_object('name', p.name->>'en-US', 'sums', x)) as body from (
      select e.product_id, ${sums}, sum(e.quantity) filter (where e.kind = 'sale') as quantity, sum(e.quantity) filter (where e.kind = 'refund') as returned
      from sales_entry e where ${inYear} and e.product_id is not null group by grouping sets ((1), ())) x left join product p on p.id = x.product_id`,
  'products by store': byKey('o.store_id'),
  'customer by visit': `with first as (select person_id, min((paid_at, id)) as id from (select person_id, paid_at, id from sales_order where person_id is not null and paid_at is not null) o group by 1)
    select json_agg(x) as body from (
      select case when o.person_id is null then null when (o.paid_at, o.id) = f.id then 'new' else 'returning' end as visit, count(distinct o.person_id) as customers, ${sums}
      from sales_entry e join sales_order o on o.id = e.order_id left join first f on f.person_id = o.person_id where ${inYear} group by grouping sets ((1), ())) x`,
  'customer by group': byKey('c.group_id', {
    joins: 'left join customer c on c.id = o.customer_id',
    values: 'count(distinct o.person_id) as customers,',
  }),
  'cohorts by month,age': `with first as (select o.person_id, min(e.day) as day from sales_entry e join sales_order o on o.id = e.order_id
      where e.orders > 0 and o.person_id is not null group by 1 having min(e.day) between $1::date and $2::date)
    select json_agg(x) as body from (
      select date_trunc('month', f.day)::date as month, date_trunc('month', e.day)::date as later, count(distinct f.person_id) filter (where e.orders > 0) as customers,
        ${sums} from first f join sales_order o on o.person_id = f.person_id join sales_entry e on e.order_id = o.id group by grouping sets ((1, 2), ())) x`,
  rows: `select json_build_object('totals', (select row_to_json(t) from (select count(*) as n, ${sums} from sales_entry e where ${inYear}) t), 'data', (select json_agg(x) from (
      select e.*, o.order_number, l.name from sales_entry e join sales_order o on o.id = e.order_id left join order_line l on l.id = e.order_line_id
      where ${inYear} order by e.day desc, e.id desc limit 20) x)) as body`,
}

type Send = (name: string, text: string, values: unknown[]) => Promise<unknown>

/** Hand-written reports over the ledger of sales: one statement each. */
export function addReports(app: FastifyInstance, send: Send): void {
  app.get('/admin/report/:report', (r) => {
    const { by, from, to } = r.query as { by: string; from: string; to: string }
    const name = `${(r.params as { report: string }).report} by ${by}`
    return send(name, statements[name] ?? '', [from, to])
  })
  app.get('/admin/report/sales/rows', (r) => {
    const { from, to } = r.query as { from: string; to: string }
    return send('report rows', statements['rows'] ?? '', [from, to])
  })
}
