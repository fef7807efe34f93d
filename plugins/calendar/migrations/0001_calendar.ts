import type { Knex } from 'knex'

/** Private addresses. Of an address only the hash of its secret part is kept. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`create table calendar_feed (
    id bigint generated always as identity primary key,
    account_id bigint not null references account (id) on delete cascade,
    name text not null,
    token_hash bytea not null constraint calendar_feed_token_unique unique,
    created_at timestamptz not null default now(),
    used_at timestamptz
  )`)
  await knex.raw('create index calendar_feed_account on calendar_feed (account_id, id)')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table calendar_feed')
}
