import { randomBytes } from 'node:crypto'
import fastify from 'fastify'
import pg from 'pg'
import { addReports } from './baseline-reports.ts'
import { addTasks } from './baseline-tasks.ts'

/**
 * The baseline: bare Fastify and pg, one hand-written statement for each operation, JSON built by PostgreSQL, named prepared statements,
 * no permissions, no validation, one language only.
 */
pg.types.setTypeParser(20, Number)
const connectionString = process.env.DATABASE_URL
const pool = new pg.Pool({ connectionString, max: 12 })
/** A cart may be lost in a power failure, so its commit does not wait for the disk. The product does the same. */
const cartPool = new pg.Pool({ connectionString, max: 12, options: '-c synchronous_commit=off' })
// A job row for later work; no worker processes it.
await pool.query(
  'create table if not exists bench_job (id bigint generated always as identity primary key, name text not null, about bigint)',
)
const app = fastify()

const price = 'least(s.price_minor, coalesce(s.special_price_minor, s.price_minor))'
const card = `json_build_object('id', p.id, 'name', p.name->>'en-US', 'url', p.url, 'type', p.type, 'is_new', p.is_new, 'is_featured', p.is_featured, 'is_hot', p.is_hot,
  'image', (select m.path from product_image m where m.product_id = p.id order by m."order", m.id limit 1), 'brand', (select b.title->>'en-US' from brand b where b.id = p.brand_id),
  'from', x.lowest_minor, 'to', x.highest_minor, 'in_stock', x.in_stock)`
const visibleCondition = 'p.visibled and p.deleted_at is null'

const page = (found: string) => `select json_build_object('data', (select json_agg(y.c) from (select ${card} as c from (${found}) f
  join product p on p.id = f.id join product_shelf x on x.product_id = f.id order by f.place) y)) as body`
const list = page(
  'select product_id as id, -product_id as place from product_shelf where shown order by product_id desc limit 20 offset $1',
)
const byPrice = page(
  'select product_id as id, row_number() over (order by lowest_minor, product_id) as place from product_shelf where shown order by lowest_minor, product_id limit 20 offset $1',
)
const search =
  page(`select s.product_id as id, -s.product_id as place from product_search s join product_shelf x on x.product_id = s.product_id
  where x.shown and s.name_pairs @> $1::text[] and s.name_text like all($2::text[]) order by s.product_id desc limit 20`)
const ofCategory = `from product_category l join category c on c.id = l.category_id join product_shelf x on x.product_id = l.product_id where c.url = $1 and x.shown`
const category = page(`select l.product_id as id, -l.product_id as place ${ofCategory} order by l.product_id desc limit 20`)
const narrowed = page(
  `select l.product_id as id, -l.product_id as place ${ofCategory} and x.facets && $2::text[] order by l.product_id desc limit 20`,
)
const facets = `with m as materialized (select x.brand_id, x.facets, x.facets && $2::text[] as fits ${ofCategory})
  select json_build_object('brand', (select json_object_agg(b, n) from (select brand_id as b, count(*) as n from m where fits group by 1) y),
    'taste', (select json_object_agg(f, n) from (select f, count(*) as n from m, unnest(facets) f group by 1) y)) as body`
const detail = `select json_build_object('id', p.id, 'sku', p.sku, 'name', p.name->>'en-US', 'url', p.url, 'type', p.type, 'description', p.description->>'en-US', 'updated_at', p.updated_at,
  'brand', (select json_build_object('title', b.title->>'en-US', 'url', b.url) from brand b where b.id = p.brand_id),
  'images', (select json_agg(json_build_object('path', m.path, 'alt', m.alt->>'en-US') order by m."order", m.id) from product_image m where m.product_id = p.id),
  'options', (select json_agg(json_build_object('key', o.key, 'label', o.label->>'en-US', 'values', (select json_agg(json_build_object('code', v.code, 'label', v.label->>'en-US') order by v."order", v.id)
    from option_value v where v.product_option_id = o.id))) from product_option o where o.product_id = p.id),
  'stocks', (select json_agg(json_build_object('id', s.id, 'sku', s.sku, 'price', s.price_minor, 'special', s.special_price_minor, 'values', s.values,
    'available', (select sum(i.quantity - i.reserved) from inventory i join warehouse w on w.id = i.warehouse_id where i.stock_id = s.id and w.enabled)) order by s."order", s.id) from stock s where s.product_id = p.id and s.visibled)) as body
  from product p where p.url = $1 and ${visibleCondition}`
