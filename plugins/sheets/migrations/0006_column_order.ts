import type { Knex } from 'knex'

/** Of several columns for one field the first of the mapping counts: json keeps their order, jsonb sorts them by length. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table import_mapping alter column mapping type json using mapping::json')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table import_mapping alter column mapping type jsonb using mapping::jsonb')
}
