import { defineResource } from '../../../core/resource/define.ts'
import { f } from '../../../core/fields/f.ts'
import { validationError, message } from '../../../core/http/errors.ts'
import { definePlugin } from '../../../core/plugin/define.ts'

/** A small shop with every field type, two levels of child rows, lists, trees and custom columns. */
const brand = defineResource({
  name: 't_brand',
  fields: { name: f.text({ localized: true }), url: f.slug({ slugOf: 'name', unique: true }) },
})
const group = defineResource({
  name: 't_group',
  tree: 'parent_id',
  label: 'title',
  fields: { title: f.text({ localized: true }), parent_id: f.maybe(f.one('t_group')) },
})
const place = defineResource({
  name: 't_place',
  match: 'code',
  fields: { code: f.text(), name: f.text({ default: '' }) },
})
const picture = defineResource({
  name: 't_picture',
  verbs: [],
  match: 'path',
  fields: { product_id: f.one('t_product'), path: f.image(), order: f.int({ default: 0 }) },
})
const line = defineResource({
  name: 't_inventory',
  verbs: [],
  sheet: { key: ['place_id', 'expiry_date', 'lot'] },
  fields: {
    stock_id: f.one('t_stock'),
    quantity: f.int({ default: 0, min: 0 }),
    place_id: f.one('t_place'),
    expiry_date: f.maybe(f.date()),
    lot: f.text({ default: '' }),
  },
})
const stock = defineResource({
  name: 't_stock',
  verbs: [],
  match: 'sku',
  hide: 'visibled',
  fields: {
    product_id: f.one('t_product'),
    sku: f.text({ unique: true }),
    barcode: f.maybe(f.text()),
    price: f.money(),
    special_price: f.maybe(f.money()),
    values: f.json<{ key: string; value: string }[]>({ default: [], sheet: false }),
    visibled: f.flag({ default: true }),
    order: f.int({ default: 0 }),
    inventories: f.rows(line, { by: 'stock_id' }),
  },
  sheet: {
    columns: [{ name: 'option1_key' }, { name: 'option1_value' }],
    write: (row) => {
      const [first] = row.values as { key: string; value: string }[]
      return { option1_key: first?.key, option1_value: first?.value }
    },
    read: (cells, input, _ctx, old) => {
      const [first] = (old?.values ?? []) as { key: string; value: string }[]
      const key = cells.option1_key ?? first?.key
      const value = cells.option1_value ?? first?.value
      if (!key || !value) throw validationError({ option1_value: message('core:rule.required') })
      input.values = [{ key, value }]
    },
  },
})
const product = defineResource({
  name: 't_product',
  match: 'sku',
  locked: true,
  fields: {
    sku: f.text({ unique: true, search: true, filter: true, sort: true }),
    name: f.text({ localized: true, list: true, search: true }),
    url: f.slug({ unique: true, slugOf: 'name' }),
    type: f.pick(['single', 'package'], { default: 'single' }),
    brand_id: f.maybe(f.one('t_brand', { creatable: true })),
    groups: f.many('t_group', { through: 't_product_group', creatable: true }),
    place_id: f.maybe(f.one('t_place')),
    visibled: f.flag({ default: true, filter: true }),
    order: f.int({ default: 0 }),
    description: f.maybe(f.rich({ localized: true })),
    remark: f.area({ default: '' }),
    tags: f.tags(),
    weight: f.maybe(f.decimal()),
    released: f.maybe(f.date()),
    seen_at: f.maybe(f.instant()),
    email: f.maybe(f.email()),
    site: f.maybe(f.url({ guards: [] })),
    phone: f.maybe(f.phone()),
    extra: f.maybe(f.json()),
    hidden: f.maybe(f.sealed()),
    sold: f.int({ default: 0, readOnly: true }),
    images: f.rows(picture, { by: 'product_id' }),
    stocks: f.rows(stock, { by: 'product_id' }),
  },
})

export const sheetShop = definePlugin({
  id: 't_shop',
  resources: [brand, group, place, picture, line, stock, product],
})

const common =
  "created_at timestamptz not null default now(), updated_at timestamptz not null default now(), ext jsonb not null default '{}'"
const key = 'id bigint generated always as identity primary key'

export const sheetTables = `
  create table t_brand (${key}, name jsonb not null default '{}', url text not null constraint t_brand_url_unique unique, ${common});
  create table t_group (${key}, title jsonb not null default '{}', parent_id bigint references t_group, ${common});
  create table t_place (${key}, code text not null, name text not null default '', ${common});
  create table t_product (${key}, sku text not null constraint t_product_sku_unique unique, name jsonb not null default '{}',
    url text not null constraint t_product_url_unique unique, type text not null, brand_id bigint references t_brand, place_id bigint references t_place,
    visibled boolean not null, "order" int not null, description jsonb not null default '{}', remark text not null, tags text[] not null, weight numeric,
    released date, seen_at timestamptz, email text, site text, phone text, extra jsonb, hidden text, sold int not null default 0,
    version int not null default 1, ${common});
  create table t_product_group (t_product_id bigint not null references t_product on delete cascade, t_group_id bigint not null references t_group, "order" bigint not null);
  create table t_picture (${key}, product_id bigint not null references t_product on delete cascade, path text not null, "order" int not null, ${common});
  create table t_stock (${key}, product_id bigint not null references t_product on delete cascade, sku text not null constraint t_stock_sku_unique unique, barcode text,
    price_minor bigint not null, special_price_minor bigint, "values" jsonb not null default '[]', visibled boolean not null, "order" int not null, ${common});
  create index on t_stock (product_id);
  create table t_inventory (${key}, stock_id bigint not null references t_stock on delete cascade, quantity int not null, place_id bigint not null references t_place,
    expiry_date date, lot text not null, ${common});
  create index on t_inventory (stock_id);`
