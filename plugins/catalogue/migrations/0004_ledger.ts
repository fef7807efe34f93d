import type { Knex } from 'knex'

/** What changed lately is found by an index. The ledger this began with is the inventory's by now. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('create index stock_changed on stock (updated_at)')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index stock_changed;
    drop index if exists inventory_expiry, inventory_changed, inventory_movement_time, inventory_movement_warehouse;
    drop function if exists inventory_movement_stays() cascade`)
}
