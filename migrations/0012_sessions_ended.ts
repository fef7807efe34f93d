import type { Knex } from 'knex'

/** When all sessions of a member of staff were ended last: what else was given out before, such as private addresses, ends with them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table account add column sessions_ended_at timestamptz')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table account drop column sessions_ended_at')
}
