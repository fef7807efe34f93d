import type { Knex } from 'knex'

/** One open cart per customer, options of a line, the price a shopper last saw, and where goods are picked up. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table cart_item
      add column additional_options jsonb not null default '{}',
      add column seen_minor bigint;
    alter table cart_item drop constraint cart_item_once;
    create unique index cart_item_once on cart_item (cart_id, stock_id, md5(additional_options::text));

    update cart c set status = 'canceled' where status = 'pending' and customer_id is not null
      and exists (select 1 from cart n where n.customer_id = c.customer_id and n.status = 'pending' and n.id > c.id);
    drop index cart_customer;
    create unique index cart_customer_unique on cart (customer_id) where status = 'pending' and customer_id is not null;

    alter table sales_order add column pickup jsonb;
    alter table order_line add column additional_options jsonb not null default '{}';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table order_line drop column additional_options;
    alter table sales_order drop column pickup;
    drop index cart_customer_unique;
    create index cart_customer on cart (customer_id) where status = 'pending';
    drop index cart_item_once;
    delete from cart_item i using cart_item o where o.cart_id = i.cart_id and o.stock_id = i.stock_id and o.id < i.id;
    alter table cart_item add constraint cart_item_once unique (cart_id, stock_id);
    alter table cart_item drop column additional_options, drop column seen_minor;
  `)
}
