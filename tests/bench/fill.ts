import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { createToken, hashToken } from '../../core/access/token.ts'
import type { OpenCounter } from './load.ts'

/** Listing triggers are disabled during the bulk insert; the index is built for all rows afterwards. */
const quietly = 'set session_replication_role = replica'

/** Builds what the triggers would have maintained, over several connections. */
async function shelve(url: string, products: number): Promise<void> {
  const stretch = 5_000
  let next = 1
  await Promise.all(
    [1, 2].map(async () => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      for (let from = next; from <= products; from = next) {
        next += stretch
        await client.query(
          'select stoa_shelve(ids), stoa_index(ids) from (select array(select id from product where id between $1 and $2) as ids) x',
          [from, from + stretch - 1],
        )
      }
      await client.end()
    }),
  )
}

/**
 * Fills a migrated database with a catalogue of `products` × 3 variants in 50 categories, with inventory, payment methods and shipping
 * methods.
 */
export async function fill(url: string, products: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(quietly)
  await client.query(`
    insert into attribute (key, label, position) values ('taste', '{"en-US": "Taste", "zh-HK": "味道"}', '{category,search}');
    insert into attribute_value (attribute_id, code, label) select 1, v, jsonb_build_object('en-US', v) from unnest('{sweet,bitter,floral,nutty,roasted}'::text[]) v;
    insert into warehouse (code, name) values ('main', 'Main');
    insert into payment_method (code, title, instructions) values ('bank', '{"en-US": "Bank transfer"}', '{"en-US": "<p>Pay to 123</p>"}');
    insert into shipping_method (code, title, price_minor) values ('courier', '{"en-US": "Courier"}', 4000);
    -- The same few people buy over and over.
    insert into setting (name, value) values ('order', '{"unpaid_per_buyer": 0, "unpaid_units_per_buyer": 0}') on conflict (name) do update set value = excluded.value;
    insert into brand (title, url) select jsonb_build_object('en-US', 'Brand ' || n, 'zh-HK', '品牌' || n), 'brand-' || n from generate_series(1, 20) n;
    insert into category (title, url, "order") select jsonb_build_object('en-US', 'Category ' || n, 'zh-HK', '分類' || n), 'category-' || n, n from generate_series(1, 50) n;
  `)
  await client.query(`
    insert into product (sku, name, url, description, brand_id, is_featured)
    select 'P' || n, jsonb_build_object('en-US', (array['Green', 'Black', 'White', 'Roasted', 'Wild'])[n % 5 + 1] || ' ' || (array['tea', 'teapot', 'cup', 'tray', 'tin', 'kettle', 'scoop'])[n % 7 + 1] || ' ' || n,
        'zh-HK', (array['綠', '黑', '白', '炭焙', '野生'])[n % 5 + 1] || (array['茶葉', '茶壺', '茶杯', '茶盤', '茶罐', '水壺', '茶匙'])[n % 7 + 1] || n),
      'product-' || n, jsonb_build_object('en-US', '<p>' || repeat('A quiet cup for long afternoons. ', 12) || '</p>'), n % 20 + 1, n % 50 = 0
    from generate_series(1, ${products}) n`)
  await client.query('insert into product_category (product_id, category_id) select id, id % 50 + 1 from product')
  await client.query('insert into product_attribute (product_id, attribute_id) select id, 1 from product')
  await client.query(
    'insert into product_attribute_value (product_attribute_id, attribute_value_id) select id, (product_id / 50) % 5 + 1 from product_attribute',
  )
  await client.query(
    `insert into product_image (product_id, path) select id, 'img/00/' || lpad(to_hex(id), 24, '0') || '.webp' from product`,
  )
  await client.query(
    `insert into product_option (product_id, key, label) select id, 'size', '{"en-US": "Size", "zh-HK": "尺寸"}' from product`,
  )
  await client.query(`insert into option_value (product_option_id, code, label, "order") select o.id, v.code, v.label, v.n
    from product_option o, (values ('s', '{"en-US": "Small"}'::jsonb, 0), ('m', '{"en-US": "Medium"}', 1), ('l', '{"en-US": "Large"}', 2)) v(code, label, n)`)
  await client.query(`insert into stock (product_id, sku, values, price_minor, special_price_minor, "order")
    select p.id, p.sku || '-' || v.code, jsonb_build_object('size', v.code), 5000 + (p.id % 200) * 100 + v.n * 1000, case when p.id % 4 = 0 then 4500 end, v.n
    from product p, (values ('s', 0), ('m', 1), ('l', 2)) v(code, n)`)
  await client.query(`insert into inventory (stock_id, warehouse_id, quantity) select id, 1, 1000000 from stock`)
  await client.query(
    `insert into inventory_movement (inventory_id, stock_id, warehouse_id, type, quantity, balance_after) select id, stock_id, warehouse_id, 'plus', quantity, quantity from inventory`,
  )
  // New tables have no statistics yet; without them the next step would use sequential scans.
  await client.query('analyze')
  await shelve(url, products)
  await client.query('vacuum analyze')
  await client.end()
}

