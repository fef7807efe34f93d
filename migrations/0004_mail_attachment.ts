import type { Knex } from 'knex'

/** Files that go with mails, such as a purchase order. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table mail_attachment (
      id bigint generated always as identity primary key,
      mail_id bigint not null references mail (id) on delete cascade,
      name text not null,
      mime text not null,
      content bytea not null
    );
    create index mail_attachment_mail on mail_attachment (mail_id, id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table mail_attachment')
}
