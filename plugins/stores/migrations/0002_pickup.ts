import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Where orders are collected that this store hands out, when that is not where its goods lie. No foreign key, as there.
    alter table store add column pickup_warehouse_id bigint`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table store drop column pickup_warehouse_id')
}
