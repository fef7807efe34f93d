import type { Knex } from 'knex'

/**
 * What people know their sessions by, and when the password of one was last asked. Rows written by a release of before say
 * nothing of where they come from and count as proved when they began.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table session
      add column id bigint generated always as identity constraint session_id_unique unique,
      add column browser text not null default '',
      add column network text not null default '',
      add column proved_at timestamptz not null default now()
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table session drop column id, drop column browser, drop column network, drop column proved_at')
}
