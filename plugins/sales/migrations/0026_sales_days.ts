import type { Knex } from 'knex'

const sums = `orders int not null, quantity int not null, refunded_quantity int not null, gross bigint not null, discount bigint not null,
  net bigint not null, refund bigint not null, shipping bigint not null, cost bigint, kept bigint not null`

/**
 * Sums of the ledger of sales by day, for reports of long periods. A day is summed once it is over. An entry that is added to a day later,
 * or removed with its order, deletes the mark of the day, so that reports read the ledger until the day is summed again.
 *
 * Every transaction that adds entries holds a shared lock on their days, and summing a day takes the exclusive one. So no entry of a day can
 * be uncommitted while it is summed.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table sales_summed_day (day date primary key, summed_at timestamptz not null default now());
    create table sales_store_day (day date not null, store_id bigint, currency text not null, ${sums});
    create index sales_store_day_day on sales_store_day (day);
    create table sales_product_day (day date not null, product_id bigint not null, stock_id bigint, ${sums});
    create index sales_product_day_day on sales_product_day (day);

    create function sales_day_lock(day date) returns bigint language sql immutable as $$
      select hashtextextended('sales day', 0) + (day - date '1970-01-01')
    $$;
    create function forget_summed_days() returns trigger language plpgsql as $$
    declare d date;
    begin
      for d in select distinct day from changed order by day loop
        perform pg_advisory_xact_lock_shared(sales_day_lock(d));
        delete from sales_summed_day where day = d;
      end loop;
      return null;
    end $$;
    create trigger sales_entry_added after insert on sales_entry referencing new table as changed
      for each statement execute function forget_summed_days();
    create trigger sales_entry_removed after delete on sales_entry referencing old table as changed
      for each statement execute function forget_summed_days();
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger sales_entry_removed on sales_entry;
    drop trigger sales_entry_added on sales_entry;
    drop function forget_summed_days();
    drop function sales_day_lock(date);
    drop table sales_product_day;
    drop table sales_store_day;
    drop table sales_summed_day;
  `)
}