/**
 * Fills a migrated database with pages in three languages.
 * @returns the token of a member of staff who can see them
 */
export async function fillPages(url: string, pages: number): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`insert into page (title, url, enabled, content)
    select jsonb_build_object('en-US', 'Page ' || md5(n::text), 'zh-HK', '頁面' || n), 'page-' || n, n % 5 > 0,
      jsonb_build_object('en-US', repeat('A quiet cup for long afternoons. ', 20)) from generate_series(1, ${pages}) n`)
  const token = await staff(client, ['get page'])
  await client.query('vacuum analyze')
  await client.end()
  return token
}

/**
 * Creates a member of staff with these permissions.
 * @returns the token of their session
 */
export async function staff(client: pg.Client, rights: readonly string[]): Promise<string> {
  const token = createToken()
  await client.query(`insert into role (name, permission_list) values ('Reader', $1)`, [rights])
  await client.query(`insert into account (name, email, role_id) select 'Reader', 'reader@shop.test', id from role where name = 'Reader'`)
  await client.query(
    `insert into session (token_hash, kind, subject_id, expires_at) select $1, 'admin', id, now() + interval '1 day' from account where email = 'reader@shop.test'`,
    [hashToken(token)],
  )
  return token
}

/**
 * Fills a migrated database with a funnel of `leads` leads, five times as many contacts, and a filtered group.
 * @returns the token of a session
 */
export async function fillLeads(url: string, leads: number): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const token = await staff(client, ['get funnel', 'get lead', 'update lead', 'get contact', 'get group', 'see all lead'])
  await client.query(`
    insert into crm_funnel (url, title, status) values ('way', '{"en-US": "Way"}', 'published');
    insert into crm_stage (funnel_id, title, kind, "order") select 1, jsonb_build_object('en-US', 'Stage ' || n), (array['open', 'open', 'open', 'won', 'lost'])[n], n
      from generate_series(1, 5) n;
    insert into crm_contact (name, first_name, company, email, country_code, phone, phone_norm, source)
      select 'Contact ' || n, 'Contact ' || n, 'Company ' || n % 500, 'contact-' || n || '@bench.test', '852', '5' || n, '8525' || n,
        (array['form', 'facebook', 'google', 'website'])[n % 4 + 1] from generate_series(1, ${leads * 5}) n;
    insert into crm_lead (number, title, funnel_id, stage_id, contact_id, amount_minor, source, status, position, stage_since, lost_reason)
      select 'B' || n, 'Lead ' || n, 1, n % 5 + 1, n, n * 100, 'form', (array['process', 'process', 'process', 'completed', 'canceled'])[n % 5 + 1], n,
        date_trunc('milliseconds', now()), case when n % 5 = 4 then 'price' end from generate_series(1, ${leads}) n;
    insert into crm_stage_move (lead_id, to_stage_id, to_kind, to_title, moved_by, moved_at, seconds_in_from)
      select l.id, s.id, s.kind, s.title, 'Reader', l.stage_since, 0 from crm_lead l join crm_stage s on s.id = l.stage_id;`)
  await client.query('vacuum analyze')
  await client.end()
  return token
}

