import type { Knex } from 'knex'

/** Books that are given for an answer to a form, which may be away: nothing holds the id to its row. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table ebook add column form_id bigint;
    create index ebook_form on ebook (form_id) where form_id is not null;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table ebook drop column form_id')
}
