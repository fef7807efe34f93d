import type { Knex } from 'knex'

/** A tier prices are for stays while they are. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table stock_price
    add constraint stock_price_membership_id_fkey foreign key (membership_id) references membership (id)`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table stock_price drop constraint stock_price_membership_id_fkey')
}
