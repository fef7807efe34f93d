import type { Knex } from 'knex'

const shows = `create table show (id bigint generated always as identity primary key, title text not null, price_minor bigint not null, seats int not null,
    held int not null default 0 check (held between 0 and seats), poster bigint references file, ext jsonb not null default '{}',
    created_at timestamptz not null default now(), updated_at timestamptz not null default now());
  create table seat (order_id bigint not null, line_id bigint not null, show_id bigint not null references show, quantity int not null, unique (order_id, line_id));
  create table ticket_coupon (id bigint generated always as identity primary key, code text not null unique, percent int not null, uses int not null check (uses >= 0));
  create table coupon_use (order_id bigint primary key);
  create table point_account (customer_id bigint primary key, balance int not null check (balance >= 0));
  create table point_use (order_id bigint primary key, spent int not null)`

export const up = async (knex: Knex): Promise<void> => void (await knex.raw(shows))
export const down = async (knex: Knex): Promise<void> =>
  void (await knex.raw('drop table point_use, point_account, coupon_use, ticket_coupon, seat, show'))
