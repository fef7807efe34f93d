import type { Knex } from 'knex'
import { tables } from 'stoa/migrations'

const made = tables({
  order_import: {
    imported_from: 'text not null',
    imported_number: 'text not null',
    order_id: 'bigint constraint order_import_order_unique unique references sales_order (id) on delete set null',
    placed_at: 'timestamptz not null',
    status: "text not null check (status in ('completed', 'canceled', 'refunded'))",
    email: 'text',
    first_name: "text not null default ''",
    last_name: "text not null default ''",
    phone: "text not null default ''",
    currency: 'text not null',
    exchange_rate: 'numeric(18, 8) not null',
    subtotal_minor: 'bigint',
    discount_minor: 'bigint not null default 0',
    discount_code: "text not null default ''",
    shipping_minor: 'bigint not null default 0',
    tax_minor: 'bigint not null default 0',
    total_minor: 'bigint not null',
    outstanding_minor: 'bigint',
    refunded_minor: 'bigint not null default 0',
    payment_title: "text not null default ''",
    shipping_title: "text not null default ''",
    recipient: "text not null default ''",
    street: "text not null default ''",
    street2: "text not null default ''",
    city: "text not null default ''",
    province: "text not null default ''",
    zip: "text not null default ''",
    country: "text not null default ''",
    customer_note: "text not null default ''",
    earn_points: 'boolean not null default false',
    erased_at: 'timestamptz',
  },
  order_import_line: {
    order_import_id: 'bigint not null references order_import (id) on delete cascade',
    sku: "text not null default ''",
    item: 'text not null',
    quantity: 'int not null check (quantity >= 0)',
    price_minor: 'bigint not null check (price_minor >= 0)',
    line_discount_minor: 'bigint not null default 0',
  },
})

/** Orders of other shops: what a sheet said of each, and the order that was made of it. */
export async function up(knex: Knex): Promise<void> {
  await made.up(knex)
  await knex.raw(`
    create unique index order_import_number_unique on order_import (imported_from, imported_number);
    create index order_import_line_order on order_import_line (order_import_id, id);
    alter table sales_order add column imported_from text, add column imported_number text;
    create unique index sales_order_imported_unique on sales_order (imported_from, imported_number) where imported_from is not null;
    create index sales_order_imported_email on sales_order (email) where imported_from is not null and customer_id is null;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('delete from sales_order where imported_from is not null')
  await made.down(knex)
  await knex.raw('alter table sales_order drop column imported_from, drop column imported_number')
}
