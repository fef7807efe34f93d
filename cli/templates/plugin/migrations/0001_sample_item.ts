import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table "sample_item" (
      id bigint generated always as identity primary key,
      title jsonb not null default '{}',
      url text not null constraint sample_item_url_unique unique,
      enabled boolean not null default true,
      content jsonb not null default '{}',
      image text,
      version int not null default 1,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table "sample_item"')
}