const add = `with c as (insert into cart (public_id) values ($1) returning id, public_id), i as (insert into cart_item (cart_id, subject_id, quantity) select c.id, s.id, $3::int from c, stock s
  where s.id = $2 and s.visibled and (select sum(v.quantity - v.reserved) from inventory v where v.stock_id = s.id) >= $3::int returning id, stock_id, quantity)
  select json_build_object('cart_id', c.public_id, 'items', json_build_array(json_build_object('id', i.id, 'quantity', i.quantity, 'name', p.name->>'en-US', 'url', p.url, 'price', s.price_minor,
    'image', (select m.path from product_image m where m.product_id = p.id limit 1)))) as body from c, i join stock s on s.id = i.stock_id join product p on p.id = s.product_id`

const title = `coalesce(nullif(t.title->>'en-US', ''), nullif(t.title->>'zh-HK', ''), nullif(t.title->>'zh-CN', ''))`
const pages = `select json_build_object('data', (select json_agg(x.c) from
  (select json_build_object('id', t.id, 'title', ${title}, 'url', t.url, 'enabled', t.enabled, 'version', t.version, 'created_at', t.created_at, 'updated_at', t.updated_at) as c
  from page t where t.enabled order by ${title}, t.id limit $1) x)) as body`

const counts: Record<string, string> = {
  pages: `select count(*)::int as n from page where enabled`,
  list: `select count(*)::int as n from (select 1 from product_shelf where shown limit 10001) c`,
  search: `select count(*)::int as n from (select 1 from product_search s join product_shelf x on x.product_id = s.product_id
    where x.shown and s.name_pairs @> $1::text[] and s.name_text like all($2::text[]) limit 10001) c`,
  category: `select count(*)::int as n ${ofCategory}`,
  narrowed: `select count(*)::int as n ${ofCategory} and x.facets && $2::text[]`,
}

// Totals are cached for 30 seconds, as a simple implementation would do.
const totals = new Map<string, { n: number; until: number }>()
async function getTotal(name: string, values: unknown[] = []): Promise<number> {
  const key = name + JSON.stringify(values)
  const cached = totals.get(key)
  if (cached && cached.until > Date.now()) return cached.n
  const { rows } = await pool.query<{ n: number }>({ name: `${name} count`, text: counts[name] ?? '', values })
  totals.set(key, { n: rows[0]?.n ?? 0, until: Date.now() + 30_000 })
  return rows[0]?.n ?? 0
}

const listing = async (name: string, text: string, values: unknown[] = [], counted = name, countValues: unknown[] = values) => {
  const [body, total] = await Promise.all([send(name, text, values), getTotal(counted, countValues)])
  return { ...(body as object), total }
}

const send = async (name: string, text: string, values: unknown[] = [], through = pool) =>
  (await through.query<{ body: unknown }>({ name, text, values })).rows[0]?.body

app.get('/admin/page', async (r) => {
  const [body, total] = await Promise.all([send('pages', pages, [(r.query as { limit: string }).limit]), getTotal('pages')])
  return { ...(body as object), total }
})
app.get('/product', (r) => {
  const { page: number = 1, sort } = r.query as { page?: number; sort?: string }
  return listing(sort ?? 'list', sort ? byPrice : list, [(number - 1) * 20], 'list', [])
})

const board = `select json_build_object('stages', (select json_agg(json_build_object('id', s.id, 'title', s.title->>'en-US', 'kind', s.kind, 'count', l.n, 'amount', l.sum) order by s."order")
  from crm_stage s left join (select stage_id, count(*) as n, sum(amount_minor) as sum from crm_lead where funnel_id = $1 and status <> 'abnormal' group by 1) l on l.stage_id = s.id
  where s.funnel_id = $1)) as body`
