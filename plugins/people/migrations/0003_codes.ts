import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Codes sent by SMS: the newest of a purpose and number counts, for five minutes and five tries.
    create table one_time_code (
      id bigint generated always as identity primary key,
      purpose text not null,
      phone text not null,
      code_hash text not null,
      tries int not null default 0,
      expires_at timestamptz not null,
      used_at timestamptz,
      created_at timestamptz not null default now()
    );
    create index one_time_code_newest on one_time_code (phone, purpose, id desc);

    create table sms_message (
      id bigint generated always as identity primary key,
      recipient text not null,
      body text not null,
      status text not null default 'pending',
      error text not null default '',
      provider text not null default '',
      provider_id text not null default '',
      expires_at timestamptz,
      sent_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );

    -- Who somebody is at another service.
    create table customer_social (
      id bigint generated always as identity primary key,
      provider text not null,
      subject text not null,
      customer_id bigint not null constraint customer_social_customer_id_fkey references customer (id) on delete cascade,
      created_at timestamptz not null default now(),
      constraint customer_social_subject_unique unique (provider, subject)
    );
    create index customer_social_customer on customer_social (customer_id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table customer_social, sms_message, one_time_code')
}
