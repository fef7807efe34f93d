import type { Knex } from 'knex'

/** Who tried a code, by a mark of their network; and messages to numbers nobody proved, which have a share of the budget. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table one_time_code add column tries_by jsonb not null default '{}';
    alter table sms_message add column unrequested boolean not null default false`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table one_time_code drop column tries_by;
    alter table sms_message drop column unrequested`)
}
