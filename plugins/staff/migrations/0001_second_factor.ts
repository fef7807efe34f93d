import type { Knex } from 'knex'

/** What staff prove themselves with beside a password: a secret each, codes for when it is lost, and who is on the way in. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table second_factor (
      account_id bigint primary key references account (id) on delete cascade,
      secret text not null,
      confirmed_at timestamptz,
      last_step bigint not null default 0,
      created_at timestamptz not null default now()
    );
    create table recovery_code (
      code_hash bytea primary key,
      account_id bigint not null references account (id) on delete cascade,
      used_at timestamptz
    );
    create index recovery_code_account on recovery_code (account_id);
    create table sign_in_ticket (
      token_hash bytea primary key,
      account_id bigint not null references account (id) on delete cascade,
      expires_at timestamptz not null
    );
    create index sign_in_ticket_account on sign_in_ticket (account_id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table sign_in_ticket, recovery_code, second_factor')
}
