import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table product add column tags text[] not null default '{}'`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table product drop column tags')
}
