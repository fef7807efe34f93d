import type { Knex } from 'knex'

/** What the holder of an account chose about news before the address was proven; it counts once that is done. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table customer add column news_choice boolean')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table customer drop column news_choice')
}
