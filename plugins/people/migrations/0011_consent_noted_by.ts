import type { Knex } from 'knex'

/** The member of staff who wrote down what an address said; empty where it was said by itself or came by a sheet. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table consent add column noted_by text not null default ''`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table consent drop column noted_by')
}
