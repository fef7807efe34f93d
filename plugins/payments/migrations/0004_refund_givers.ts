import type { Knex } from 'knex'

/** Which member of staff gave money back at the payment itself; null when the document asked for it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table payment_refund add column given_by bigint')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table payment_refund drop column given_by')
}
