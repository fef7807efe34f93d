import type { Knex } from 'knex'

/** Orders are looked for by a customer, and never by there being none: those of guests need no place in that index. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index sales_order_customer;
    create index sales_order_customer on sales_order (customer_id, id) where customer_id is not null;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index sales_order_customer;
    create index sales_order_customer on sales_order (customer_id, id);
  `)
}
