import type { Knex } from 'knex'

/** An exchange names the goods that go out instead, and keeps the order they went out with; its refund is settled with that order. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table sales_return add column replacements jsonb not null default '[]',
      add column replacement_order_id bigint constraint sales_return_replacement_order_once unique references sales_order (id);
    alter table refund drop constraint if exists refund_method_check;
    alter table refund add constraint refund_method_check check (method in ('original', 'cash', 'exchange'));
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    update refund set method = 'cash' where method = 'exchange';
    alter table refund drop constraint refund_method_check;
    alter table refund add constraint refund_method_check check (method in ('original', 'cash'));
    alter table sales_return drop column replacement_order_id, drop column replacements;
  `)
}
