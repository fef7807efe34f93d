import type { Knex } from 'knex'

/** Payments know which parts of a refund failed, and what each is asked for anew by. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table refund drop column turns')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table refund add column turns int not null default 0')
}
