import type { Knex } from 'knex'

/** Who of the staff takes care of an order; nobody once their account is gone. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table sales_order add column assigned_to bigint
      constraint sales_order_assigned_to_fkey references account (id) on delete set null;
    create index sales_order_assigned on sales_order (assigned_to, id) where assigned_to is not null;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index sales_order_assigned;
    alter table sales_order drop column assigned_to;
  `)
}