/** Fills a migrated database with an event that starts every five minutes of a day; most of next month's sessions have a booking. */
export async function fillTimes(url: string, sessions: number): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const starts = Math.ceil(sessions / 31)
  const at = (n: string) => `time '06:00' + ${n} * interval '5 minutes'`
  await client.query(`
    insert into event (title, url, kind, duration, capacity, max_quantity, notice, advance_days) values ('{"en-US": "Class"}', 'class', 'session', 60, 100000, 1, 0, 90);
    insert into event_hours (event_id, weekdays, starts, ends) select 1, '{1,2,3,4,5,6,7}', ${at('n')}, ${at('(n + 12)')} from generate_series(0, ${starts - 1}) n;
    insert into booking_session (event_id, starts_at, ends_at, busy, capacity, taken)
      select 1, s, s + interval '1 hour', tstzrange(s, s + interval '1 hour'), 100000, (n % 4)
      from generate_series(date_trunc('month', now()) + interval '1 month', date_trunc('month', now()) + interval '2 months' - interval '1 day', interval '1 day') d,
        generate_series(0, ${starts - 1}) n, lateral (select (d::date + (${at('n')})) at time zone 'Asia/Hong_Kong' as s) x`)
  const token = await staff(client, ['update booking'])
  // Events whose check-in is open: one seat for each code, and enough devices to stay below every limit.
  await client.query(`
    insert into event (title, url, kind, duration, capacity, max_quantity, attendance) values ('{"en-US": "Hall"}', 'hall', 'session', 600, 100000, 1, true);
    insert into booking_session (event_id, starts_at, ends_at, busy, capacity, taken)
      select 2, s, s + interval '10 hours', tstzrange(s, s + interval '10 hours'), ${HALL}, ${HALL}
      from (select date_trunc('hour', now()) - n * interval '1 second' as s from generate_series(1, ${SEATS / HALL}) n) x;
    insert into booking (number, event_id, session_id, starts_at, ends_at, zone, quantity, status, email, first_name, last_name, language, price_minor, hold_key, asked_at)
      select 'H' || n, 2, s.id, s.starts_at, s.ends_at, 'Asia/Hong_Kong', 1, 'approved', 'h' || n || '@shop.test', 'May', 'Chan', 'en-US', 0, 1e15::bigint + n, now()
      from generate_series(1, ${SEATS}) n join (select *, row_number() over (order by id) as hall from booking_session where event_id = 2) s on s.hall = 1 + n % ${SEATS / HALL};
    insert into booking_seat (booking_id, seat_no, short) select id, 1, (1e18::bigint + substr(number, 2)::int)::text from booking where event_id = 2;
    insert into booking_device (uuid, name) select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Door ' || n from generate_series(1, ${DEVICES}) n`)
  await client.query('vacuum analyze')
  await client.end()
  return token
}

/** Seats of all events, seats of one, and check-in devices. */
export const SEATS = 150_000
const HALL = 500
export const DEVICES = 2_000

/** Opens a register in a database that `fill` has filled, for a member of staff who can sell. */
export async function fillCounter(url: string): Promise<OpenCounter> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const token = await staff(client, ['get store', 'see all store', 'sell pos ticket', 'open pos session'])
  const device = randomUUID()
  await client.query(`
    insert into payment_method (code, title) values ('cash', '{"en-US": "Cash"}');
    insert into store (code, name, warehouse_id) values ('central', '{"en-US": "Central"}', 1);
    insert into pos_register (store_id, code, name) values (1, 'k1', 'Counter 1');
    insert into pos_session (number, store_id, register_id, float_minor) values ('TL1', 1, 1, 0)`)
  await client.query('insert into pos_device (session_id, device, place) values (1, $1, 1)', [device])
  const { rows } = await client.query<{ id: string; pay: string; sku: string }>(
    'select id, sku, least(price_minor, coalesce(special_price_minor, price_minor)) as pay from stock order by id',
  )
  await client.query('vacuum analyze')
  await client.end()
  return {
    token,
    device,
    prices: new Map(rows.map(({ id, pay }) => [Number(id), Number(pay)])),
    skus: rows.map(({ sku }) => sku),
    place: 0,
  }
}
