import { definePlugin, contribute } from 'stoa'
import { ADJUSTMENT_PROVIDERS, LINE_KINDS } from '../../../plugins/sales/index.ts'
import { coupons, points } from './price-cuts.ts'
import { seats } from './seats.ts'

/** A plugin that sells seats, which no other plugin knows, with discounts. */
export const boxOffice = definePlugin({
  id: 'box-office',
  requires: ['sales'],
  contributions: [
    contribute(LINE_KINDS, 'seat', seats),
    contribute(ADJUSTMENT_PROVIDERS, 'coupon', coupons, { order: 10 }),
    contribute(ADJUSTMENT_PROVIDERS, 'points', points, { order: 20 }),
  ],
})

/** The tables that its migration would create. */
export const tables = `
  create table show (id bigint generated always as identity primary key, title text not null, price_minor bigint not null, seats int not null, held int not null default 0,
    check (held between 0 and seats));
  create table seat (order_id bigint not null, line_id bigint not null, show_id bigint not null references show, quantity int not null, unique (order_id, line_id));
  create table ticket_coupon (id bigint generated always as identity primary key, code text not null unique, percent int not null, uses int not null check (uses >= 0));
  create table coupon_use (order_id bigint primary key);
  create table point_account (customer_id bigint primary key, balance int not null check (balance >= 0));
  create table point_use (order_id bigint primary key, spent int not null)`
