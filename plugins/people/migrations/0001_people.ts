import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table person (
      id bigint generated always as identity primary key,
      email text not null constraint person_email_unique unique,
      first_name text not null default '',
      last_name text not null default '',
      country_code text,
      phone text,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );

    create table customer (
      id bigint generated always as identity primary key,
      person_id bigint references person (id),
      email text not null constraint customer_email_unique unique,
      first_name text not null default '',
      last_name text not null default '',
      country_code text,
      phone text,
      gender text,
      birthday date,
      is_subscribe boolean not null default true,
      email_verified_at timestamptz,
      phone_verified_at timestamptz,
      enabled boolean not null default true,
      language text not null default 'en-US',
      password_hash text,
      version int not null default 1,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index customer_person on customer (person_id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table customer, person')
}
