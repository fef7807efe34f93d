import type { Knex } from 'knex'

/** A group prices are for stays while they are. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table stock_price
    add constraint stock_price_customer_group_id_fkey foreign key (customer_group_id) references customer_group (id)`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table stock_price drop constraint stock_price_customer_group_id_fkey')
}
