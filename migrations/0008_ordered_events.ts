import type { Knex } from 'knex'

/**
 * What listeners have yet to hear of a subject, in the order it happened, and which plugins were here last: one that comes back
 * after a while hears how long it was away.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table event_due (
      id bigint generated always as identity primary key,
      plugin text not null,
      subject text not null,
      event text not null,
      payload jsonb not null,
      created_at timestamptz not null default now()
    );
    create index event_due_turn_idx on event_due (plugin, subject, id);
    create table plugin_presence (
      plugin text primary key,
      away_since timestamptz
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table plugin_presence, event_due')
}
