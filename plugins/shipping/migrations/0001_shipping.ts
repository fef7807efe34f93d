import type { Knex } from 'knex'

/** Ways to receive goods. The table of methods may be there already: it came with sales before. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table carrier (
      id bigint generated always as identity primary key,
      code text not null constraint carrier_code_unique unique,
      name text not null,
      tracking_url text not null default '',
      phone text not null default '',
      enabled boolean not null default true,
      version int not null default 1,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );

    create table if not exists shipping_method (
      id bigint generated always as identity primary key,
      code text not null constraint shipping_method_code_unique unique,
      title jsonb not null default '{}',
      description jsonb not null default '{}',
      enabled boolean not null default true,
      "order" int not null default 0,
      price_minor bigint not null default 0 check (price_minor >= 0),
      free_from_minor bigint,
      version int not null default 1,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    alter table shipping_method
      add column kind text not null default 'flat',
      add column carrier_id bigint constraint shipping_method_carrier_id_fkey references carrier (id),
      add column min_order_minor bigint,
      add column max_order_minor bigint,
      add column lead_days_min int,
      add column lead_days_max int;

    create table shipping_zone (
      id bigint generated always as identity primary key,
      name text not null constraint shipping_zone_name_unique unique,
      country text not null,
      areas text[] not null default '{}',
      version int not null default 1,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );

    create table shipping_rate (
      id bigint generated always as identity primary key,
      shipping_method_id bigint not null references shipping_method (id) on delete cascade,
      shipping_zone_id bigint constraint shipping_rate_shipping_zone_id_fkey references shipping_zone (id),
      from_value numeric(12, 3) not null default 0 check (from_value >= 0),
      to_value numeric(12, 3),
      price_minor bigint not null check (price_minor >= 0),
      per_extra_minor bigint check (per_extra_minor >= 0),
      "order" int not null default 0,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint shipping_rate_to_value_check check (to_value > from_value)
    );
    create index shipping_rate_method on shipping_rate (shipping_method_id);

    create table pickup_point (
      id bigint generated always as identity primary key,
      carrier_id bigint not null constraint pickup_point_carrier_id_fkey references carrier (id),
      code text not null constraint pickup_point_code_unique unique,
      name text not null,
      address text not null,
      area text not null default '',
      hours text not null default '',
      enabled boolean not null default true,
      version int not null default 1,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index pickup_point_carrier on pickup_point (carrier_id, area, code) where enabled;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop table pickup_point, shipping_rate, shipping_zone;
    alter table shipping_method drop column kind, drop column carrier_id, drop column min_order_minor, drop column max_order_minor,
      drop column lead_days_min, drop column lead_days_max;
    drop table carrier`)
}