const cards = `select json_build_object('data', (select json_agg(c) from (select l.id, l.title, l.number, l.amount_minor, l.status, l.stage_id, l.stage_since, l.version, c.phone_norm
  from crm_lead l left join crm_contact c on c.id = l.contact_id where l.stage_id = $1 and l.status <> 'abnormal' order by l.position desc, l.id desc limit 20) c)) as body`
const carry = `with was as (select id, stage_id, stage_since from crm_lead where id = $1 for update), moved as (update crm_lead l set stage_id = $2, status = 'process', version = version + 1,
    stage_since = now(), position = (select coalesce(max(position), 0) + 1 from crm_lead where stage_id = $2) from was where l.id = was.id returning l.id, l.version),
  stepped as (insert into crm_stage_move (lead_id, from_stage_id, to_stage_id, to_kind, to_title, moved_by, moved_at, seconds_in_from)
    select was.id, was.stage_id, s.id, s.kind, s.title, 'Reader', now(), greatest(0, extract(epoch from now() - was.stage_since)) from was, crm_stage s where s.id = $2)
  select json_build_object('id', id, 'version', version) as body from moved`
const members = `select json_build_object('count', (select count(*) from crm_contact where merged_into_id is null and source = $1
  and (name ilike $2 or company ilike $2 or email ilike $2 or phone ilike $2))) as body`

app.get('/admin/funnel/:id/board', (r) => send('board', board, [(r.params as { id: string }).id]))
app.get('/admin/lead', (r) => send('cards', cards, [(r.query as { stage_id: string }).stage_id]))
app.post('/admin/lead/:id', (r) => send('carry', carry, [(r.params as { id: string }).id, (r.body as { stage_id: number }).stage_id]))
app.post('/admin/group/count', (r) => {
  const { filter } = r.body as { filter: { source: string; q: string } }
  return send('members', members, [filter.source, `%${filter.q}%`])
})

const counted = new Map<string, { body: unknown; until: number }>()
app.post('/category', async (r) => {
  const { url, taste } = r.body as { url: string; taste?: string }
  if (!taste) return listing('category', category, [url])
  const values = [url, [`taste:${taste}`]]
  const cached = counted.get(url)
  const body = cached && cached.until > Date.now() ? cached.body : await send('facets', facets, values)
  if (body !== cached?.body) counted.set(url, { body, until: Date.now() + 60_000 })
  return { ...(await listing('narrowed', narrowed, values)), facets: body }
})
app.post('/product', (r) => send('detail', detail, [(r.body as { url: string }).url]))
app.post('/product/search', (r) => {
  // The index contains simplified characters. A hand-written version would store the search text in that form.
  const words = (r.body as { keyword: string }).keyword.replace('綠', '绿').split(' ')
  const pairs = words.flatMap((word) => [...word].slice(0, -1).map((c, i) => c + word[i + 1]))
  return listing('search', search, [pairs, words.map((word) => `%${word}%`)])
})
app.post('/cart/item', (r) => {
  const { stock_id, quantity } = r.body as { stock_id: number; quantity: number }
  return send('add', add, [randomBytes(16).toString('hex'), stock_id, quantity], cartPool)
})

// Hand-written pages: the rows of one statement between HTML tags.
interface ListedProduct {
  name: string
  url: string
  image: string | null
  from: number
}
const tile = (p: ListedProduct) =>
  `<li><a href="/product/${p.url}"><img src="/api/file/${p.image}" alt=""><h3>${p.name}</h3><p>HK$ ${(p.from / 100).toFixed(2)}</p></a></li>`
