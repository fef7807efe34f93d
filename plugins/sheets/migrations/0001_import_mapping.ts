import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table if not exists import_mapping (
      id bigint generated always as identity primary key,
      resource text not null,
      name text not null,
      mapping jsonb not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint import_mapping_name_unique unique (resource, name)
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table import_mapping')
}
