import type { Knex } from 'knex'

/**
 * What happens to an order after it was placed: what is counted of it, adjustments, mails. Both derived statuses are
 * computed by the database from columns of the order itself, so they cannot say something else than the order does.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table sales_order
      add column charged_back_minor bigint not null default 0,
      add column units_total int not null default 0,
      add column units_shipped int not null default 0,
      add column units_received int not null default 0,
      add column picking boolean not null default false,
      add column abnormal_kind text,
      add column created_by bigint references account (id),
      add column paid_at timestamptz,
      add column shipped_at timestamptz,
      add column completed_at timestamptz,
      add column canceled_at timestamptz,
      add column cancel_reason text not null default '',
      add column cancel_kind text,
      alter column placed_at drop not null,
      add column payment_status text not null generated always as (case
        when status = 'abnormal' and abnormal_kind is not null and abnormal_kind <> 'goods' then 'abnormal'
        when paid_minor > 0 and refunded_minor >= paid_minor then 'refunded'
        when paid_minor > 0 and paid_minor >= total_minor then 'paid'
        when status in ('payment_review', 'payment_reject', 'canceled') then status
        when total_minor = 0 and status not in ('draft', 'pending') then 'paid'
        else 'pending' end) stored,
      add column fulfilment_status text not null generated always as (case
        when status = 'canceled' then 'canceled'
        when units_total = 0 then case when status = 'completed' then 'received' else 'pending' end
        when units_received >= units_total then 'received'
        when units_shipped >= units_total then 'shipped'
        when units_shipped > 0 or picking or status = 'processing' then 'processing'
        else 'pending' end) stored;
    drop index sales_order_hold;
    create index sales_order_hold on sales_order (hold_expires_at) where status in ('pending', 'payment_review', 'payment_reject');
    create index sales_order_shipped on sales_order (shipped_at) where status = 'shipped';
    create index sales_order_placed on sales_order (placed_at);

    alter table order_line
      add column discount_minor bigint not null default 0,
      add column shipped_quantity int not null default 0,
      add column returned_quantity int not null default 0,
      add column canceled_quantity int not null default 0,
      add column refunded_quantity int not null default 0,
      add column refunded_minor bigint not null default 0,
      add column price_reason text not null default '',
      drop constraint order_line_total_check,
      add constraint order_line_total_check check (total_minor = unit_minor * quantity - discount_minor and discount_minor between 0 and unit_minor * quantity),
      add constraint order_line_shipped_check check (shipped_quantity >= 0 and canceled_quantity >= 0 and shipped_quantity + canceled_quantity <= quantity),
      add constraint order_line_returned_check check (returned_quantity between 0 and shipped_quantity),
      add constraint order_line_refunded_check check (refunded_quantity between 0 and quantity and refunded_minor between 0 and total_minor);
    create index order_line_product on order_line (product_id);

    create table order_adjustment (
      id bigint generated always as identity primary key,
      order_id bigint not null references sales_order (id) on delete cascade,
      line_id bigint references order_line (id) on delete cascade,
      kind text not null check (kind in ('promotion', 'coupon', 'points', 'tier', 'manual', 'shipping', 'rounding')),
      source_id bigint,
      code text,
      label text not null,
      amount_minor bigint not null,
      created_at timestamptz not null default now()
    );
    create index order_adjustment_order on order_adjustment (order_id, id);

    alter table order_comment add column author_id bigint;

    create table order_mail (
      order_id bigint not null references sales_order (id) on delete cascade,
      kind text not null,
      ref bigint not null default 0,
      mail_id bigint,
      created_at timestamptz not null default now(),
      primary key (order_id, kind, ref)
    );

    update order_line l set shipped_quantity = l.quantity from sales_order o where o.id = l.order_id and o.status in ('shipped', 'completed') and l.product_type = 'general';
    update sales_order o set
      units_total = u.total, units_shipped = u.shipped, units_received = case when o.status = 'completed' then u.shipped else 0 end,
      paid_at = case when o.paid_minor > 0 then o.updated_at end,
      shipped_at = case when o.status in ('shipped', 'completed') then o.updated_at end
    from (select order_id, sum(quantity) filter (where product_type = 'general')::int as total, sum(shipped_quantity)::int as shipped from order_line group by 1) u
    where u.order_id = o.id and u.total is not null;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Those of parcels and of what comes back were made here once.
    drop table if exists refund_line, refund, return_line, sales_return, shipment_line, shipment;
    drop sequence if exists refund_number_seq, return_number_seq, shipment_number_seq;
    drop table order_mail, order_adjustment;
    alter table order_comment drop column author_id;
    drop index order_line_product;
    alter table order_line
      drop constraint order_line_shipped_check, drop constraint order_line_returned_check, drop constraint order_line_refunded_check,
      drop constraint order_line_total_check,
      drop column discount_minor, drop column shipped_quantity, drop column returned_quantity, drop column canceled_quantity,
      drop column refunded_quantity, drop column refunded_minor, drop column price_reason,
      add constraint order_line_total_check check (total_minor = unit_minor * quantity);
    drop index sales_order_hold; drop index sales_order_shipped; drop index sales_order_placed;
    alter table sales_order
      drop column payment_status, drop column fulfilment_status, drop column charged_back_minor, drop column units_total,
      drop column units_shipped, drop column units_received, drop column picking, drop column abnormal_kind, drop column created_by,
      drop column paid_at, drop column shipped_at, drop column completed_at, drop column canceled_at, drop column cancel_reason, drop column cancel_kind;
    create index sales_order_hold on sales_order (hold_expires_at) where status = 'pending';
  `)
}
