import type { Knex } from 'knex'

/** What shoppers show of goods they want to send back. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table return_picture (
      id bigint generated always as identity primary key,
      return_id bigint not null references sales_return (id),
      file_id bigint not null references file (id),
      -- As the upload has them: it is never changed, and so they are read without it.
      path text not null,
      name text not null,
      created_at timestamptz not null default now()
    );
    create index return_picture_return on return_picture (return_id, id);
    create index return_picture_file on return_picture (file_id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table return_picture')
}
