import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table transfer (
      id bigint generated always as identity primary key,
      kind text not null constraint transfer_kind_known check (kind in ('import', 'export')),
      resource text not null,
      status text not null,
      file_name text not null,
      options jsonb not null default '{}',
      account_id bigint constraint transfer_account_exists references account (id) on delete cascade,
      done int not null default 0,
      total int,
      answer jsonb,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index transfer_of_account on transfer (account_id, id desc);

    -- Bytes of the sheet, in pieces, so that neither side ever holds the whole of a large one.
    create table transfer_part (
      transfer_id bigint not null references transfer (id) on delete cascade,
      place int not null,
      bytes bytea not null,
      primary key (transfer_id, place)
    );

    -- What an import wrote, so that it can be taken back.
    create table transfer_row (
      id bigint generated always as identity primary key,
      transfer_id bigint not null references transfer (id) on delete cascade,
      resource text not null,
      row_id bigint not null,
      before jsonb,
      after jsonb not null
    );
    create index transfer_row_of_transfer on transfer_row (transfer_id, id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table transfer_row, transfer_part, transfer')
}
