import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Who took a device over by PIN, and until when: what a take-over allowed ends with the next one.
    create table pos_manned (
      id bigint generated always as identity primary key,
      session_id bigint not null references pos_session (id) on delete cascade,
      device uuid not null,
      account_id bigint not null references account (id) on delete cascade,
      key uuid not null default gen_random_uuid(),
      since timestamptz not null default now(),
      until timestamptz
    );
    create unique index pos_manned_now on pos_manned (session_id, device) where until is null;
    create index pos_manned_device on pos_manned (session_id, device, since)`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table pos_manned')
}
