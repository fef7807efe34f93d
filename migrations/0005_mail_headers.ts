import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table mail add column headers jsonb not null default '{}'`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table mail drop column headers')
}
