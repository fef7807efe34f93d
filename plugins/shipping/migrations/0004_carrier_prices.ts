import type { Knex } from 'knex'

/** Methods whose prices a carrier gives, and the prices it gave for parcels. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table shipping_method add column priced_by text;
    create table shipping_quote (
      shipping_method_id bigint not null references shipping_method (id) on delete cascade,
      parcel_key text not null,
      price_minor bigint check (price_minor >= 0),
      valid_until timestamptz not null,
      primary key (shipping_method_id, parcel_key)
    );
    create index shipping_quote_valid_until on shipping_quote (valid_until);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table shipping_quote; alter table shipping_method drop column priced_by')
}
