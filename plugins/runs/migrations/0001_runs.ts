import type { Knex } from 'knex'
import { tables } from 'stoa/migrations'

const made = tables({
  run: {
    kind: 'text not null',
    status: `text not null default 'to_do' constraint run_status_known
      check (status in ('to_do', 'processing', 'pending', 'approved', 'completed', 'canceled', 'abnormal'))`,
    input: "jsonb not null default '{}'",
    cursor: 'jsonb',
    step: 'int not null default 0',
    tries: 'int not null default 0',
    done: 'int not null default 0',
    total: 'int',
    answer: 'jsonb',
    problem: 'jsonb',
    lone: 'text',
    cancel_wanted: 'boolean not null default false',
    account_id: 'bigint references account (id) on delete cascade',
    language: 'text not null',
    speech: 'text not null',
    beat_at: 'timestamptz not null default now()',
    ended_at: 'timestamptz',
  },
})

export async function up(knex: Knex): Promise<void> {
  await made.up(knex)
  await knex.raw(`
    -- Of what can be under way once only there is one.
    create unique index run_lone_unique on run (kind, lone) where status in ('to_do', 'processing', 'pending', 'approved');
    create index run_silent on run (beat_at) where status in ('to_do', 'approved', 'processing');

    -- Bytes a run reads or has made, in pieces, so that neither side ever holds the whole of a large file.
    create table run_part (
      run_id bigint not null references run (id) on delete cascade,
      place int not null,
      bytes bytea not null,
      primary key (run_id, place)
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table run_part')
  await made.down(knex)
}
