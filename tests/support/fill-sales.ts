import pg from 'pg'

const LINES_OF_ORDER = 4

/**
 * Fills a migrated database with paid orders of a year, of three stores and none, of twelve sellers and none, by four payment methods, in three
 * currencies, with refunds of one in twenty some days later. Buyers belong to three groups and none. Every order has four lines. Some orders are
 * paid in the first and the last second of a month in Hong Kong. The trigger of the ledger posts the sales.
 * @returns the first and the last day with a sale, `2025-01-01`
 */
export async function fillSales(url: string, { orders, until }: { orders: number; until: string }): Promise<{ from: string; to: string }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(GOODS)
    await client.query(PEOPLE, [Math.max(1, Math.floor(orders / 4))])
    for (let from = 1; from <= orders; from += 10_000) await client.query(ORDERS, [orders, until, from, Math.min(orders, from + 9_999)])
    await client.query(`select setval('sales_order_id_seq', max(id)) from sales_order`)
    await client.query(REFUNDS)
    await client.query('vacuum analyze')
    const { rows } = await client.query<{ from: string; to: string }>(
      `select to_char(min(day), 'YYYY-MM-DD') as from, to_char(max(day), 'YYYY-MM-DD') as to from sales_entry where kind = 'sale'`,
    )
    const [span] = rows
    if (!span) throw new Error('no sales were filled in')
    return span
  } finally {
    await client.end()
  }
}

const GOODS = `
  insert into store (code, name) select 'fill-' || n, jsonb_build_object('en-US', 'Store ' || n) from generate_series(1, 3) n;
  with seller as (insert into role (name, permission_list) values ('Fill seller', '{}') returning id)
    insert into account (email, name, role_id) select 'seller' || n || '@fill.example', 'Seller ' || n, seller.id from generate_series(1, 12) n, seller;
  insert into customer_group (name) select 'Fill ' || n from generate_series(1, 3) n;
  insert into brand (title, url) select jsonb_build_object('en-US', 'Brand ' || n), 'fill-brand-' || n from generate_series(1, 12) n;
  insert into category (title, url) select jsonb_build_object('en-US', 'Category ' || n), 'fill-category-' || n from generate_series(1, 20) n;
  insert into product (sku, name, url, brand_id)
    select 'FILL' || n, jsonb_build_object('en-US', 'Filled product ' || n), 'fill-product-' || n, (select id from brand where url = 'fill-brand-' || (1 + n % 12))
    from generate_series(1, 300) n;
  insert into product_category (product_id, category_id)
    select p.id, c.id from product p join category c on c.url = 'fill-category-' || (1 + p.id % 20) where p.sku like 'FILL%';
  insert into stock (product_id, sku, price_minor, cost_minor) select id, sku || '-1', 1000 + (id % 97) * 130, 400 + (id % 97) * 60
    from product where sku like 'FILL%'`

const PEOPLE = `
  with people as (
    insert into person (email, first_name) select 'filled' || n || '@fill.example', 'Filled ' || n from generate_series(1, $1::int) n returning id, email, first_name
  ) insert into customer (person_id, email, first_name, group_id)
    select id, email, first_name, (select g.id from customer_group g where g.name = 'Fill ' || people.id % 4) from people`

