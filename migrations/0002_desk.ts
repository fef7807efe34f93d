import type { Knex } from 'knex'

/** What people keep about how they work: views of lists, and choices on their account. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table saved_view (
      id bigint generated always as identity primary key,
      resource text not null,
      name text not null,
      account_id bigint references account (id) on delete cascade,
      query text not null default '',
      columns text[] not null default '{}',
      compact boolean not null default false,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint saved_view_name_unique unique nulls not distinct (resource, account_id, name)
    );
    create index saved_view_account_id on saved_view (account_id);

    alter table account add column preferences jsonb not null default '{}';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table account drop column preferences;
    drop table saved_view;
  `)
}