const html = (title: string, rest: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1>${rest}</body></html>`
const tiles = async (name: string, text: string, values: unknown[]) =>
  ((await send(name, text, values)) as { data: ListedProduct[] | null }).data?.map(tile).join('') ?? ''

app.get('/', async (_, reply) => reply.type('text/html').send(html('Home', await tiles('list', list, [0]))))
app.get('/category/:url', async (r, reply) => {
  const { url } = r.params as { url: string }
  return reply.type('text/html').send(html(url, await tiles('category', category, [url])))
})
app.get('/product/:url', async (r, reply) => {
  const { url } = r.params as { url: string }
  const p = (await send('detail', detail, [url])) as { name: string; description: string; stocks: { sku: string; price: number }[] }
  return reply
    .type('text/html')
    .send(html(p.name, `${p.description}<ul>${p.stocks.map((s) => `<li>${s.sku}: ${(s.price / 100).toFixed(2)}</li>`).join('')}</ul>`))
})

const order = `
  with c as (select id from cart where public_id = $1 and status = 'pending' for update),
    l as (select i.id, i.stock_id, i.quantity, s.sku, p.name->>'en-US' as name, ${price} as pay, p.id as product_id
      from c join cart_item i on i.cart_id = c.id join stock s on s.id = i.stock_id join product p on p.id = s.product_id),
    t as (select sum(pay * quantity)::bigint as total from l having count(*) > 0),
    buyer as (insert into person (email, first_name, last_name) values ($2, $3, $4) on conflict (email) do update set updated_at = now() returning id),
    o as (insert into sales_order (order_number, cart_id, person_id, email, language, currency, subtotal_minor, shipping_minor, total_minor, base_total_minor,
        status, shipping_method_id, shipping_title, payment_title, shipping_address)
      select 'B' || nextval('order_number_seq'), c.id, buyer.id, $2, 'en-US', 'HKD', total, 4000, total + 4000, total + 4000, 'pending', 1, 'Courier', 'Bank', $5::jsonb
      from c, t, buyer returning id, cart_id, order_number, total_minor),
    closed as (update cart set status = 'completed', order_id = o.id from o where cart.id = o.cart_id),
    noted as (insert into status_history (document_type, document_id, to_status, actor_kind) select 'order', id, 'pending', 'guest' from o),
    owed as (insert into payment (document_type, document_id, payment_method_id, reference, amount_minor, currency) select 'order', id, 1, order_number, total_minor, 'HKD' from o),
    sold as (insert into order_line (order_id, product_id, subject_id, product_type, sku, name, quantity, unit_minor, list_unit_minor, total_minor)
      select o.id, l.product_id, l.stock_id, 'general', l.sku, l.name, l.quantity, l.pay, l.pay, l.pay * l.quantity from o, l),
    held as (update inventory i set reserved = i.reserved + l.quantity from l, o
      where i.id = (select v.id from inventory v where v.stock_id = l.stock_id and v.quantity - v.reserved >= l.quantity order by v.id limit 1)
        and i.quantity - i.reserved >= l.quantity returning i.id, i.stock_id, l.quantity, o.id as order_id),
    promised as (insert into reservation (inventory_id, stock_id, document_type, document_id, quantity) select id, stock_id, 'order', order_id, quantity from held returning 1),
    job as (insert into bench_job (name, about) select 'mail', id from o)
  select json_build_object('order_number', order_number, 'total', total_minor, 'held', (select count(*) from promised)) as body from o`

/** The same checkout, hand-written: the minimum of rows for an order with reserved inventory. */
app.post('/checkout', (request) => {
  const { cart_id, guest, shipping_address } = request.body as {
    cart_id: string
    guest: { email: string; first_name: string; last_name: string }
    shipping_address: object
  }
  return send('order', order, [cart_id, guest.email, guest.first_name, guest.last_name, JSON.stringify(shipping_address)])
})

const ticket = `
  with l as (select x.subject_id as stock_id, x.quantity, s.sku, p.name->>'en-US' as name, ${price} as pay, p.id as product_id
      from jsonb_to_recordset($1::jsonb) as x(subject_id bigint, quantity int) join stock s on s.id = x.subject_id join product p on p.id = s.product_id),
    t as (select sum(pay * quantity)::bigint as total from l),
    o as (insert into sales_order (order_number, email, language, currency, subtotal_minor, total_minor, base_total_minor, paid_minor, status, source, payment_title, placed_at, paid_at, completed_at)
      select 'K' || nextval('order_number_seq'), '', 'en-US', 'HKD', total, total, total, total, 'completed', 'pos', 'Cash', now(), now(), now() from t returning id, order_number, total_minor),
    k as (insert into pos_ticket (client_uuid, fingerprint, number, store_id, session_id, written_in, device, place, order_id, order_number, total_minor)
      select $2::uuid, '', 'K1-' || s.id || '-' || $4::int, 1, s.id, s.id, $3, $4::int, o.id, o.order_number, o.total_minor from o, pos_session s
      where s.id = $5::bigint and s.status = 'processing' for share of s returning id, order_id, total_minor),
    noted as (insert into status_history (document_type, document_id, to_status, actor_kind) select 'order', id, 'completed', 'admin' from o),
    paid as (insert into payment (document_type, document_id, payment_method_id, reference, amount_minor, currency, status)
      select 'order', id, (select id from payment_method where code = 'cash'), order_number, total_minor, 'HKD', 'paid' from o returning id, amount_minor),
    entered as (insert into payment_transaction (payment_id, kind, amount_minor, currency, provider_txn_id, actor) select id, 'capture', amount_minor, 'HKD', 'c' || id, 'Reader' from paid),
    sold as (insert into order_line (order_id, product_id, subject_id, product_type, sku, name, quantity, shipped_quantity, unit_minor, list_unit_minor, total_minor)
      select o.id, l.product_id, l.stock_id, 'general', l.sku, l.name, l.quantity, l.quantity, l.pay, l.pay, l.pay * l.quantity from o, l),
    money as (insert into pos_payment (ticket_id, method, amount_minor) select id, 'cash', total_minor from k),
    drawer as (insert into pos_cash (session_id, ticket_id, client_uuid, kind, amount_minor) select $5::bigint, id, $2::uuid, 'sale', total_minor from k),
    found as materialized (select id, stock_id from inventory where stock_id in (select stock_id from l) order by id for update),
    booked as (update inventory i set quantity = i.quantity - l.quantity from l, found f where f.id = i.id and l.stock_id = f.stock_id
      returning i.id, i.stock_id, i.warehouse_id, i.quantity, l.quantity as n),
    moved as (insert into inventory_movement (inventory_id, stock_id, warehouse_id, type, quantity, balance_after, document_type, document_id)
      select b.id, b.stock_id, b.warehouse_id, 'sale', -b.n, b.quantity, 'order', o.id from booked b, o),
    job as (insert into bench_job (name, about) select 'mail', id from o)
  select json_build_object('id', k.id, 'order_number', o.order_number, 'total', o.total_minor) as body from o, k`

/** The same POS ticket, hand-written: the minimum of rows for a sale. */
app.post('/admin/store/1/ticket', (request) => {
  const b = request.body as { client_uuid: string; session_id: number; device: string; place: number; lines: object[] }
  return send('ticket', ticket, [JSON.stringify(b.lines), b.client_uuid, b.device, b.place, b.session_id])
})

const times = `select json_build_object('dates', (select json_object_agg(x.day, x.times) from (select (s.starts_at at time zone 'Asia/Hong_Kong')::date as day,
    json_agg(json_build_object('starts_at', s.starts_at, 'ends_at', s.ends_at, 'available', s.capacity - s.taken) order by s.starts_at) as times
  from booking_session s join event e on e.id = s.event_id where e.url = $1 and s.taken < s.capacity
    and s.starts_at >= make_date($2, $3, 1) and s.starts_at < make_date($2, $3, 1) + interval '1 month' group by 1) x)) as body`
app.post('/event/times', async (request) => {
  const { url, year, month } = request.body as { url: string; year: number; month: number }
  return (await pool.query({ name: 'times', text: times, values: [url, year, month] })).rows[0].body
})

/** The same check-in scan, hand-written: the minimum of rows for an admission. */
app.post('/admin/booking/scan', async (request) => {
  const { device, nonce, code } = request.body as { device: string; nonce: string; code: string }
  const { rows } = await pool.query(
    `with d as (select id from booking_device where uuid = $1),
        s as (update booking_seat set status = 'present', checked_at = now(), device_id = d.id from d where short = $3 and status <> 'present' returning booking_id, booking_seat.id),
        b as (update booking set status = 'present', updated_at = now() from s where booking.id = s.booking_id returning booking.id, number, first_name, last_name),
        h as (insert into status_history (document_type, document_id, to_status, actor_kind) select 'booking', id, 'present', 'admin' from b),
        c as (insert into booking_checkin (device_id, nonce, booking_id, seat_id, result, at) select d.id, $2, s.booking_id, s.id, 'ok', now() from d left join s on true returning id)
     select c.id, b.* from c left join b on true`,
    [device, nonce, code],
  )
  return rows[0]
})

const booking = `
  with guest as (insert into person (email, first_name, last_name) values ($4, $5, $6) on conflict (email) do update set updated_at = now() returning id),
    s as (update booking_session set taken = taken + 1 where event_id = $1 and starts_at = ($2::date + $3::time) at time zone 'Asia/Hong_Kong' and taken < capacity
      returning id, event_id, starts_at, ends_at),
    made as (insert into booking (number, event_id, session_id, starts_at, ends_at, zone, quantity, status, person_id, email, first_name, last_name, language, price_minor, hold_key, asked_at)
      select 'B' || nextval('booking_number_seq'), event_id, s.id, starts_at, ends_at, 'Asia/Hong_Kong', 1, 'approved', guest.id, $4, $5, $6, 'en-US', 0, (random() * 1e14)::bigint, now()
      from s, guest returning id, number),
    noted as (insert into status_history (document_type, document_id, to_status, actor_kind) select 'booking', id, 'approved', 'guest' from made),
    job as (insert into bench_job (name, about) select 'mail', id from made)
  select json_build_object('number', number) as body from made`

/** The same booking, hand-written: the minimum of rows to reserve a place. */
app.post('/event/booking', (request) => {
  const b = request.body as { event_id: number; date: string; time: string; email: string; first_name: string; last_name: string }
  return send('booking', booking, [b.event_id, b.date, b.time, b.email, b.first_name, b.last_name])
})

const roster = `
  with e as (select id, name, staff_no, row_number() over (order by name, id) as n from hr_employee
      where enabled and join_date <= $1::date + 6 and (last_day is null or last_day >= $1::date)),
    d as (select $1::date + g as date from generate_series(0, 6) g),
    away as (select t.employee_id, x.key::date as date from hr_leave t, jsonb_each_text(t.days_detail) x
      where t.status = 'approved' and t.start_date <= $1::date + 6 and t.end_date >= $1::date),
    a as materialized (select a.employee_id, d.date, s.id, a.status = 'published' as published, away.date is not null as free,
        s.end_min - s.start_min - s.break_minutes as minutes
      from hr_shift_assignment a join hr_shift s on s.id = a.shift_id
      join d on d.date >= a.start_date and (a.end_date is null or d.date <= a.end_date) and extract(isodow from d.date) = any(a.weekdays)
      left join away on away.employee_id = a.employee_id and away.date = d.date where a.status <> 'canceled'),
    cells as (select e.n, e.id, e.name, e.staff_no, d.date, min(away.date) is not null as free,
        json_agg(json_build_object('shift_id', a.id, 'published', a.published)) filter (where a.id is not null) as shifts
      from e cross join d left join a on a.employee_id = e.id and a.date = d.date left join away on away.employee_id = e.id and away.date = d.date
      where e.n > ($2::int - 1) * 50 and e.n <= $2::int * 50 group by e.n, e.id, e.name, e.staff_no, d.date)
  select json_build_object('total', (select count(*) from e),
    'days', (select json_agg(x) from (select date, sum(minutes) as minutes, count(distinct employee_id) as people from a where not free group by 1 order by 1) x),
    'shifts', (select json_agg(x) from (select id, date, count(*) as n from a where not free group by 1, 2 order by 1, 2) x),
    'rows', (select json_agg(x order by x.n) from (select n, id, name, staff_no, json_agg(json_build_object('date', date, 'shifts', shifts, 'away', free) order by date) as cells
      from cells group by 1, 2, 3, 4) x)) as body`
app.get('/admin/hr_shift_assignment/roster', (r) => {
  const { week, page: number } = r.query as { week: string; page: string }
  return send('roster', roster, [week, Number(number)])
})

addReports(app, send)
addTasks(app, send)

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.stdout.write('ready\n')
