import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table wishlist_item (
      id bigint generated always as identity primary key,
      customer_id bigint not null constraint wishlist_item_customer_id_fkey references customer (id) on delete cascade,
      product_id bigint not null constraint wishlist_item_product_id_fkey references product (id) on delete cascade,
      stock_id bigint constraint wishlist_item_stock_id_fkey references stock (id) on delete set null,
      note text not null default '',
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint wishlist_item_product_id_unique unique (customer_id, product_id)
    );
    create index wishlist_item_product on wishlist_item (product_id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table wishlist_item')
}
