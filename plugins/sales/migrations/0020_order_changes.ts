import type { Knex } from 'knex'

/**
 * Orders that were placed can be changed. `order_change` keeps what each change did, `released_minor` what of an adjustment its line does
 * not carry any more, and `refunded_excess_minor` what of the money that went back was never the price of goods: before all of it was
 * there, paid beside the price, or left over by a change. The derived status of payment counts that money as never paid.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table sales_order add column refunded_excess_minor bigint not null default 0;
    update sales_order set refunded_excess_minor = case when paid_at is null then refunded_minor
      else least(refunded_minor, greatest(0, paid_minor - total_minor)) end where refunded_minor > 0;
    alter table sales_order drop column payment_status;
    alter table sales_order add column payment_status text not null generated always as (case
        when status = 'abnormal' and abnormal_kind is not null and abnormal_kind <> 'goods' then 'abnormal'
        when paid_minor > 0 and refunded_minor >= paid_minor then 'refunded'
        when paid_minor > 0 and paid_minor - refunded_excess_minor >= total_minor then 'paid'
        when status in ('payment_review', 'payment_reject', 'canceled') then status
        when total_minor = 0 and status not in ('draft', 'pending') then 'paid'
        else 'pending' end) stored;
    alter table order_adjustment add column released_minor bigint not null default 0 check (released_minor >= 0);
    create table order_change (
      id bigint generated always as identity primary key,
      order_id bigint not null references sales_order (id) on delete cascade,
      entries jsonb not null,
      total_before_minor bigint not null,
      total_after_minor bigint not null,
      due_minor bigint not null,
      refund_minor bigint not null,
      actor_kind text not null,
      actor_id bigint,
      actor_name text not null default '',
      created_at timestamptz not null default now()
    );
    create index order_change_order on order_change (order_id, id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table order_change;
    alter table order_adjustment drop column released_minor;
    alter table sales_order drop column payment_status;
    alter table sales_order drop column refunded_excess_minor;
    alter table sales_order add column payment_status text not null generated always as (case
        when status = 'abnormal' and abnormal_kind is not null and abnormal_kind <> 'goods' then 'abnormal'
        when paid_minor > 0 and refunded_minor >= paid_minor then 'refunded'
        when paid_minor > 0 and paid_minor >= total_minor then 'paid'
        when status in ('payment_review', 'payment_reject', 'canceled') then status
        when total_minor = 0 and status not in ('draft', 'pending') then 'paid'
        else 'pending' end) stored;
  `)
}
