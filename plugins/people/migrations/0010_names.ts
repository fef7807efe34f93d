import type { Knex } from 'knex'

/** Words of Chinese characters alone, as in `services/full-name-sql.ts`: there the family name comes first, without a gap. */
const HAN = '^[\\u3005\\u3007\\u3021-\\u3029\\u3038-\\u303b\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\U00020000-\\U0003ffff]+$'
const NAME = `nullif(case when first_name ~ '${HAN}' and last_name ~ '${HAN}' then last_name || first_name
  else btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')) end, '')`

/** Customers and persons are called by their name, or by what else is known of them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table customer add column name text generated always as (coalesce(${NAME}, email)) stored`)
  await knex.raw(`alter table person add column name text generated always as (coalesce(${NAME}, email, phone)) stored`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table customer drop column name')
  await knex.raw('alter table person drop column name')
}
