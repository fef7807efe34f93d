import type { Knex } from 'knex'

/** Which landing page brought whoever sent something. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table form_submission add column landing_page_id bigint;
    create index form_submission_landing_page on form_submission (landing_page_id) where landing_page_id is not null;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table form_submission drop column landing_page_id')
}
