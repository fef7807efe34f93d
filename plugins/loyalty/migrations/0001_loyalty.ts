import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table membership (
      id bigint generated always as identity primary key,
      level int not null constraint membership_level_unique unique check (level > 0),
      title jsonb not null default '{}',
      benefits jsonb,
      threshold_kind text not null default 'spend' check (threshold_kind in ('spend', 'points', 'orders')),
      threshold numeric(18, 2) not null default 0 check (threshold >= 0),
      period_months int,
      valid_months int,
      earn_multiplier numeric(6, 2) not null default 1 check (earn_multiplier >= 0),
      discount_percent numeric(5, 2) not null default 0 check (discount_percent between 0 and 100),
      free_shipping_from_minor bigint check (free_shipping_from_minor >= 0),
      birthday_points int not null default 0 check (birthday_points >= 0),
      colour text not null default '#4f7cac',
      enabled boolean not null default true,
      version int not null default 1,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );

    -- Where a person stands. Whoever is not here has no tier.
    create table loyalty_member (
      person_id bigint primary key references person (id),
      membership_id bigint not null references membership (id),
      since timestamptz not null default now(),
      expires_at timestamptz,
      source text not null check (source in ('auto', 'manual', 'import')),
      locked_until date
    );
    -- Every tier somebody came into, with what it was called. Rows are only added.
    create table loyalty_step (
      id bigint generated always as identity primary key,
      person_id bigint not null references person (id),
      membership_id bigint not null,
      title jsonb not null,
      by_staff boolean not null,
      at timestamptz not null default now()
    );
    create index loyalty_step_person on loyalty_step (person_id);
    create index loyalty_member_membership on loyalty_member (membership_id);
    create index loyalty_member_expires on loyalty_member (expires_at) where expires_at is not null;

    -- Whoever changes anything of a person's points locks this row first. It says what entries and lots add up to.
    create table points_account (
      person_id bigint primary key references person (id),
      balance int not null default 0
    );
    create table points_entry (
      id bigint generated always as identity primary key,
      person_id bigint not null references person (id),
      kind text not null check (kind in ('earn', 'clawback', 'redeem', 'release', 'expire', 'adjust', 'bonus')),
      points int not null check (points <> 0),
      balance_after int not null,
      order_id bigint references sales_order (id),
      key text,
      remark text not null default '',
      actor_name text not null default '',
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint points_entry_key_unique unique (person_id, key)
    );
    create index points_entry_order on points_entry (order_id) where order_id is not null;

    -- Points that came together and end together. What somebody owes is a lot below zero, which the next points fill first.
    create table points_lot (
      id bigint generated always as identity primary key,
      person_id bigint not null references person (id),
      remaining int not null,
      expires_at timestamptz,
      -- So many days before the end its owner was told of it last.
      reminded int
    );
    create index points_lot_open on points_lot (person_id, expires_at, id) where remaining <> 0;
    create index points_lot_expires on points_lot (expires_at) where remaining > 0 and expires_at is not null;

    -- What an order earned and took, so that hearing of it again changes nothing.
    create table points_of_order (
      order_id bigint primary key references sales_order (id),
      person_id bigint not null references person (id),
      earned int not null default 0 check (earned >= 0),
      -- As they were when it earned first.
      rate numeric(18, 6),
      multiplier numeric(6, 2),
      spent int not null default 0 check (spent >= 0),
      returned int not null default 0 check (returned between 0 and spent)
    );
    create index points_of_order_person on points_of_order (person_id);
    -- Of the points an order holds, when they would have ended.
    create table points_in_order (
      id bigint generated always as identity primary key,
      order_id bigint not null references points_of_order (order_id) on delete cascade,
      points int not null check (points >= 0),
      expires_at timestamptz
    );
    create index points_in_order_order on points_in_order (order_id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table points_in_order;
    drop table points_of_order;
    drop table points_lot;
    drop table points_entry;
    drop table points_account;
    drop table loyalty_step;
    drop table loyalty_member;
    drop table membership;
  `)
}
