import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table page (
      id bigint generated always as identity primary key,
      title jsonb not null default '{}',
      url text not null constraint page_url_unique unique,
      enabled boolean not null default true,
      short_description jsonb not null default '{}',
      content jsonb not null default '{}',
      image text,
      meta_title jsonb not null default '{}',
      meta_description jsonb not null default '{}',
      css text,
      header_script text,
      footer_script text,
      version int not null default 1,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );

    create table block (
      id bigint generated always as identity primary key,
      title jsonb not null default '{}',
      identifier text not null constraint block_identifier_unique unique,
      enabled boolean not null default true,
      content jsonb not null default '{}',
      css text,
      version int not null default 1,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table block, page')
}
