import type { Knex } from 'knex'

/**
 * What a unit cost when it was sold, in minor units of the base currency, and who sold it. Costs move with every delivery, so
 * neither can be told later. Of lines sold before, nothing is known.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table order_line add column cost_minor bigint;
    alter table sales_order rename column created_by to seller_admin_id;
    create index sales_order_seller on sales_order (seller_admin_id, id) where seller_admin_id is not null;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index sales_order_seller;
    alter table sales_order rename column seller_admin_id to created_by;
    alter table order_line drop column cost_minor;
  `)
}
