import type { Knex } from 'knex'

/**
 * The ledger of sales: what was sold and refunded on which day, for reports. A deferred trigger writes the sales of an order when it is paid,
 * and the difference when a paid order changes, at the end of the transaction that did it. So every writer is covered, and orders that are
 * not paid cost nothing. Entries are never changed: a day that has passed keeps its numbers.
 *
 * `returns` writes the refunds of lines. Money that went back without a line is written by the trigger as a refund of the order.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table sales_order add column store_id bigint;

    create table sales_entry (
      id bigint generated always as identity primary key,
      day date not null,
      kind text not null check (kind in ('sale', 'refund')),
      order_id bigint not null references sales_order (id) on delete cascade,
      order_line_id bigint,
      product_id bigint,
      stock_id bigint,
      refund_id bigint,
      orders int not null default 0,
      quantity int not null default 0,
      gross_minor bigint not null default 0,
      discount_minor bigint not null default 0,
      net_minor bigint not null default 0,
      shipping_minor bigint not null default 0,
      cost_minor bigint,
      currency text not null,
      amount_minor bigint not null,
      ext jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index sales_entry_day on sales_entry (day, id);
    create index sales_entry_order on sales_entry (order_id, order_line_id);
    -- The refund of a line, and of shipping, is posted once.
    create unique index sales_entry_refund on sales_entry (refund_id, order_line_id) nulls not distinct where refund_id is not null;

    create function sales_entry_stays() returns trigger language plpgsql as $$
    begin
      -- An imported order can be removed with its entries, when its import is undone.
      if tg_op = 'DELETE' and not exists (select from sales_order where id = old.order_id) then return old; end if;
      raise exception 'the ledger of sales is only added to';
    end $$;
    create trigger sales_entry_stays before update or delete on sales_entry for each row execute function sales_entry_stays();

    create function post_sales_entries(order_id_to_post bigint) returns void language sql as $$
      with o as (
        select s.*, greatest((s.paid_at at time zone coalesce((select value->>'time_zone' from setting where name = 'basic'), 'Asia/Hong_Kong'))::date,
            (select (value->>'closed_until')::date + 1 from setting where name = 'accounting')) as paid_day,
          exists (select from sales_entry e where e.order_id = s.id and e.kind = 'sale') as posted
        from sales_order s where s.id = order_id_to_post and s.paid_at is not null
      ), difference as (
        select line_id, max(product_id) as product_id, max(stock_id) as stock_id, sum(orders)::int as orders, sum(quantity)::int as quantity,
          sum(amount)::bigint as amount, sum(gross)::bigint as gross, sum(net)::bigint as net, sum(shipping)::bigint as shipping, sum(cost)::bigint as cost
        from (
          select l.id as line_id, l.product_id, l.stock_id, 0 as orders, l.quantity, l.total_minor as amount,
            round((l.unit_minor * l.quantity)::numeric / o.exchange_rate) as gross, round(l.total_minor / o.exchange_rate) as net,
            0 as shipping, l.cost_minor * l.quantity as cost
          from o join order_line l on l.order_id = o.id
          union all
          select null, null, null, 1, 0, o.shipping_minor, 0, 0, round(o.shipping_minor / o.exchange_rate), null from o
          union all
          select e.order_line_id, e.product_id, e.stock_id, -e.orders, -e.quantity, -e.amount_minor, -e.gross_minor, -e.net_minor, -e.shipping_minor,
            -e.cost_minor
          from o join sales_entry e on e.order_id = o.id and e.kind = 'sale'
        ) part group by line_id
      )
      insert into sales_entry (day, kind, order_id, order_line_id, product_id, stock_id, orders, quantity, gross_minor, discount_minor, net_minor,
        shipping_minor, cost_minor, currency, amount_minor)
      select case when o.posted then (select business_day()) else o.paid_day end, 'sale', o.id, d.line_id, d.product_id, d.stock_id, d.orders, d.quantity,
        d.gross, d.gross - d.net, d.net, d.shipping, d.cost, o.currency, d.amount
      from o, difference d
      where d.orders <> 0 or d.quantity <> 0 or d.amount <> 0 or d.gross <> 0 or d.net <> 0 or d.shipping <> 0 or coalesce(d.cost, 0) <> 0
      union all
      select case when o.imported_from is null or o.posted then (select business_day()) else o.paid_day end, 'refund', o.id, null, null, null, 0, 0, 0, 0,
        round((r.amount - r.shipping) / o.exchange_rate)::bigint, round(r.shipping / o.exchange_rate)::bigint, null, o.currency, r.amount
      from o, lateral (
        -- What went back beyond the posted refunds, of goods first.
        select x.amount, greatest(0, least(o.shipping_minor, x.amount - (select coalesce(sum(l.total_minor), 0) from order_line l where l.order_id = o.id)))
          as shipping
        from (select o.refunded_minor - o.refunded_excess_minor - coalesce(sum(e.amount_minor), 0)::bigint as amount
          from sales_entry e where e.order_id = o.id and e.kind = 'refund') x
      ) r
      where r.amount <> 0
      order by 4 nulls last
    $$;

    create function post_changed_sales() returns trigger language plpgsql as $$
    begin
      perform post_sales_entries(new.id);
      return null;
    end $$;
    create constraint trigger sales_order_inserted after insert on sales_order deferrable initially deferred
      for each row when (new.paid_at is not null) execute function post_changed_sales();
    create constraint trigger sales_order_paid after update on sales_order deferrable initially deferred
      for each row when (new.paid_at is not null and (old.paid_at is null or old.total_minor <> new.total_minor or old.shipping_minor <> new.shipping_minor
        or old.discount_minor <> new.discount_minor or old.subtotal_minor <> new.subtotal_minor or old.refunded_minor <> new.refunded_minor
        or old.refunded_excess_minor <> new.refunded_excess_minor)) execute function post_changed_sales();

    -- Refunds of before, by the day of their payment. Which lines they were for is not posted.
    insert into sales_entry (day, kind, order_id, net_minor, currency, amount_minor)
      select (t.created_at at time zone coalesce((select value->>'time_zone' from setting where name = 'basic'), 'Asia/Hong_Kong'))::date, 'refund', o.id,
        round(t.amount_minor / o.exchange_rate), o.currency, t.amount_minor
      from payment_transaction t join payment p on p.id = t.payment_id join sales_order o on o.id = p.document_id
      where p.document_type = 'order' and t.kind = 'refund' and o.paid_at is not null and o.refunded_excess_minor = 0 order by t.id;
    select post_sales_entries(id) from (select id from sales_order where paid_at is not null order by paid_at, id) o;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger sales_order_paid on sales_order;
    drop trigger sales_order_inserted on sales_order;
    drop function post_changed_sales();
    drop function post_sales_entries(bigint);
    drop table sales_entry;
    drop function sales_entry_stays();
    alter table sales_order drop column store_id;
  `)
}
