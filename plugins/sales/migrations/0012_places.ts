import type { Knex } from 'knex'

/** Where an order came from, while it is not paid: too many of one place are refused. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table sales_order add column placed_from text;
    create index sales_order_placed_from on sales_order (placed_from) where placed_from is not null;
    create index sales_order_placed_by on sales_order (email) where placed_from is not null;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table sales_order drop column placed_from')
}
