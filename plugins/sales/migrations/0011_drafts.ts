import type { Knex } from 'knex'

/** How an order made by staff is going to be paid. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw("alter table sales_order add column payment_method text not null default ''")
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table sales_order drop column payment_method')
}
