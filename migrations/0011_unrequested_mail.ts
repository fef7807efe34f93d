import type { Knex } from 'knex'

/** Mails that came of an address somebody merely typed: so many a day may go to one address. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table mail add column unrequested boolean not null default false;
    create index mail_unrequested on mail (lower(recipient), created_at) where unrequested;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index mail_unrequested; alter table mail drop column unrequested')
}
