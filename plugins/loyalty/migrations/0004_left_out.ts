import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Products of it that earned nothing, by the settings of the moment it earned first; null while it has not.
    alter table points_of_order add column without bigint[];
    update points_of_order set without = '{}' where rate is not null`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table points_of_order drop column without')
}
