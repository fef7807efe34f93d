import type { Knex } from 'knex'

/** Orders name the store that sold them, also those sold before. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('update sales_order o set store_id = t.store_id from pos_ticket t where t.order_id = o.id and o.store_id is null')
}

export async function down(): Promise<void> {
  // The column belongs to sales, and the values stay true.
}
