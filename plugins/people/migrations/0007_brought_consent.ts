import type { Knex } from 'knex'

/** What people agreed to is listed and brought by sheets like every other resource, so it has the columns of one. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table consent add column created_at timestamptz not null default now(), add column updated_at timestamptz not null default now(),
    add column ext jsonb not null default '{}'`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table consent drop column created_at, drop column updated_at, drop column ext')
}
