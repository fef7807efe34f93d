import type { Knex } from 'knex'

const sums = `entries int not null, orders int not null, quantity int not null, refunded_quantity int not null, gross bigint not null,
  discount bigint not null, net bigint not null, refund bigint not null, shipping bigint not null, cost bigint`

/**
 * Sums of past days by channel and payment method too; by product and store; and by order, for reports about buyers, sellers and hours. The
 * existing sums are removed; the job sums their days again.
 *
 * The sums repeat columns of orders. An order whose columns change, such as when persons are merged, deletes the marks of its days.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    truncate sales_summed_day, sales_store_day, sales_product_day;
    alter table sales_store_day drop column kept, add column source text not null, add column payment_title text not null,
      add column entries int not null;
    alter table sales_product_day drop column kept, alter column product_id drop not null, add column entries int not null;
    create table sales_product_store_day (day date not null, product_id bigint, stock_id bigint, store_id bigint, source text not null, ${sums});
    create index sales_product_store_day_day on sales_product_store_day (day);
    create table sales_order_day (day date not null, order_id bigint not null, store_id bigint, currency text not null, source text not null,
      payment_title text not null, seller_admin_id bigint, customer_id bigint, person_id bigint, paid_at timestamptz, ${sums});
    create index sales_order_day_day on sales_order_day (day);

    create function forget_days_of_order() returns trigger language plpgsql as $$
    declare d date;
    begin
      for d in select distinct day from sales_entry where order_id = new.id order by day loop
        perform pg_advisory_xact_lock_shared(sales_day_lock(d));
        delete from sales_summed_day where day = d;
      end loop;
      return null;
    end $$;
    create trigger sales_order_of_sums_changed after update on sales_order for each row
      when (old.paid_at is not null
        and (old.store_id, old.source, old.payment_title, old.seller_admin_id, old.customer_id, old.person_id, old.paid_at)
          is distinct from (new.store_id, new.source, new.payment_title, new.seller_admin_id, new.customer_id, new.person_id, new.paid_at))
      execute function forget_days_of_order();

    -- The first payment of each person is read from the index alone.
    drop index sales_order_person;
    create index sales_order_person on sales_order (person_id, paid_at);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index sales_order_person;
    create index sales_order_person on sales_order (person_id);
    drop trigger sales_order_of_sums_changed on sales_order;
    drop function forget_days_of_order();
    drop table sales_order_day;
    drop table sales_product_store_day;
    truncate sales_summed_day, sales_store_day, sales_product_day;
    alter table sales_product_day drop column entries, alter column product_id set not null, add column kept bigint not null;
    alter table sales_store_day drop column entries, drop column source, drop column payment_title,
      add column kept bigint not null;
  `)
}