/** Orders number $3 to $4 of $1, evenly over the year before the day $2. The lines are inserted first, because their order is checked later. */
const ORDERS = `
  with place as (
    select n, (array[null, 'fill-1', 'fill-2', 'fill-3'])[1 + n % 4] as store,
      (array['HKD', 'HKD', 'HKD', 'USD', 'JPY'])[1 + n % 5] as currency, (array[1, 1, 1, 0.1282, 19.37])[1 + n % 5]::numeric as rate,
      (array['Card', 'Cash', 'Octopus', 'Bank transfer'])[1 + n / 3 % 4] as method, case when n % 4 > 0 then 'seller' || (1 + n / 7 % 12) || '@fill.example' end as seller,
      case when n % 50 = 0 then date_trunc('month', at) at time zone 'Asia/Hong_Kong'
        when n % 50 = 1 then (date_trunc('month', at) + interval '1 month' - interval '1 microsecond') at time zone 'Asia/Hong_Kong'
        else at at time zone 'Asia/Hong_Kong' end as paid_at
    from generate_series($3::int, $4::int) n,
      lateral (select ($2::date - 365)::timestamp + (n::float8 - 1) / $1::int * interval '365 days' as at) moment
  ), line as (
    select p.n, g.k, s.id as stock_id, s.product_id, s.sku, 1 + (p.n + g.k) % 3 as quantity, s.cost_minor,
      case p.currency when 'JPY' then round(s.price_minor * p.rate / 100) * 100 else round(s.price_minor * p.rate) end::bigint as unit
    from place p cross join generate_series(1, ${LINES_OF_ORDER}) g(k)
    join (select id, product_id, sku, cost_minor, price_minor, row_number() over (order by id) - 1 as place from stock where sku like 'FILL%') s
      on s.place = (p.n * 7 + g.k * 31) % 300
  ), priced as (
    select *, unit * quantity as gross, case when n % 3 = 0 then unit * quantity / 1000 * 100 else 0 end as discount from line
  ), placed as (
    insert into sales_order (id, order_number, customer_id, person_id, email, language, currency, exchange_rate, subtotal_minor, discount_minor,
      shipping_minor, total_minor, base_total_minor, paid_minor, status, paid_at, placed_at, store_id, source, payment_title, seller_admin_id)
    overriding system value
    select 1000000 + p.n, 'F' || p.n, c.id, c.person_id, coalesce(c.email, 'guest@fill.example'), 'en-US', p.currency, p.rate, sum(l.gross), sum(l.discount),
      s.shipping, sum(l.gross - l.discount) + s.shipping, round((sum(l.gross - l.discount) + s.shipping) / p.rate), sum(l.gross - l.discount) + s.shipping,
      'completed', p.paid_at, p.paid_at, st.id, case when p.store is null then 'web' else 'pos' end,
      p.method, a.id
    from place p join priced l using (n) left join store st on st.code = p.store left join account a on a.email = p.seller
    left join customer c on c.email = 'filled' || (1 + (p.n * 13) % greatest(1, $1::int / 4)) || '@fill.example' and p.n % 6 > 0
    cross join lateral (select case when p.n % 2 = 0 then 0 when p.currency = 'JPY' then 58100 else round(3000 * p.rate) end::bigint as shipping) s
    group by p.n, p.currency, p.rate, p.paid_at, p.store, p.method, st.id, a.id, c.id, c.person_id, c.email, s.shipping
    returning id
  )
  insert into order_line (order_id, product_id, kind, subject_id, product_type, sku, name, quantity, unit_minor, list_unit_minor, total_minor, discount_minor, cost_minor)
  select 1000000 + n, product_id, 'stock', stock_id, 'product', sku, sku, quantity, unit, unit, gross - discount, discount, cost_minor from priced
  where 1000000 + n in (select id from placed)`

/** One unit of the first line of every twentieth order, and its shipping, go back 1 to 40 days later. */
const REFUNDS = `
  with part as (
    select o.id as order_id, o.currency, o.exchange_rate, o.shipping_minor, l.id as line_id, l.product_id, l.stock_id, l.total_minor / l.quantity as amount,
      l.cost_minor, (o.paid_at at time zone 'Asia/Hong_Kong')::date + 1 + (o.id % 40)::int as day
    from sales_order o join lateral (select * from order_line l where l.order_id = o.id order by l.id limit 1) l on true
    where o.order_number like 'F%' and o.id % 20 = 0
  ), refunded as (
    insert into refund (number, order_id, amount_minor, shipping_minor, currency, status, created_at)
    select 'FR' || order_id, order_id, amount + shipping_minor, shipping_minor, currency, 'completed', day + interval '12 hours' from part returning id, order_id
  ), lined as (
    insert into refund_line (refund_id, order_line_id, quantity, amount_minor) select r.id, p.line_id, 1, p.amount from refunded r join part p using (order_id)
  ), posted as (
    insert into sales_entry (day, kind, order_id, order_line_id, product_id, stock_id, refund_id, quantity, net_minor, shipping_minor, cost_minor, currency, amount_minor)
    select p.day, 'refund', p.order_id, p.line_id, p.product_id, p.stock_id, r.id, 1, round(p.amount / p.exchange_rate), 0, p.cost_minor, p.currency, p.amount
      from refunded r join part p using (order_id)
    union all
    select p.day, 'refund', p.order_id, null, null, null, r.id, 0, 0, round(p.shipping_minor / p.exchange_rate), null, p.currency, p.shipping_minor
      from refunded r join part p using (order_id) where p.shipping_minor > 0
  )
  update sales_order o set refunded_minor = p.amount + p.shipping_minor from part p where p.order_id = o.id`
