import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table payment_method (
      id bigint generated always as identity primary key,
      code text not null constraint payment_method_code_unique unique,
      provider text not null default 'offline',
      title jsonb not null default '{}',
      instructions jsonb not null default '{}',
      enabled boolean not null default true,
      "order" int not null default 0,
      hold_minutes int not null default 4320,
      version int not null default 1,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );

    create table payment (
      id bigint generated always as identity primary key,
      document_type text not null,
      document_id bigint not null,
      payment_method_id bigint not null references payment_method (id),
      reference text not null constraint payment_reference_unique unique,
      attempt int not null default 1,
      amount_minor bigint not null check (amount_minor >= 0),
      currency text not null,
      status text not null default 'pending',
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index payment_document on payment (document_type, document_id, id);

    create table payment_transaction (
      id bigint generated always as identity primary key,
      payment_id bigint not null references payment (id),
      kind text not null,
      amount_minor bigint not null check (amount_minor > 0),
      provider_txn_id text not null,
      actor text not null default '',
      created_at timestamptz not null default now(),
      constraint payment_transaction_once unique (payment_id, kind, provider_txn_id)
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table payment_transaction, payment, payment_method')
}
