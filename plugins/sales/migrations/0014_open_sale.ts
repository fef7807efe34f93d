import type { Knex } from 'knex'

/**
 * A line may be something else than a stock: `kind` says whose, `subject_id` which, and how it reaches its buyer is written with it.
 * What a buyer chose beside lines, such as a code, is kept with the cart and the order by the name of whoever reads it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table cart add column choices jsonb not null default '{}';
    drop index cart_item_once;
    alter table cart_item add column kind text not null default 'stock', add column subject_id bigint;
    update cart_item set subject_id = stock_id;
    alter table cart_item drop column stock_id, alter column subject_id set not null,
      add column stock_id bigint generated always as (case when kind = 'stock' then subject_id end) stored references stock (id) on delete cascade;
    create unique index cart_item_once on cart_item (cart_id, kind, subject_id, md5(additional_options::text));
    create index cart_item_stock on cart_item (stock_id);

    alter table sales_order add column choices jsonb not null default '{}';
    alter table order_line
      add column kind text not null default 'stock',
      add column subject_id bigint,
      add column handover text not null default 'sent' constraint order_line_handover check (handover in ('sent', 'none', 'later'));
    update order_line set subject_id = stock_id, handover = case product_type when 'general' then 'sent' when 'virtual' then 'none' else 'later' end;
    alter table order_line drop column stock_id,
      add column stock_id bigint generated always as (case when kind = 'stock' then subject_id end) stored;
    create index order_line_stock on order_line (stock_id);
    create index order_line_subject on order_line (kind, subject_id) where kind <> 'stock';

    alter table order_adjustment drop constraint if exists order_adjustment_kind_check, add column shares jsonb not null default '[]';
    update order_adjustment a set shares =
      coalesce((select jsonb_agg(l.discount_minor order by l.id) from order_line l where l.order_id = a.order_id), '[]');
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table order_adjustment drop column shares;
    alter table order_line drop column stock_id;
    alter table order_line add column stock_id bigint;
    update order_line set stock_id = subject_id where kind = 'stock';
    alter table order_line drop column handover, drop column subject_id, drop column kind;
    create index order_line_stock on order_line (stock_id);
    alter table sales_order drop column choices;
    delete from cart_item where kind <> 'stock';
    drop index cart_item_once;
    alter table cart_item drop column stock_id, add column stock_id bigint references stock (id) on delete cascade;
    update cart_item set stock_id = subject_id;
    alter table cart_item alter column stock_id set not null, drop column subject_id, drop column kind;
    create unique index cart_item_once on cart_item (cart_id, stock_id, md5(additional_options::text));
    create index cart_item_stock on cart_item (stock_id);
    alter table cart drop column choices;
  `)
}
