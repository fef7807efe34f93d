import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table customer_group (
      id bigint generated always as identity primary key,
      name text not null constraint customer_group_name_unique unique,
      description text not null default '',
      version int not null default 1,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );

    -- International form of a number: the code, then the digits, without the zero some countries dial first.
    alter table customer
      add column group_id bigint constraint customer_group_id_fkey references customer_group (id),
      add column pending_email text,
      add column phone_norm text generated always as (
        case when phone is null or country_code is null then null
          else country_code || case when country_code in ('86', '886', '60')
            then regexp_replace(regexp_replace(phone, '\\D', '', 'g'), '^0', '')
            else regexp_replace(phone, '\\D', '', 'g') end
        end) stored;
    create index customer_group_id on customer (group_id);
    create index customer_phone on customer (phone_norm) where phone_norm is not null;
    create unique index customer_phone_verified on customer (phone_norm) where phone_verified_at is not null;

    create table customer_address (
      id bigint generated always as identity primary key,
      customer_id bigint not null constraint customer_address_customer_id_fkey references customer (id) on delete cascade,
      first_name text not null,
      last_name text not null,
      country text not null,
      contact_number text not null,
      address text not null,
      default_billing boolean not null default false,
      default_shipping boolean not null default false,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index customer_address_customer on customer_address (customer_id, id);
    create unique index customer_address_billing on customer_address (customer_id) where default_billing;
    create unique index customer_address_shipping on customer_address (customer_id) where default_shipping;

    -- A way to choose a new password: good once, for half an hour, and only while the old password stands.
    create table customer_link (
      token_hash bytea primary key,
      customer_id bigint not null constraint customer_link_customer_id_fkey references customer (id) on delete cascade,
      email text,
      password_mark bytea not null,
      expires_at timestamptz not null,
      used_at timestamptz
    );
    create index customer_link_customer on customer_link (customer_id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table customer_link, customer_address;
    alter table customer drop column phone_norm, drop column pending_email, drop column group_id;
    drop table customer_group`)
}
