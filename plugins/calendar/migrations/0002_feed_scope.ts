import type { Knex } from 'knex'

/** What a feed shows: all that its account may see or only its own entries, with or without names of customers. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table calendar_feed
    add column scope text not null default 'all' constraint calendar_feed_scope_check check (scope in ('all', 'mine')),
    add column shows_names boolean not null default false`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table calendar_feed drop column scope, drop column shows_names')
}
