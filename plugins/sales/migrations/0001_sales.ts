import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table cart (
      id bigint generated always as identity primary key,
      public_id text not null constraint cart_public_id_unique unique,
      customer_id bigint,
      status text not null default 'pending',
      order_id bigint,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index cart_customer on cart (customer_id) where status = 'pending';
    create index cart_idle on cart (updated_at) where status = 'pending';

    create table cart_item (
      id bigint generated always as identity primary key,
      cart_id bigint not null references cart (id) on delete cascade,
      stock_id bigint not null references stock (id) on delete cascade,
      quantity int not null check (quantity between 1 and 9999),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint cart_item_once unique (cart_id, stock_id)
    );
    create index cart_item_stock on cart_item (stock_id);

    create sequence order_number_seq;

    create table sales_order (
      id bigint generated always as identity primary key,
      order_number text not null constraint sales_order_order_number_unique unique,
      cart_id bigint constraint sales_order_cart_once unique,
      customer_id bigint,
      person_id bigint references person (id),
      email text not null,
      first_name text not null default '',
      last_name text not null default '',
      country_code text,
      phone text,
      source text not null default 'store',
      language text not null,
      currency text not null,
      exchange_rate numeric(18, 8) not null default 1,
      subtotal_minor bigint not null,
      discount_minor bigint not null default 0,
      shipping_minor bigint not null default 0,
      total_minor bigint not null,
      base_total_minor bigint not null,
      paid_minor bigint not null default 0,
      refunded_minor bigint not null default 0,
      status text not null,
      shipping_method_id bigint references shipping_method (id),
      shipping_title text not null default '',
      payment_title text not null default '',
      shipping_address jsonb,
      billing_address jsonb,
      customer_note text not null default '',
      hold_expires_at timestamptz,
      placed_at timestamptz not null default now(),
      version int not null default 1,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint sales_order_total_check check (total_minor = subtotal_minor - discount_minor + shipping_minor),
      constraint sales_order_refund_check check (refunded_minor between 0 and paid_minor)
    );
    create index sales_order_customer on sales_order (customer_id, id);
    create index sales_order_person on sales_order (person_id);
    create index sales_order_status on sales_order (status, id);
    create index sales_order_hold on sales_order (hold_expires_at) where status = 'pending';

    create table order_line (
      id bigint generated always as identity primary key,
      order_id bigint not null references sales_order (id) on delete cascade,
      product_id bigint,
      stock_id bigint,
      product_type text not null,
      sku text not null,
      name text not null,
      options jsonb not null default '[]',
      image text,
      quantity int not null check (quantity > 0),
      unit_minor bigint not null check (unit_minor >= 0),
      list_unit_minor bigint not null,
      total_minor bigint not null,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint order_line_total_check check (total_minor = unit_minor * quantity)
    );
    create index order_line_order on order_line (order_id, id);
    create index order_line_stock on order_line (stock_id);

    create table order_comment (
      id bigint generated always as identity primary key,
      order_id bigint not null references sales_order (id) on delete cascade,
      author_kind text not null,
      author_name text not null default '',
      body text not null,
      visible_to_customer boolean not null default false,
      created_at timestamptz not null default now()
    );
    create index order_comment_order on order_comment (order_id, id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table order_comment, order_line, sales_order, cart_item, cart; drop sequence order_number_seq')
}
