import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A PIN somebody set for the counter; only its hash is kept. Each one has a mark of its own: what was allowed by an earlier one ends with it.
    create table pos_pin (
      account_id bigint primary key references account (id) on delete cascade,
      hash text not null,
      mark uuid not null default gen_random_uuid(),
      updated_at timestamptz not null default now()
    )`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table pos_pin')
}
