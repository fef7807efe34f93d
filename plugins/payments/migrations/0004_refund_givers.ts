import type { Knex } from 'knex'

/** Member of staff who refunded on the payment itself; null when the document requested the refund. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table payment_refund add column given_by bigint')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table payment_refund drop column given_by')
}
