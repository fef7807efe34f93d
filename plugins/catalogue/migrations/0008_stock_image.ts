import type { Knex } from 'knex'

/** The picture of a variant that looks different from its product's. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table stock add column image text')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table stock drop column image')
}
